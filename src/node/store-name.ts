import { randomBytes } from "node:crypto";

/**
 * The names of a path inside a store, from the outermost directory to the file. Throws an `Error` that says why for a path that could lead
 * out of the store, or that files of this system cannot have. Runs check paths themselves (STO-20), but tools call stores directly.
 */
export function namesOf(path: string): string[] {
  const names = path.split("/");
  for (const name of names) {
    const fault = nameFault(name);
    if (fault !== undefined) throw new Error(fault);
  }
  return names;
}

/** Why a file or directory of a store cannot have a name; undefined when it can. */
export function nameFault(name: string, platform: NodeJS.Platform = process.platform): string | undefined {
  return FAULTS.find(([, breaks]) => breaks(name, platform))?.[0];
}

/** A name for a file that is being written. No path of the store can have it, so what a killed process leaves behind never shows. */
export function temporaryName(): string {
  return `.promptforge-${randomBytes(8).toString("hex")}.tmp`;
}

/** True for what `temporaryName` gives, on file systems that fold case too. */
export function isTemporary(name: string): boolean {
  return /^\.promptforge-[0-9a-f]{16}\.tmp$/i.test(name);
}

/**
 * Whether a file that was found under a name is the one that was meant: paths of stores are case-sensitive (STO-23), but a file system may
 * hold `A.txt` for `a.txt`, or spell an accent its own way. `listed` are the names as the directory holds them.
 */
export function isSpelled(name: string, listed: readonly string[]): boolean {
  return listed.includes(name);
}

type Fault = readonly [reason: string, breaks: (name: string, platform: NodeJS.Platform) => boolean];

const FAULTS: readonly Fault[] = [
  ["a name in the path is empty", (name) => name === ""],
  ["the path leads through `.` or `..`", (name) => name === "." || name === ".."],
  ["the path holds a backslash or a NUL character", (name) => /[\\\0]/.test(name)],
  ["the path holds half of a surrogate pair", (name) => /\p{Surrogate}/u.test(name)],
  ["names of that form are for files that are being written", isTemporary],
  ["Windows allows no such name", (name, platform) => platform === "win32" && isForbiddenOnWindows(name)],
];

function isForbiddenOnWindows(name: string): boolean {
  return (
    /[<>:"|?*]|[^ -\uffff]|[. ]$/.test(name) ||
    /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(?:\.|$)/i.test(name)
  );
}
