import { readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { type Diagnostic, diagnose } from "../diagnostics/diagnostic.ts";
import { decodeFile, maximumBytes } from "../diagnostics/text-file.ts";
import { systemCode, systemReason } from "../node/system-reason.ts";
import { Source } from "../source.ts";

/**
 * The text of a prompt file, or the diagnostic that says why there is none: missing, unreadable, a directory, too large,
 * or no text. Nothing beyond the size limit is read.
 */
export async function readPrompt(path: string): Promise<{ text: string } | { diagnostic: Diagnostic }> {
  try {
    const bytes = await readBytes(path);
    return bytes === undefined ? unreadable(path, "it is a named pipe") : decodeFile(path, bytes);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (code !== "EISDIR") return unreadable(path, systemReason(error));
    return unread(path, "file-is-directory", `\`${path}\` is a directory`);
  }
}

/**
 * The bytes of a file; of one beyond the limit only their number is right. Undefined for a named pipe, to which nobody may ever write.
 * Throws the system's error.
 */
async function readBytes(path: string): Promise<Uint8Array | undefined> {
  // Most files are small: waiting for each step takes longer than the step.
  const status = statSync(path);
  // A pipe without a name has a writer.
  if (status.isFIFO() && !/^\/(?:dev|proc)\//.test(path)) return undefined;
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

function unreadable(path: string, reason: string): { diagnostic: Diagnostic } {
  return unread(path, "file-unreadable", `cannot read \`${path}\`: ${reason}`);
}

function unread(
  path: string,
  code: "file-is-directory" | "file-unreadable",
  message: string,
): { diagnostic: Diagnostic } {
  return { diagnostic: diagnose(new Source(path, ""), code, { start: 0, end: 0 }, { message }) };
}
