import { shownUrl } from "./admission.ts";
import { type BodyStart, readBody } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import { formatOf, type PageFormat, parseMediaType } from "./media-type.ts";
import type { PageResponse } from "./page-request.ts";
import type { WebPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

/** The text of a body as it was sent. */
export interface PageText {
  readonly format: PageFormat;
  readonly text: string;
  /** False when the body went on. */
  readonly whole: boolean;
}

/** Reads the text of an answer; throws a `Refusal` when it is none, is too large or breaks off (WEB-01, WEB-20, WEB-21). */
export async function readPageText(
  { headers, body }: PageResponse,
  url: URL,
  policy: WebPolicy,
  deadline: Deadline,
): Promise<PageText> {
  const { format, decoder } = contentOf(headers.get("content-type")?.trim() ?? "", url);
  const tooLarge = () =>
    new Refusal(`response from ${shownUrl(url)} exceeds the ${policy.maxBytes}-byte size cap`);
  if (format !== "text" && Number(headers.get("content-length")) > policy.maxBytes) throw tooLarge();
  const { bytes, whole } = await readBody(body, policy.maxBytes, deadline).catch((): never => {
    throw unreadableBody(url);
  });
  if (format !== "text" && !whole) throw tooLarge();
  return { format, text: decoded({ bytes, whole }, decoder), whole };
}

/** The failure of a body that breaks off, comes too slowly or is no text (WEB-01). */
export function unreadableBody(url: URL): Refusal {
  return new Refusal(
    `the response body from ${shownUrl(url)} could not be read; try again or use a different URL`,
  );
}

/** The first characters of a text (WEB-21); `whole` is false when it has more. */
export function firstCharacters(
  text: string,
  limit: number,
): { readonly text: string; readonly whole: boolean } {
  if (text.length <= limit) return { text, whole: true };
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return { text: text.slice(0, end), whole: end === text.length };
}

type Decoder = InstanceType<typeof TextDecoder>;

/** How a body is to be read by its `Content-Type`; throws a `Refusal` when it cannot be. */
function contentOf(header: string, url: URL): { readonly format: PageFormat; readonly decoder: Decoder } {
  const page = shownUrl(url);
  if (header === "")
    throw new Refusal(
      `response from ${page} declared no content type; refusing to guess its format; try a different URL`,
    );
  const type = parseMediaType(header);
  const format = type && formatOf(type);
  if (type === undefined || format === undefined)
    throw new Refusal(
      `content type ${type?.essence ?? header} from ${page} cannot be returned as text; try an HTML version of the page or a different URL`,
    );
  const decoder = decoderOf(type.charset ?? "utf-8");
  if (decoder !== undefined) return { format, decoder };
  throw new Refusal(`response from ${page} declared unknown charset ${type.charset}; cannot decode its text`);
}

function decoderOf(label: string): Decoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function decoded({ bytes, whole }: BodyStart, decoder: Decoder): string {
  // Node before 23.11 reads windows-1252 as ISO 8859-1 unless it is asked for the start of a stream.
  const text = decoder.decode(bytes, { stream: true });
  // Half a character at the end of what was cut is left out.
  return whole ? text + decoder.decode() : text;
}
