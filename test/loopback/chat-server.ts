import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the server answers one request with. Without `json`, `body` and `chunks` the body is empty. */
export interface ChatReply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** A value that is sent as JSON text, with the content type of JSON. */
  readonly json?: unknown;
  /** A body that is sent at once. */
  readonly body?: string | Uint8Array;
  /** Pieces that are written one by one, with the content type of event streams. */
  readonly chunks?: readonly (string | Uint8Array)[];
  /** Milliseconds before the status line. */
  readonly delayMs?: number;
  /** Milliseconds between two chunks. */
  readonly gapMs?: number;
  /**
   * What follows the body: its end (the default), nothing for ever (`stall`), a reset of the connection, or the chunks again for as long as
   * the client takes them. `silence` sends not even a status line.
   */
  readonly ending?: "end" | "stall" | "reset" | "repeat" | "silence";
}

/** A request as the server has seen it. */
export interface ChatRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** The text of the body, and the JSON value that it stands for (undefined for other text). */
  readonly text: string;
  readonly body: unknown;
  /** Resolves when the exchange is over: the answer is sent, or the client has gone. `isWhole` tells which. */
  readonly closed: Promise<{ readonly isWhole: boolean }>;
}

/** Replies in the order of the requests, or what makes each. A request behind the last one gets status 599. */
export type ChatScript = readonly ChatReply[] | ((request: ChatRequest, place: number) => ChatReply);

/** A chat-completions server on this machine, for tests. */
export interface ChatServer {
  /** `http://127.0.0.1:{port}/v1`: what goes in as `baseURL`. */
  readonly url: string;
  /** All requests so far. */
  readonly requests: readonly ChatRequest[];
  /** How many connections clients have opened so far, and how many are open. */
  readonly connections: () => { readonly opened: number; readonly open: number };
  /** Ends the server and every connection. */
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startChatServer(script: ChatScript): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const sockets = { opened: 0, open: 0 };
  const server = createServer(async (incoming, outgoing) => {
    const place = requests.length;
    const request = await received(incoming, outgoing);
    requests.push(request);
    const reply = typeof script === "function" ? script(request, place) : script[place];
    await answer(outgoing, reply ?? { status: 599, body: "the script has no reply for this request" });
  });
  server.on("connection", (socket) => {
    sockets.opened++;
    sockets.open++;
    socket.on("close", () => sockets.open--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    connections: () => ({ ...sockets }),
    close: () => closed(server),
  };
}

async function received(incoming: IncomingMessage, outgoing: ServerResponse): Promise<ChatRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return {
    method: incoming.method!,
    path: incoming.url!,
    headers: incoming.headers,
    text,
    body: parsed(text),
    closed: new Promise((resolve) =>
      outgoing.on("close", () => resolve({ isWhole: outgoing.writableFinished })),
    ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answer(outgoing: ServerResponse, reply: ChatReply): Promise<void> {
  const { status = 200, headers = {}, json, body, chunks, delayMs, gapMs, ending = "end" } = reply;
  if (delayMs !== undefined) await sleep(delayMs);
  if (ending === "silence") return;
  const type = chunks === undefined ? "application/json" : "text/event-stream";
  outgoing.writeHead(status, { "content-type": type, ...headers });
  outgoing.flushHeaders();
  const pieces = chunks ?? (json !== undefined ? [JSON.stringify(json)] : body === undefined ? [] : [body]);
  // The last piece goes out together with the end, as with servers that know what comes.
  const last = ending === "end" ? pieces[pieces.length - 1] : undefined;
  const before = last === undefined ? pieces : pieces.slice(0, -1);
  do {
    for (const piece of before) {
      if (!(await written(outgoing, piece))) return;
      if (gapMs !== undefined) await sleep(gapMs);
    }
  } while (ending === "repeat");
  if (ending === "end") outgoing.end(last);
  if (ending === "reset") outgoing.socket?.resetAndDestroy();
}

/** False when the client has gone. Each piece leaves before the next one is written. */
function written(outgoing: ServerResponse, piece: string | Uint8Array): Promise<boolean> {
  if (outgoing.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    outgoing.once("close", gone);
    outgoing.write(piece, (error) => {
      outgoing.off("close", gone);
      resolve(error === null || error === undefined);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
