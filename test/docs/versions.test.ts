import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostEntry, host as hostOf0 } from "../../src/check/host.ts";
import { host as hostOf1 } from "../../src/check/version-1/host.ts";
import { check } from "../../src/index.ts";
import { Workplace } from "../shipped/workplace.ts";
import { runPrompt } from "./example-prompt.ts";
import { page } from "./page.ts";

const { text, fences } = page("docs/versions.md");
const [older, newer] = fences.filter(({ language }) => language === "markdown").map((fence) => fence.text);

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.make();
}, 120_000);
afterAll(() => workplace?.remove());

describe("the two examples of docs/versions.md", () => {
  it("are prompts without a mistake, one of each version", () => {
    const codes = (prompt: string) => check({ path: "p.prompt.md", text: prompt }).map(({ code }) => code);
    expect(codes(older!)).toEqual(["version-1-file"]);
    expect(codes(newer!)).toEqual([]);
  });

  it("give the same", async () => {
    const result = await runPrompt(workplace, older!, "the sea");
    expect(result).toBe("Polish this text: found Draft a text about the sea.");
    expect(await runPrompt(workplace, newer!, "the sea")).toBe(result);
  });

  it("are what `pfc check` says of the older one", () => {
    const [hint] = check({ path: "p.prompt.md", text: older! });
    expect(text).toContain(`${hint!.severity}[${hint!.code}]: ${hint!.message}`);
    for (const change of [
      "`models.infer`",
      "`reply`",
      "`execute` is `call`",
      "`tools.need`",
      "`models.default`",
      "`---`",
    ])
      expect(hint!.help).toContain(change);
    for (const other of ["`handle:infer(text)`", "`sys.id`", "`{{ reply }}`"])
      expect(hint!.help).not.toContain(other);
  });
});

describe("the table of docs/versions.md", () => {
  const rows = [...text.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(
    ([, before, now]) => [before!, now!] as const,
  );
  const named = (column: 0 | 1) => [
    ...rows
      .map((row) => row[column])
      .join("\n")
      .matchAll(/\b(models|tools|messages)\.(\w+)\(/g),
  ];
  const has = (host: Readonly<Record<string, HostEntry>>, library: string, name: string): boolean =>
    typeof host[library] === "object" && Object.hasOwn(host[library], name);

  it("names functions that each version has", () => {
    expect(rows.length).toBeGreaterThan(12);
    expect(named(0).length * named(1).length).toBeGreaterThan(6);
    expect(
      named(0)
        .filter(([, library, name]) => !has(hostOf1, library!, name!))
        .map(String),
    ).toEqual([]);
    expect(
      named(1)
        .filter(([, library, name]) => !has(hostOf0, library!, name!))
        .map(String),
    ).toEqual([]);
  });
});
