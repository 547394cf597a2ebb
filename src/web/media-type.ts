/** What the fetch tool makes of a body (WEB-20): an article, text that must be whole, or text that may be cut. */
export type PageFormat = "html" | "structured" | "text";

/** A media type: `type/subtype` in lower case, and the charset when the header names one. */
export interface MediaType {
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Reads a `Content-Type` header (RFC 9110, section 8.3); undefined when it is none. A parameter that is malformed is passed over. */
export function parseMediaType(header: string): MediaType | undefined {
  const [, essence, parameters] =
    /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(;.*)?$/s.exec(header) ?? [];
  if (essence === undefined) return undefined;
  return { essence: essence.toLowerCase(), charset: charsetOf(parameters ?? "") };
}

/** The format of a media type; undefined when it cannot be returned as text. */
export function formatOf({ essence }: MediaType): PageFormat | undefined {
  return formats.find(([pattern]) => pattern.test(essence))?.[1];
}

/** The first that fits holds. */
const formats: readonly (readonly [RegExp, PageFormat])[] = [
  [/^(text\/html|application\/xhtml\+xml)$/, "html"],
  [/^(application|text)\/(.*\+)?(json|xml)$/, "structured"],
  [/^text\//, "text"],
];

/** `; charset=utf-8; x="a;b"`: the first charset counts. */
function charsetOf(parameters: string): string | undefined {
  const found = parameters.matchAll(/;\s*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/gs);
  for (const [, name, quoted, token] of found) {
    if (name!.toLowerCase() !== "charset") continue;
    const label = quoted?.replaceAll(/\\(.)/gs, "$1") ?? token!.trim();
    if (quoted !== undefined || label !== "") return label;
  }
  return undefined;
}
