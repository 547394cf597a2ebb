import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeDeclaration } from "../../src/plugin/declaration-file.ts";
import type { PluginOptions } from "../../src/plugin/options.ts";
import { readModule } from "../../src/plugin/prompt-module.ts";
import { promptOf } from "../shipped/workplace.ts";

describe("the declaration of a prompt", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "declaration-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function declare(name: string, options: PluginOptions = {}) {
    const path = join(folder, name);
    writeFileSync(path, promptOf("return args"));
    return writeDeclaration(path, await readModule(path, options), options);
  }

  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  it("lies beside the prompt, with a map that finds it", async () => {
    await declare("p.prompt.md");
    const lines = read("p.prompt.d.md.ts").trimEnd().split("\n");
    expect(lines).toContain("export default prompt;");
    expect(lines.at(-1)).toBe("//# sourceMappingURL=p.prompt.d.md.ts.map");
    expect(JSON.parse(read("p.prompt.d.md.ts.map"))).toMatchObject({
      file: "p.prompt.d.md.ts",
      sources: ["p.prompt.md"],
    });
  });

  it("has the name that is asked for", async () => {
    await declare("p.prompt.md", { declarations: ".md.d.ts" });
    expect(read("p.prompt.md.d.ts")).toContain("sourceMappingURL=p.prompt.md.d.ts.map");
    expect(existsSync(join(folder, "p.prompt.d.md.ts"))).toBe(false);
  });

  it("is not written where none is asked for, and what it needs is not loaded", async () => {
    await declare("p.prompt.md", { declarations: false });
    expect(existsSync(join(folder, "p.prompt.d.md.ts"))).toBe(false);
    const module = await readModule(join(folder, "p.prompt.md"), { declarations: false });
    expect(module.declaration).toBeUndefined();
  });

  it("keeps its time while its bytes stay", async () => {
    await declare("p.prompt.md");
    const path = join(folder, "p.prompt.d.md.ts");
    utimesSync(path, 1000, 1000);
    await declare("p.prompt.md");
    expect(statSync(path).mtimeMs).toBe(1_000_000);
  });

  it("is no reason to fail where it cannot be written", async () => {
    mkdirSync(join(folder, "p.prompt.d.md.ts/full"), { recursive: true });
    expect(await declare("p.prompt.md")).toMatch(
      /^cannot write `.*p\.prompt\.d\.md\.ts`: it is a directory; /,
    );
  });

  it("is not written for what is imported with `?prompt`, nor into installed packages", async () => {
    await declare("notes.md");
    expect(existsSync(join(folder, "notes.d.md.ts"))).toBe(false);
    await mkdir(join(folder, "node_modules/package"), { recursive: true });
    await declare("node_modules/package/p.prompt.md");
    expect(existsSync(join(folder, "node_modules/package/p.prompt.d.md.ts"))).toBe(false);
  });
});
