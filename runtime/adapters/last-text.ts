import type { ModelRequest } from "../model.ts";

/** The content of a request's last message as text: its parts one behind the other, an image as its address. */
export function lastText({ messages }: ModelRequest): string {
  const { content } = messages[messages.length - 1]!;
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : part.image_url.url)).join("");
}
