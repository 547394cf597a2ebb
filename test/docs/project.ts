import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say, streamText } from "../loopback/chat-replies.ts";
import { type ChatServer, startChatServer } from "../loopback/chat-server.ts";
import { type Ended, root, Workplace } from "../shipped/workplace.ts";
import { page } from "./page.ts";

/** A project as the pages suppose it: both packages installed, the prompt of the start, and a model whose address is in the environment. */
export class Project {
  readonly workplace: Workplace;
  readonly chat: ChatServer;

  private constructor(workplace: Workplace, chat: ChatServer) {
    this.workplace = workplace;
    this.chat = chat;
  }

  /** What the model answers with. */
  static readonly answer = "Because of the air.";

  static async make(): Promise<Project> {
    const workplace = await Workplace.make();
    const chat = await startChatServer(({ body }) =>
      (body as { readonly stream?: boolean }).stream === true
        ? streamText(["Because ", "of the air."])
        : say(Project.answer),
    );
    workplace.write("package.json", '{ "type": "module" }');
    mkdirSync(workplace.path("node_modules"));
    symlinkSync(root, workplace.path("node_modules/promptforge-esm"));
    const pfc = `exec '${process.execPath}' '${join(root, "dist/cli/main.js")}' "$@"`;
    for (const [name, line] of [
      ["pfc", pfc],
      ["npx", 'exec "$@"'],
      ["bunx", 'exec "$@"'],
    ] as const)
      writeFileSync(workplace.write(`bin/${name}`, ""), `#!/bin/sh\n${line}\n`, { mode: 0o755, flag: "w" });
    const project = new Project(workplace, chat);
    project.writePrompt(".");
    project.writePrompt("prompts");
    return project;
  }

  /** Puts the prompt of the start into a folder. */
  writePrompt(folder: string): void {
    const prompt = page("docs/getting-started.md").fences.find(({ language }) => language === "markdown")!;
    this.workplace.write(join(folder, prompt.file!), `${prompt.text}\n`);
  }

  /** Writes the fences of a page that have a file's name. */
  writeFiles(path: string): void {
    for (const { file, text } of page(path).fences)
      if (file !== undefined) this.workplace.write(file, `${text}\n`);
  }

  /** Runs a line of a shell. */
  shell(line: string): Promise<Ended> {
    const setting = {
      PATH: `${this.workplace.path("bin")}:${process.env["PATH"]}`,
      MODEL_URL: this.chat.url,
      MODEL_KEY: "key",
      MODEL_NAME: "small-1",
      NO_COLOR: "1",
    };
    const variables = Object.entries(setting)
      .map(([name, value]) => `${name}='${value}'`)
      .join(" ");
    return this.workplace.node([
      "-e",
      'const { status } = require("node:child_process").spawnSync("sh", ["-c", process.argv[1]], { stdio: "inherit" }); process.exitCode = status;',
      `export ${variables}; chmod +x bin/*; ${line}`,
    ]);
  }

  /** Runs the text of a module, with Node importing prompts. */
  run(name: string, text: string): Promise<Ended> {
    this.workplace.write(name, text);
    return this.shell(`node --import promptforge-esm/node --enable-source-maps ${name}`);
  }

  async remove(): Promise<void> {
    await this.chat?.close();
    this.workplace?.remove();
  }
}
