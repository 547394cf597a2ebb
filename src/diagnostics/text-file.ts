import { Source } from "../source.ts";
import { type Diagnostic, diagnose } from "./diagnostic.ts";

/** The largest prompt file, in bytes (1 MiB): Markdown takes about 2.5 s for it. */
export const maximumBytes = 1_048_576;

/**
 * The text of a prompt file's bytes, or the diagnostic that says why they are none: too large, or no UTF-8
 * text (invalid UTF-8 or a NUL byte). `path` names the file in the diagnostic.
 */
export function decodeFile(path: string, bytes: Uint8Array): { text: string } | { diagnostic: Diagnostic } {
  if (bytes.length > maximumBytes) return { diagnostic: tooLarge(path, bytes.length) };
  const text = decode(bytes);
  if (text !== undefined) return { text };
  return { diagnostic: diagnose(new Source(path, ""), "file-not-text", nowhere) };
}

/** The diagnostic of a source of more than `maximumBytes`; undefined for any other. */
export function diagnoseSize(source: Source): Diagnostic | undefined {
  return source.bytes.length > maximumBytes ? tooLarge(source.path, source.bytes.length) : undefined;
}

const nowhere = { start: 0, end: 0 };
/** Made once: of the time to find 1,000 prompts unchanged, a decoder for each was a twentieth. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function tooLarge(path: string, size: number): Diagnostic {
  const message = `the file has ${size} bytes; a prompt has at most ${maximumBytes}`;
  return diagnose(new Source(path, ""), "file-too-large", nowhere, { message });
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    // A fatal decoder has one way to say that the bytes are not UTF-8.
    return undefined;
  }
}
