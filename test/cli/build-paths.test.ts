import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { promptOf, Workplace } from "../shipped/workplace.ts";
import { pfc } from "./run-process.ts";

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.make();
}, 120_000);
afterAll(() => place?.remove());

/** Names of files in which a URL, a glob, a shell or a map may see something else. */
const names = [
  "say hi",
  "ä",
  "日本",
  "100%",
  "%41",
  "it's",
  "[slug]",
  "$x",
  "a#b",
  "q?m",
  "*s",
  "{b}",
  "a!b",
  "-dash",
  "x".repeat(230),
];

const shared = 'function lib(x) return "told " .. x end';
const text = promptOf('if args == "fail" then error("boom") end\nreturn lib(args)').replace(
  "# P\n",
  `# P\n\n\`\`\`lua shared\n${shared}\n\`\`\`\n`,
);

/** Imports each module of a folder, runs it, and prints what it gives and where it fails, by name: Node alone reads URLs as Node does. */
const program = (folder: string) => `
import { pathToFileURL } from "node:url";
const told = {};
for (const name of ${JSON.stringify(names)}) {
  const { default: prompt } = await import(pathToFileURL(\`${folder}/\${name}.prompt.js\`).href);
  const stack = await prompt.run("fail").catch((error) => error.stack.split("\\n").at(-1).trim());
  told[name] = [await prompt.run("x"), stack];
}
console.log(JSON.stringify(told));
`;

/** The files that the map of a module leads to, as whoever reads maps finds them: by URLs. */
function sourcesOf(file: string): readonly string[] {
  const name = /\n\/\/# sourceMappingURL=(.*)\n$/.exec(place.read(file))![1]!;
  const map = new URL(name, pathToFileURL(place.path(file)));
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { readonly sources: readonly string[] };
  return sources.map((source) => fileURLToPath(new URL(source, map)));
}

describe.each([[], ["--bundle"], ["--bundle", "--minify"]])("pfc build %s %s", (...options) => {
  const folder = `out${options.join("")}`;
  beforeAll(async () => {
    for (const name of names) place.write(`${name}.prompt.md`, text);
    const { status, stderr } = await pfc(place.folder, ["build", "*.prompt.md", "--out", folder, ...options]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }, 120_000);

  it("makes modules that run, and name the prompt where they fail", async () => {
    place.write("program.mjs", program(folder));
    const { stdout, stderr } = await place.node(["program.mjs"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(
      Object.fromEntries(names.map((name) => [name, ["told x", `at section 'Say' (${name}.prompt.md:16)`]])),
    );
  });

  it.each(names)("leads from the module of %s to the prompt", (name) => {
    expect(sourcesOf(`${folder}/${name}.prompt.js`)).toContain(place.path(`${name}.prompt.md`));
  });
});
