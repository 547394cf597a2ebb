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

const files: readonly [what: string, name: string, content: string | Uint8Array, codes: number][] = [
  ["nothing", "good.prompt.md", `${head}Hello\n`, 0],
  ["errors", "wrong Ä%.prompt.md", `${head.replace("name", "nam")}\`\`\`lua\nlocal = 1\n\`\`\`\n`, 1],
  ["a warning", "warned.prompt.md", `${head}\`\`\`lua\nreturn argz\n\`\`\`\n`, 1],
  ["bytes that are no text", "bytes.prompt.md", Uint8Array.of(0xff, 0xfe, 0x00), 1],
];

it.each(files)(
  "what `pfc check --format sarif` says of %s fits the schema",
  async (_, name, content, least) => {
    workplace.write(name, content);
    const { stdout, stderr } = await workplace.pfc("check", name, "--format", "sarif");
    const log = JSON.parse(stdout || stderr);
    expect(isLog(log), JSON.stringify(isLog.errors, undefined, 1)).toBe(true);
    expect(log.runs[0].results.length).toBeGreaterThanOrEqual(least);
  },
);

it("the schema refuses what is no log", () => {
  expect(isLog({ version: "2.1.0", runs: [{ tool: {}, results: [{ message: "text" }] }] })).toBe(false);
});
