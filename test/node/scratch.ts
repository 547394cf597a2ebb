import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new, empty folder that goes when the test ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptforge-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
