import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Workplace } from "../../shipped/workplace.ts";
import { typesProject } from "./types-project.ts";

const compilers = [
  ["TypeScript 5.9", "typescript5"],
  ["TypeScript 6", "typescript6"],
  ["TypeScript 7", "typescript7"],
];

let project: Workplace;

beforeAll(async () => {
  project = await typesProject();
  // The wrong lines without the comments that expect it of them.
  for (const name of ["use.ts", "published.ts"])
    project.write(`wrong-${name}`, project.read(name).replaceAll("// @ts-expect-error", "// wrong:"));
});

afterAll(() => project?.remove());

describe.each(compilers)("%s", (_name, compiler) => {
  it.each(["bundler", "nodenext"])(
    "takes prompts, from source and of a package, under %s resolution, and refuses what is wrong",
    async (resolution) => {
      const findings = await check(compiler!, `tsconfig.${resolution}.json`);
      expect(findings).toEqual(["wrong-published.ts", "wrong-use.ts"].flatMap(wrongLines));
    },
  );
});

// The oldest and the newest.
it.each([compilers[0]!, compilers.at(-1)!])(
  "%s finds the other style of declarations without `allowArbitraryExtensions`, under bundler resolution",
  async (_name, compiler) => {
    for (const name of ["plain", "review"])
      project.write(`other/prompts/${name}.prompt.md.d.ts`, project.read(`prompts/${name}.prompt.d.md.ts`));
    project.write("other/use.ts", project.read("use.ts"));
    project.write(
      "other/tsconfig.json",
      JSON.stringify({
        extends: "../tsconfig.bundler.json",
        compilerOptions: { allowArbitraryExtensions: false },
        include: ["use.ts"],
      }),
    );
    expect(await check(compiler!, "other/tsconfig.json")).toEqual([]);
  },
);

/** Where the compiler finds something wrong, in the order of files and lines. */
async function check(compiler: string, settings: string): Promise<string[]> {
  const tsc = join(import.meta.dirname, `../node_modules/${compiler}/bin/tsc`);
  const { status, stdout, stderr } = await project.node([tsc, "--pretty", "false", "-p", settings]);
  expect(stderr).toBe("");
  // What belongs to the finding above it is indented.
  const lines = stdout.split("\n").filter((line) => /^\S/.test(line));
  expect(status === 0).toBe(lines.length === 0);
  const places = lines.map((line) => /^(.+?)\((\d+),\d+\): error /.exec(line)?.slice(1).join(":") ?? line);
  return places.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** The lines below the comments. */
function wrongLines(name: string): string[] {
  const lines = project.read(name).split("\n");
  return lines.flatMap((line, index) => (line.startsWith("// wrong: ") ? [`${name}:${index + 2}`] : []));
}
