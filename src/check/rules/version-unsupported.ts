import { isSupported } from "../../parse/dialect.ts";
import type { Context } from "../context.ts";

/** A file without a version, or with an unknown one, is read as version 0, and its run is refused (FMT-14, FMT-15). */
export function versionUnsupported(context: Context): void {
  const { frontmatter, places } = context.prompt;
  const version = frontmatter.promptforge;
  if (isSupported(version)) return;
  const [firstKey] = places.keys.values();
  const isMissing = version === undefined;
  context.report("version-unsupported", places.keys.get("promptforge") ?? firstKey!, {
    message: isMissing
      ? "the frontmatter gives no version, and the run is refused"
      : `there is no version ${version} of the language, and the run is refused`,
    help: isMissing
      ? "Write `promptforge: 0`."
      : "Write `promptforge: 0`, or `promptforge: 1` for the older language.",
  });
}
