import { ModelFailure } from "../../model-failure.ts";
import { encodeUtf8 } from "../../utf8.ts";
import type { FilePart, LanguageModel, ResultImage } from "./language-model.ts";

/** An image of a message. Throws a configuration failure for an address that is none. */
export function imageFile(address: string): FilePart {
  return { type: "file", ...readImage(address) };
}

/** An image in a tool's result. Throws a configuration failure for an address that is none, or that the specification has no place for. */
export function resultImage(
  address: string,
  { specificationVersion }: Pick<LanguageModel, "specificationVersion">,
): ResultImage {
  const { mediaType, data } = readImage(address);
  const isNew = specificationVersion === "v3";
  if (typeof data === "string") return { type: isNew ? "image-data" : "media", mediaType, data };
  if (isNew) return { type: "image-url", url: address };
  throw new ModelFailure({
    kind: "config",
    message: "the model takes images in tool results as data: addresses only",
  });
}

const DATA_ADDRESS = /^data:([^;,]*)([^,]*),(.*)$/is;

function readImage(address: string): Pick<FilePart, "mediaType" | "data"> {
  const [, mediaType = "", parameters = "", content = ""] = DATA_ADDRESS.exec(address) ?? [];
  if (mediaType === "") return { mediaType: "image/*", data: urlOf(address) };
  const isBase64 = /;\s*base64\s*$/i.test(parameters);
  return { mediaType: mediaType.toLowerCase(), data: isBase64 ? content : btoa(bytesOf(content)) };
}

function urlOf(address: string): URL {
  try {
    return new URL(address);
  } catch (cause) {
    const message = "an image of the conversation has no valid address: give an https: or a data: address";
    throw new ModelFailure({ kind: "config", message }, { cause });
  }
}

/** Percent-encoded data as a string of one character per byte. */
function bytesOf(content: string): string {
  return encodeUtf8(content).replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
