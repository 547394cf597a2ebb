import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Workplace } from "../../shipped/workplace.ts";
import { LanguageServer, type Place } from "./language-server.ts";
import { typesProject } from "./types-project.ts";

let project: Workplace;

beforeAll(async () => {
  project = await typesProject();
});

afterAll(() => project?.remove());

/** What is asked for, where it stands in the program, and the line of the prompt that is to be found. */
const targets: readonly [what: string, where: RegExp, line: RegExp][] = [
  ["the module", /from "([^"]*review[^"]*)"/, /^---$/],
  ["the prompt", /= (review)\.run/, /^# Review$/],
  ["an argument", /review\.run\(\{ (text): "x"/, /^ {2}text: /],
  ["an argument with a dash", /("max-words"): 3/, /^ {2}max-words: /],
  ["the arguments", /const args: (Args)/, /^args:$/],
  ["the roles", /readonly (Role)/, /^models:$/],
  ["the slots", /const slot: (Tool)/, /^tools:$/],
];

const programs = [
  ["use.ts", "prompts/review.prompt.md"],
  ["published.ts", "node_modules/acme-prompts/prompts/review.prompt.md"],
] as const;

describe.each(["typescript5", "typescript6"])("the server of %s", (typescript) => {
  let server: LanguageServer;
  beforeAll(() => {
    const path = join(import.meta.dirname, `../node_modules/${typescript}/lib/tsserver.js`);
    server = new LanguageServer(path, project.folder);
  });
  afterAll(() => server.stop());

  describe.each(programs)("in %s", (program, prompt) => {
    it.each(targets)("leads from %s into the prompt", async (_what, where, line) => {
      const found = await server.definition(project.path(program), placeOf(project.read(program), where));
      expect(found.map(({ file }) => file)).toEqual([project.path(prompt)]);
      expect(project.read(prompt).split("\n")[found[0]!.start.line - 1]).toMatch(line);
    });
  });
});

/** Where the group of the first match begins. */
function placeOf(text: string, where: RegExp): Place {
  const match = new RegExp(where, "d").exec(text)!;
  const before = text.slice(0, match.indices![1]![0]).split("\n");
  return { line: before.length, offset: before.at(-1)!.length + 1 };
}
