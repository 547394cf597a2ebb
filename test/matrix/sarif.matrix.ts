import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Schema from "ajv-draft-04";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Workplace } from "../shipped/workplace.ts";

/** The JSON schema of OASIS for SARIF 2.1.0, as Microsoft's matchers ship it. */
const schema = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
    "utf8",
  ),
);
const validator = new Schema.default({ allErrors: true, strict: false, unicodeRegExp: false });
formats.default(validator as never);
const isLog = validator.compile(schema);

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.make();
});
afterAll(() => workplace?.remove());

const head = "---\nname: p\ndescription: d\npromptforge: 0\n---\n\n# P\n\n";

const files: { readonly [name: string]: string | Uint8Array } = {
  "good.prompt.md": `${head}Hello\n`,
  "wrong Ä%.prompt.md": `${head.replace("name", "nam")}\`\`\`lua\nlocal = 1\n\`\`\`\n`,
  "warned.prompt.md": `${head}\`\`\`lua\nreturn argz\n\`\`\`\n`,
  "bytes.prompt.md": Uint8Array.of(0xff, 0xfe, 0x00),
};

it("what `pfc check --format sarif` says of errors, warnings and bytes that are no text fits the schema", async () => {
  for (const [name, content] of Object.entries(files)) workplace.write(name, content);
  const { stdout, stderr } = await workplace.pfc("check", ...Object.keys(files), "--format", "sarif");
  expect(stdout, stderr).not.toBe("");
  const log = JSON.parse(stdout);
  expect(isLog(log), JSON.stringify(isLog.errors, undefined, 1)).toBe(true);
  const results: { readonly level: string; readonly locations: unknown }[] = log.runs[0].results;
  expect(new Set(results.map(({ level }) => level))).toEqual(new Set(["error", "warning"]));
  for (const name of ["wrong%20%C3%84%25", "warned", "bytes"])
    expect(JSON.stringify(results.map(({ locations }) => locations))).toContain(`"${name}.prompt.md"`);
});

it("a log without findings fits it too", async () => {
  const { stdout, stderr } = await workplace.pfc("check", "good.prompt.md", "--format", "sarif");
  const log = JSON.parse(stdout || stderr);
  expect(isLog(log), JSON.stringify(isLog.errors, undefined, 1)).toBe(true);
  expect(log.runs[0].results).toEqual([]);
});

it("the schema refuses what is no log", () => {
  expect(isLog({ version: "2.1.0", runs: [{ tool: {}, results: [{ message: "text" }] }] })).toBe(false);
});
