import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A place in a file: both from 1, as the server counts. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/** Where a definition is. */
export interface Definition {
  readonly file: string;
  readonly start: Place;
  readonly end: Place;
}

interface Message {
  readonly type: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

/** TypeScript's server for editors (`tsserver.js`), in a process of its own. */
export class LanguageServer {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #sent = 0;
  #received = "";

  constructor(path: string, folder: string) {
    this.#process = spawn(process.execPath, [path, "--disableAutomaticTypingAcquisition"], { cwd: folder });
    this.#process.stdout!.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    this.#process.on("exit", () => {
      for (const settle of this.#waiting.values()) settle({ type: "exit", message: "the server has ended" });
    });
  }

  /** Where editors go from a place in a file. */
  async definition(file: string, place: Place): Promise<readonly Definition[]> {
    this.#send("open", { file, fileContent: readFileSync(file, "utf8") });
    const { success, message, body } = await this.#ask("definition", { file, ...place });
    if (!success) throw new Error(message);
    return body as Definition[];
  }

  stop(): void {
    this.#process.kill();
  }

  #send(command: string, args: object): number {
    this.#sent += 1;
    this.#process.stdin!.write(
      `${JSON.stringify({ seq: this.#sent, type: "request", command, arguments: args })}\n`,
    );
    return this.#sent;
  }

  #ask(command: string, args: object): Promise<Message> {
    const number = this.#send(command, args);
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  }

  /** A message is one line, among lines of headers. */
  #receive(text: string): void {
    const lines = (this.#received + text).split("\n");
    this.#received = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith("{")) continue;
      const message = JSON.parse(line) as Message;
      if (message.request_seq === undefined) continue;
      this.#waiting.get(message.request_seq)?.(message);
      this.#waiting.delete(message.request_seq);
    }
  }
}
