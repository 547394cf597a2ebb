import { Failure } from "./failure.ts";
import type { PromptModule } from "./module.ts";

/** Refuses to run a file without a version or with one that is not supported (FMT-15). */
export function refuseVersion({ name, promptforge }: PromptModule): never {
  if (promptforge === undefined) {
    const message = "not a promptforge prompt: no promptforge version";
    throw new Failure("Parse", message, {
      location: { path: name },
      help: "add `promptforge: 0` to the frontmatter",
    });
  }
  const message = `unsupported promptforge version: ${promptforge} (this build supports majors 0 and 1)`;
  throw new Failure("Version", message, {
    help: "write `promptforge: 0`, or `promptforge: 1` for the older language",
  });
}
