import { encodeUtf8 } from "../utf8.ts";
import { escapeText } from "./quote.ts";
import { StoreFailure } from "./store-failure.ts";

/** Refuses what is no store path, before any file is touched (STO-20 to STO-23). */
export function checkPath(path: string): void {
  const reason = pathFault(path);
  if (reason !== undefined) throw new StoreFailure(`invalid path "${escapeText(path)}": ${reason}`);
}

/** Why a text is no store path; undefined when it is one. */
export function pathFault(path: string): string | undefined {
  const whole = WHOLE.find(([, breaks]) => breaks(path));
  if (whole !== undefined) return whole[0];
  for (const segment of path.split("/")) {
    const part = SEGMENT.find(([, breaks]) => breaks(segment));
    if (part !== undefined) return part[0];
  }
  return undefined;
}

/** True when a text holds an ASCII control character. */
export function holdsControl(text: string): boolean {
  return /[^ -~\u0080-\uffff]/.test(text);
}

/** True for more than 1024 UTF-8 bytes. */
export function isTooLong(text: string): boolean {
  return encodeUtf8(text).length > 1024;
}

type Check = readonly [reason: string, breaks: (text: string) => boolean];

const WHOLE: readonly Check[] = [
  ["path is empty", (path) => path === ""],
  ["path is too long", isTooLong],
  ["path is absolute", (path) => path.startsWith("/")],
  ["path contains a control character", holdsControl],
  ["path contains a backslash", (path) => path.includes("\\")],
];

const SEGMENT: readonly Check[] = [
  ["path contains an empty segment", (segment) => segment === ""],
  ["path contains a traversal segment", (segment) => segment === "." || segment === ".."],
  ["path segment ends in an unsafe character", (segment) => segment.endsWith(".") || segment.endsWith(" ")],
  [
    "path contains a reserved device name",
    (segment) => /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i.test(segment.split(".", 1)[0]!),
  ],
];
