import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { page } from "../../docs/page.ts";
import { Project } from "../../docs/project.ts";
import { root } from "../../shipped/workplace.ts";
import { denoTarget, executable } from "../executable.ts";

/** The programs that the pages call by name. */
const programs = {
  bun: executable("bun", `@oven/bun-${process.platform}-${process.arch}`, "bin/bun"),
  deno: executable("deno", `@deno/${denoTarget()}`, "deno"),
};

let project: Project;
beforeAll(async () => {
  project = await Project.make();
  const { workplace } = project;
  workplace.write("package.json", '{ "type": "module", "dependencies": { "promptforge-runtime": "0.1.0" } }');
  for (const part of ["package.json", "dist"])
    cpSync(join(root, "runtime", part), workplace.path(`node_modules/promptforge-runtime/${part}`), {
      recursive: true,
    });
  for (const [name, path] of Object.entries(programs))
    workplace.write(`bin/${name}`, `#!/bin/sh\nexec '${path}' "$@"\n`);
});
afterAll(() => project?.remove());

/** The lines of a page for shells that begin with a word, in their order. */
const lines = (path: string, word: RegExp) =>
  page(path)
    .fences.filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => word.test(line));

/** Starts a server on any port, asks it with a line of the page, and prints the answer; then what the server has written. */
const asking = (server: string, curl: string) => `
  ${server} > server.log 2>&1 & pid=$!
  for i in $(seq 200); do
    port=$(sed -n 's/.*http:[^ ]*:\\([0-9][0-9]*\\).*/\\1/p' server.log)
    test -n "$port" && break
    sleep 0.1
  done
  ${curl.replace("curl", "curl -sS").replace(/localhost:\d+/, "localhost:$port")}
  kill $pid
  grep -v http: server.log >&2
`;

const answered = {
  status: 1,
  stdout: expect.stringContaining(`"text":${JSON.stringify(Project.answer)}`),
  stderr: "",
};

it("the server of Bun's page is built, runs and answers", async () => {
  const path = "docs/start/bun.md";
  project.writeFiles(path);
  const [curl] = lines(path, /^curl /);
  const [build] = lines(path, /^bunx /);
  expect(await project.shell(build!)).toMatchObject({ status: 0, stderr: "" });
  expect(await project.shell(asking("BUN_PORT=0 bun run main.js", curl!))).toMatchObject(answered);

  const main = project.workplace.read("main.js").replace("./built/answer.prompt.js", "./answer.prompt.md");
  project.workplace.write("main.js", main);
  const [bundle, run] = lines(path, /^bun run /);
  expect(await project.shell(bundle!)).toMatchObject({ status: 0, stderr: "" });
  expect(await project.shell(asking(`BUN_PORT=0 ${run}`, curl!))).toMatchObject(answered);
});

it("the server of Deno's page is built, runs and answers", async () => {
  const path = "docs/start/deno.md";
  project.writeFiles(path);
  const [build] = lines(path, /^npx /);
  expect(await project.shell(build!)).toMatchObject({ status: 0, stderr: "" });
  const [serve] = lines(path, /^deno /);
  const [curl] = lines(path, /^curl /);
  const server = `DENO_DIR=deno-cache DENO_NO_UPDATE_CHECK=1 ${serve!.replace("serve", "serve --port 0")}`;
  expect(await project.shell(asking(server, curl!))).toMatchObject(answered);
});
