import { defineCommand } from "citty";
import { BuildCache } from "./build-cache.ts";
import { buildPass, showPass } from "./build-pass.ts";
import { buildOptions, buildSettings } from "./build-settings.ts";
import { buildItems } from "./build-target.ts";
import { checkWords } from "./command-line.ts";
import { compilerIdentity } from "./compiler-identity.ts";
import { promptFiles } from "./prompt-files.ts";

/**
 * `pfc build`: one module, source map and declaration per prompt; status 1 when a prompt does not compile. With `--watch` it goes on until
 * it is interrupted, with status 0.
 */
export const buildCommand = defineCommand({
  meta: { name: "build", description: "Compiles prompts to ES modules" },
  args: buildOptions,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, buildOptions, Number.POSITIVE_INFINITY);
    const settings = buildSettings(args);
    const cache = new BuildCache(args.cache ? settings.out : undefined);
    const context = { settings, cache, identity: compilerIdentity(settings.bundle) };
    if (args.watch) return (await import("./watch.ts")).watch(args._, context);
    const result = await buildPass(buildItems(await promptFiles(args._), settings.out), context);
    showPass(result);
    return result.failed === 0 ? 0 : 1;
  },
});
