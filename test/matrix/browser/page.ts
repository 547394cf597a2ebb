import { copyFileSync, cpSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import promptforge from "../../../src/plugin/vite.ts";
import type { ChatReply, ChatServer } from "../../loopback/chat-server.ts";
import { Workplace } from "../../shipped/workplace.ts";
import { startProvider } from "../edge/provider.ts";

/** What `.ci/run` installs where it is missing: Debian's. */
const CHROMIUM = "/usr/bin/chromium";

/** The page of `app/` in headless Chromium, from a development server of Vite that passes `/v1` on to a provider. */
export class DigestPage {
  readonly page: Page;
  readonly provider: ChatServer;
  /** What the page and its console complained about, and each document that it has loaded. */
  readonly complaints: string[] = [];
  readonly loaded: string[] = [];
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.page = parts.page;
    this.provider = parts.provider;
    this.page.on("pageerror", (error) => this.complaints.push(String(error)));
    this.page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
    this.page.on("framenavigated", (frame) => this.loaded.push(frame.url()));
  }

  /** Opens it; `odd` as with `startProvider`. */
  static async open(
    browser: Browser,
    odd?: { readonly [conversation: number]: ChatReply },
  ): Promise<DigestPage> {
    const place = await Workplace.make(join(import.meta.dirname, "../.cache"));
    cpSync(join(import.meta.dirname, "app"), place.folder, { recursive: true });
    for (const name of ["digest.prompt.md", "visit.js"])
      copyFileSync(join(import.meta.dirname, "../edge/app", name), place.path(name));
    const provider = await startProvider(odd);
    const server = await serve(place, provider);
    const opened = new DigestPage({ place, provider, server, page: await browser.newPage() });
    await opened.page.goto(server.resolvedUrls!.local[0]!);
    return opened;
  }

  /** Puts another word in the place of one in the prompt, at once, as editors do. */
  edit(before: string, after: string): void {
    const { place } = this.#parts;
    const path = place.path("digest.prompt.md");
    place.write("new.txt", readFileSync(path, "utf8").replace(before, after));
    renameSync(place.path("new.txt"), path);
  }

  async close(): Promise<void> {
    const { page, server, provider, place } = this.#parts;
    await page.close();
    await server.close();
    await provider.close();
    place.remove();
  }
}

interface Parts {
  readonly place: Workplace;
  readonly provider: ChatServer;
  readonly server: ViteDevServer;
  readonly page: Page;
}

/** Starts Debian's Chromium, without what it asks the network for by itself. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

async function serve(place: Workplace, provider: ChatServer): Promise<ViteDevServer> {
  const server = await createServer({
    root: place.folder,
    configFile: false,
    logLevel: "error",
    server: {
      host: "127.0.0.1",
      port: 0,
      // The browser runs no code that is made from strings.
      headers: { "content-security-policy": "script-src 'self'" },
      proxy: { "/v1": new URL(provider.url).origin },
    },
    plugins: [promptforge({ declarations: false })],
  });
  return server.listen();
}
