import type { RequestListener } from "node:http";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type NodeWebOptions, web } from "../../src/node/web.ts";
import { call, failure } from "../web/call.ts";
import { startWebServer, type WebServer } from "./web-server.ts";

const text: RequestListener = (_request, response) => {
  response.setHeader("content-type", "text/plain");
  response.end("here");
};
const redirect =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end("moved");
  };

async function serve(paths: { readonly [path: string]: RequestListener } = {}): Promise<WebServer> {
  const server = await startWebServer({ "/": text, ...paths });
  onTestFinished(server.close);
  return server;
}

/** Tools that may ask the server, and it alone: 127.0.0.1 is allowed, other addresses of this machine are not. */
function toolsFor({ port }: { port: number }, resolve: NodeWebOptions["resolve"], policy = {}) {
  const options = {
    policy: {
      schemes: ["http", "https"],
      ports: [port, 80, 443],
      allowAddress: (a: string) => a === "127.0.0.1",
      ...policy,
    },
    ...(resolve !== undefined && { resolve }),
  };
  const tool = web(options);
  return (url: string) => call(tool, "fetch", { url: url.replace("PORT", String(port)) });
}

const always =
  (...addresses: string[]) =>
  async () =>
    addresses;

describe("addresses at connect time (WEB-10)", () => {
  it.each([
    [["127.0.0.2"]],
    [["10.1.2.3", "192.168.0.1"]],
    [["169.254.169.254"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["::ffff:7f00:1"]],
    [["64:ff9b::7f00:1"]],
    [["fe80::1%lo"]],
    [["not an address"]],
    [[]],
  ])("a name with %j fails the call without a connection", async (addresses) => {
    const server = await serve();
    const fetch = toolsFor(server, always(...addresses));
    expect(await failure(fetch("http://name.example:PORT/"))).toEqual({
      message: "host name.example has no allowed address",
      kind: "InvalidArguments",
    });
    expect(server.connections().opened).toBe(0);
  });

  it("the system's resolver is checked like any other", async () => {
    expect(await failure(call(web(), "fetch", { url: "https://localhost/" }))).toEqual({
      message: "host localhost has no allowed address",
      kind: "InvalidArguments",
    });
    const server = await serve();
    expect(await toolsFor(server, undefined)("http://localhost:PORT/")).toContain("\n\nhere");
  });

  it("blocked addresses are dropped, the rest is used", async () => {
    const server = await serve();
    const fetch = toolsFor(server, always("10.0.0.1", "127.0.0.2", "::1", "127.0.0.1", "192.168.1.1"));
    expect(await fetch("http://name.example:PORT/")).toContain("\n\nhere");
    expect(server.requests).toEqual(["GET name.example/"]);
  });

  it("a name is resolved once for each connection: nothing lies between check and connect", async () => {
    const server = await serve({ "/again": redirect("/") });
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const asked: string[] = [];
    const fetch = toolsFor(server, async (host) => {
      asked.push(host);
      return answers[asked.length - 1]!;
    });
    // The name turns to a blocked address behind the first answer: the hop to the same name is checked anew.
    expect((await failure(fetch("http://name.example:PORT/again"))).message).toBe(
      "host name.example has no allowed address",
    );
    expect(asked).toEqual(["name.example", "name.example"]);
    expect(server.requests).toEqual(["GET name.example/again"]);
  });

  it("an approval is not remembered: each call has connections of its own", async () => {
    const server = await serve();
    let address = "127.0.0.1";
    const fetch = toolsFor(server, async () => [address]);
    await fetch("http://name.example:PORT/");
    address = "127.0.0.2";
    expect((await failure(fetch("http://name.example:PORT/"))).message).toBe(
      "host name.example has no allowed address",
    );
    expect(server.connections().opened).toBe(1);
  });

  it("a redirect to a name of a private address fails the call", async () => {
    const server = await serve({ "/out": redirect("//inside.example/") });
    const fetch = toolsFor(server, async (host) =>
      host === "inside.example" ? ["10.0.0.1"] : ["127.0.0.1"],
    );
    expect(await failure(fetch("http://name.example:PORT/out"))).toEqual({
      message: "host inside.example has no allowed address",
      kind: "InvalidArguments",
    });
  });

  it.each(["http://127.0.0.2/", "http://0x7f.2/", "http://[::1]/", "http://[::ffff:127.0.0.2]/"])(
    "a redirect to %s is refused",
    async (target) => {
      const server = await serve({ "/out": redirect(target) });
      expect(await toolsFor(server, always("127.0.0.1"))("http://name.example:PORT/out")).toMatch(
        /^redirect from http:\/\/name\.example:\d+\/out to \S+ refused: ip literal host not allowed: [\da-f.:]+$/,
      );
    },
  );
});

describe("failures before an answer (WEB-01)", () => {
  it("a name that is not found", async () => {
    const fetch = toolsFor({ port: 80 }, () => Promise.reject(new Error("ENOTFOUND")));
    expect(await fetch("http://name.example/p?q")).toBe("dns resolution failed for name.example");
  });

  it("nobody listens: the URL is shown as it was given", async () => {
    const server = await startWebServer({});
    await server.close();
    const fetch = toolsFor(server, always("127.0.0.1"));
    expect(await fetch("http://name.example:PORT?q=1#x")).toBe(
      `fetch failed for http://name.example:${server.port}?q=1#x: network error; try a different URL`,
    );
  });

  it("an answer that is no HTTP", async () => {
    const server = createServer((socket) => socket.end("nonsense\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await toolsFor({ port }, always("127.0.0.1"))("http://name.example:PORT/")).toMatch(
      /^fetch failed for \S+: network error; try a different URL$/,
    );
  });

  it("a resolver or a handshake that takes longer than the connect limit", async () => {
    const late = "timed out; try again or use a different URL";
    const policy = { connectTimeoutMs: 50 };
    const asleep = toolsFor({ port: 80 }, () => new Promise(() => {}), policy);
    expect(await asleep("http://name.example/p?q")).toBe(`request to http://name.example/p ${late}`);
    const mute = createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void mute.close());
    const { port } = mute.address() as { port: number };
    const fetch = toolsFor({ port }, always("127.0.0.1"), policy);
    expect(await fetch("https://name.example:PORT/")).toBe(
      `request to https://name.example:${port}/ ${late}`,
    );
  });

  it("an answer that takes longer than the request limit", async () => {
    const server = await serve({ "/": () => {} });
    const fetch = toolsFor(server, always("127.0.0.1"), { requestTimeoutMs: 100 });
    expect(await fetch("http://name.example:PORT/")).toMatch(/^request to \S+ timed out; try again/);
    await expect.poll(() => server.connections().open).toBe(0);
  });
});

describe("what is sent (WEB-02)", () => {
  it("names nobody and goes to the host itself", async () => {
    const seen: object[] = [];
    const server = await serve({
      "/a": (request, response) => {
        response.writeHead(302, { location: "/b?x=%20+", "set-cookie": "c=1; Path=/" }).end();
        seen.push(request.headers);
      },
      "/b": (request, response) => {
        seen.push(request.headers);
        text(request, response);
      },
    });
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = "http://127.0.0.1:1";
    onTestFinished(() => {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    });
    const fetch = toolsFor(server, always("127.0.0.1"));
    expect(await fetch("http://name.example:PORT/a#f")).toContain("\n\nhere");
    expect(server.requests).toEqual(["GET name.example/a", "GET name.example/b?x=%20+"]);
    for (const headers of seen) {
      expect(headers).toMatchObject({ "user-agent": "harness-webfetch/0.0" });
      for (const name of ["cookie", "authorization", "referer", "origin", "proxy-authorization"])
        expect(headers).not.toHaveProperty(name);
    }
  });
});
