import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "../../scripts/build.mjs";

/** The folder of the repository. */
export const root = join(import.meta.dirname, "../..");

const cache = join(root, "node_modules/.cache/promptforge");

/** How a process has ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder inside the repository, so that modules in it find the built runtime, and the processes that work in it. */
export class Workplace {
  readonly folder: string;

  /** `make` brings both packages up to date first. */
  private constructor(folder: string) {
    this.folder = folder;
  }

  /** A new, empty folder below `place`, beside built packages that are up to date. */
  static async make(place: string = cache): Promise<Workplace> {
    await build();
    mkdirSync(place, { recursive: true });
    return new Workplace(mkdtempSync(join(place, "shipped-")));
  }

  /** The absolute path of a file. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file and the folders above it. */
  write(name: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** The default export of a module that lies in the folder. */
  async load<Export>(name: string): Promise<Export> {
    return ((await import(pathToFileURL(this.path(name)).href)) as { default: Export }).default;
  }

  /** Runs Node with arguments, in the folder. */
  node(args: readonly string[], input = ""): Promise<Ended> {
    return this.execute(process.execPath, args, input);
  }

  /** Runs a program with arguments, in the folder. It prints no colours, whatever the tests themselves print. */
  execute(program: string, args: readonly string[], input = ""): Promise<Ended> {
    const { FORCE_COLOR, ...others } = process.env;
    const child = spawn(program, args, { cwd: this.folder, env: { ...others, NO_COLOR: "1" } });
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on("data", (chunk: Buffer) => output.stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.stderr.push(chunk));
    // A process that does not read its input may have ended before it is written.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) =>
        resolve({
          status,
          stdout: Buffer.concat(output.stdout).toString(),
          stderr: Buffer.concat(output.stderr).toString(),
        }),
      );
    });
  }

  /** Runs the built command line. */
  pfc(...args: readonly string[]): Promise<Ended> {
    return this.node([join(root, "dist/cli/main.js"), ...args]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A prompt of one section with one fence. The fence's first line is line 12 of the file when `head` is empty. */
export function promptOf(lua: string, { head = "", prose = "" } = {}): string {
  return `---\nname: p\ndescription: Says what it is told\npromptforge: 0\n${head}---\n\n# P\n\n## Say\n\n${prose}\`\`\`lua\n${lua}\n\`\`\`\n`;
}
