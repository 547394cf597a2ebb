import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type Ended, root } from "../shipped/workplace.ts";

const program = join(root, "dist/cli/main.js");

/** The environment of a test: nothing of the machine's own settings of models and colours. */
function environment(own: { readonly [name: string]: string }): NodeJS.ProcessEnv {
  const { NO_COLOR, FORCE_COLOR, PFC_BASE_URL, PFC_MODEL, PFC_API_KEY, ...others } = process.env;
  return { ...others, TERM: "xterm", ...own };
}

/** `pfc` as a process of its own. */
export class Command {
  readonly child: ChildProcess;
  /** Settles when the process has ended and its output is read. */
  readonly ended: Promise<Ended>;
  #stdout = "";
  #stderr = "";
  readonly #watchers = new Set<() => void>();

  protected constructor(file: string, args: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
    this.child = spawn(file, args, { cwd: folder, env });
    this.child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#wake();
    });
    this.child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#wake();
    });
    // It may end before it has read what is written to it.
    this.child.stdin!.on("error", () => undefined);
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (status) => {
        resolve({ status, stdout: this.#stdout, stderr: this.#stderr });
        this.#wake();
      });
    });
  }

  /** Starts it in a folder. Its input is open until `type` is given an end. */
  static start(
    folder: string,
    args: readonly string[],
    env: { readonly [name: string]: string } = {},
  ): Command {
    return new Command(process.execPath, [program, ...args], folder, environment(env));
  }

  /** Everything that it has written so far, to both outputs. */
  get output(): string {
    return this.#stdout + this.#stderr;
  }

  type(text: string): void {
    this.child.stdin!.write(text);
  }

  /** Returns once the output holds the pattern. Rejects when the process ends without that. */
  async shows(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        const ended = await this.ended;
        if (pattern.test(this.output)) return;
        throw new Error(`${pattern} is missing in ${JSON.stringify(ended)}`);
      }
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          this.#watchers.delete(wake);
          resolve();
        };
        this.#watchers.add(wake);
        this.ended.then(wake, reject);
      });
    }
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** The same in a terminal of its own, of 100 columns: the program `script` (bsdutils) makes one. Output and errors are one there. */
export class TerminalCommand extends Command {
  static override start(
    folder: string,
    args: readonly string[],
    env: { readonly [name: string]: string } = {},
  ): TerminalCommand {
    const words = [process.execPath, program, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    const line = `stty cols 100 rows 30; exec ${words.join(" ")}`;
    return new TerminalCommand("script", ["-qfec", line, "/dev/null"], folder, environment(env));
  }
}

/** Runs `pfc` to its end with that input. */
export async function pfc(
  folder: string,
  args: readonly string[],
  {
    input = "",
    env = {},
  }: { readonly input?: string; readonly env?: { readonly [name: string]: string } } = {},
): Promise<Ended> {
  const command = Command.start(folder, args, env);
  command.child.stdin!.end(input);
  return command.ended;
}
