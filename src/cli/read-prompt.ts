import { readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import { decodeFile, maximumBytes } from "../diagnostics/text-file.ts";
import { Source } from "../source.ts";

/**
 * The text of a prompt file, or the diagnostic that says why there is none: missing, unreadable, a directory, too large,
 * or no text. Nothing beyond the size limit is read.
 */
export async function readPrompt(path: string): Promise<{ text: string } | { diagnostic: Diagnostic }> {
  try {
    return decodeFile(path, await readBytes(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    if (code === "EISDIR")
      return { diagnostic: unread(path, "file-is-directory", `\`${path}\` is a directory`) };
    return { diagnostic: unread(path, "file-unreadable", `cannot read \`${path}\`: ${systemReason(code)}`) };
  }
}

const reasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file",
  ENOSPC: "the disk is full",
  PIPE: "it is a named pipe",
  ENOTDIR: "a part of the path is not a directory",
  EEXIST: "a file is in the way",
  EISDIR: "it is a directory",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/** The reason behind a code of the operating system, in words. */
export function systemReason(code: string): string {
  return reasons[code] ?? code;
}

async function readBytes(path: string): Promise<Uint8Array> {
  // Most files are small: waiting for each step takes longer than the step.
  const status = statSync(path);
  // Nobody may ever write to a pipe with a name; one without has a writer.
  if (status.isFIFO() && !/^\/(?:dev|proc)\//.test(path)) throw Object.assign(new Error(), { code: "PIPE" });
  if (status.size > maximumBytes)
    return new Uint8Array(status.size > 2 ** 31 ? maximumBytes + 1 : status.size);
  // What says that it is empty may be a device or a file of the system.
  if (status.isFile() && status.size > 0) return readFileSync(path);
  const file = await open(path, "r");
  try {
    // One byte beyond the limit is enough to know.
    const bytes = Buffer.alloc(maximumBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

function unread(path: string, code: "file-is-directory" | "file-unreadable", message: string): Diagnostic {
  return diagnose(new Source(path, ""), code, { start: 0, end: 0 }, { message });
}
