import type { SourceMap } from "../index.ts";

/** The module with its map in a comment at its end. */
export function withInlineMap(code: string, map: SourceMap): string {
  const encoded = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
