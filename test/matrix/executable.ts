import { createRequire } from "node:module";
import { join } from "node:path";

/** The executable in a package that belongs to another one: npm runs no install scripts that would link it. */
export function executable(owner: string, name: string, path: string): string {
  const require = createRequire(join(import.meta.dirname, "node_modules", owner, "package.json"));
  return join(require.resolve(`${name}/package.json`), "..", path);
}

/** How the package of Deno names this machine. */
export function denoTarget(): string {
  const libc = process.platform === "linux" ? "-glibc" : "";
  return `${process.platform}-${process.arch}${libc}`;
}
