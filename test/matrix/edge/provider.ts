import { chunk, event, say, streamText } from "../../loopback/chat-replies.ts";
import {
  type ChatReply,
  type ChatRequest,
  type ChatServer,
  startChatServer,
} from "../../loopback/chat-server.ts";

/** What the provider sends of its streamed answers. */
export const FRAGMENTS = ["Wet", " and ", "dry"];

/** Says one fragment and then nothing more. */
export const STALLED: ChatReply = { chunks: [event(chunk({ content: FRAGMENTS[0] }))], ending: "stall" };

/** Says the same fragment again and again. */
export const ENDLESS: ChatReply = { ...STALLED, gapMs: 50, ending: "repeat" };

/**
 * A provider on this machine: repeats what it is asked, between angle brackets, and streams the same three fragments. `odd` has what it says
 * instead in a conversation, by the number of the conversation (from 1).
 */
export function startProvider(odd: { readonly [conversation: number]: ChatReply } = {}): Promise<ChatServer> {
  let conversations = 0;
  return startChatServer((request) => {
    const { stream, messages } = bodyOf(request);
    if (!stream) return say(`<${messages.map(({ content }) => content).join("|")}>`);
    return odd[++conversations] ?? streamText(FRAGMENTS);
  });
}

/** The conversation that a request brings. */
export function bodyOf({ body }: ChatRequest): Body {
  return body as Body;
}

interface Body {
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
