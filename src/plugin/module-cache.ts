import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOf, modulesAbove } from "../cli/build-cache.ts";
import { compilerIdentity } from "../cli/compiler-identity.ts";
import { writeChanged } from "../cli/write-file.ts";

/**
 * Gives what `make` gives, from the record below `node_modules/.cache` when nothing that it depends on has changed: the compiler and
 * `facts`. One record is kept per `name`; one that is damaged is made again, and one that cannot be written is left. Where there is no
 * `node_modules` above `path` nothing is kept.
 */
export async function cached<Content>(
  path: string,
  name: readonly string[],
  facts: readonly string[],
  make: () => Promise<Content>,
): Promise<Content> {
  const modules = modulesAbove(path);
  if (modules === undefined) return make();
  const file = join(modules, ".cache/promptforge", `module-${hashOf(path, ...name).slice(0, 32)}.json`);
  const key = hashOf(compilerIdentity(false), ...facts);
  const kept = await read<Content>(file, key);
  if (kept !== undefined) return kept;
  const content = await make();
  const body = JSON.stringify(content);
  // The next start is slower without it, and nothing else.
  await writeChanged(file, `${key}\n${hashOf(body)}\n${body}\n`).catch(() => undefined);
  return content;
}

async function read<Content>(file: string, key: string): Promise<Content | undefined> {
  try {
    const [found, hash, body = ""] = (await readFile(file, "utf8")).split("\n");
    return found === key && hash === hashOf(body) ? (JSON.parse(body) as Content) : undefined;
  } catch {
    return undefined;
  }
}
