import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { handle } from "./handler.js";

const server = createServer(async (incoming, outgoing) => {
  const response = await handle(new Request(new URL(incoming.url, "http://localhost")));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A client that goes away cancels the body.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
