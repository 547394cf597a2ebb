import type { HostNames } from "../index.ts";

/** Where the declaration of `greet.prompt.md` is written, by the end of its name. */
export type DeclarationStyle = ".d.md.ts" | ".md.d.ts";

export interface PluginOptions {
  /**
   * The declaration beside each prompt: `.d.md.ts` gives `greet.prompt.d.md.ts`, which TypeScript finds with
   * `allowArbitraryExtensions`; `.md.d.ts` gives `greet.prompt.md.d.ts`, which it finds without that flag under bundler
   * resolution alone; `false` writes none. Default `.d.md.ts`.
   */
  readonly declarations?: DeclarationStyle | false;
  /** Globals that the host of this build installs beside the language's own. */
  readonly hostNames?: HostNames;
}
