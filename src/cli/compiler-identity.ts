import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../version.ts";

/**
 * What tells this compiler from another one: its version, and in a checkout the sizes and times of its files, since one that is worked
 * on keeps its version. With `withRuntime` the runtime's files too.
 */
export function compilerIdentity(withRuntime: boolean): string {
  const folders = [fileURLToPath(new URL("..", import.meta.url))];
  if (withRuntime)
    folders.push(fileURLToPath(new URL(".", import.meta.resolve("promptforge-runtime/internal"))));
  return [VERSION, ...folders.flatMap(filesIn)].join("\n");
}

function filesIn(folder: string): string[] {
  // What is installed changes with its version only.
  if (/[\\/]node_modules[\\/]/.test(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".js"))
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}
