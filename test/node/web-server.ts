import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on an address of this machine, and what it has seen. */
export interface WebServer {
  readonly port: number;
  /** `{method} {host}{path}` of each request. */
  readonly requests: readonly string[];
  /** Connections that were opened, and those that are open. */
  readonly connections: () => { readonly opened: number; readonly open: number };
  readonly close: () => Promise<void>;
}

/** Starts a server; paths that the table does not have get status 404. Closes with the test when given to `onTestFinished`. */
export async function startWebServer(
  paths: { readonly [path: string]: RequestListener },
  address = "127.0.0.1",
): Promise<WebServer> {
  const requests: string[] = [];
  const sockets = { opened: 0, open: 0 };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host?.replace(/:\d+$/, "")}${request.url}`);
    const listener = paths[new URL(request.url!, "http://x").pathname];
    if (listener === undefined) response.writeHead(404).end();
    else listener(request, response);
  });
  server.on("connection", (socket) => {
    sockets.opened++;
    sockets.open++;
    socket.on("close", () => {
      sockets.open--;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => ({ ...sockets }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
