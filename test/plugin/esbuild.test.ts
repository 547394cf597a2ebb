import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildFailure, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import promptforge from "../../src/plugin/esbuild.ts";
import { promptOf, Workplace } from "../shipped/workplace.ts";

describe("the plugin for esbuild", () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await Workplace.make();
  }, 60_000);
  afterAll(() => place.remove());

  /** Bundles a module that is given as text and stands in the folder. */
  const bundle = (contents: string) =>
    build({
      stdin: { contents, resolveDir: place.folder },
      absWorkingDir: place.folder,
      bundle: true,
      write: false,
      format: "esm",
      logLevel: "silent",
      plugins: [promptforge({ declarations: false })],
    });

  const errorsOf = (contents: string) =>
    bundle(contents).then(
      () => [],
      ({ errors }: BuildFailure) => errors,
    );

  it("locates a finding, underlines it and says what to write instead", async () => {
    place.write("broken.prompt.md", promptOf("return 1").replace("name: p", "nam: p"));
    const [error, ...others] = await errorsOf('import "./broken.prompt.md"');
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      text: expect.stringMatching(/unknown field `nam`.* \[frontmatter-unknown-key\]$/),
      location: {
        file: expect.stringMatching(/broken\.prompt\.md$/),
        line: 2,
        column: 0,
        length: 3,
        lineText: "nam: p",
        suggestion: "name",
      },
      notes: [{ text: "Did you mean `name`?" }, expect.anything()],
    });
  });

  it.each(["say hi", "ä", "100%", "%41", "a#b", "q?m/x"])(
    "finds %s, and its map leads there",
    async (name) => {
      place.write(`${name}.prompt.md`, promptOf("return args"));
      const [folder, file] = name.includes("/") ? name.split("/") : ["", name];
      const { outputFiles } = await build({
        stdin: { contents: `export { default } from "./${file}.prompt.md"`, resolveDir: place.path(folder!) },
        outfile: place.path("out.js"),
        bundle: true,
        write: false,
        format: "esm",
        sourcemap: "external",
        logLevel: "silent",
        plugins: [promptforge({ declarations: false })],
      });
      const { sources } = JSON.parse(outputFiles[0]!.text) as { readonly sources: readonly string[] };
      const out = pathToFileURL(place.path("out.js"));
      expect(sources.map((source) => fileURLToPath(new URL(source, out)))).toContain(
        place.path(`${name}.prompt.md`),
      );
    },
  );

  it("counts columns in bytes", async () => {
    place.write("bytes.prompt.md", promptOf('local x = "ä" )'));
    const [error] = await errorsOf('import "./bytes.prompt.md"');
    expect(error?.location).toMatchObject({ line: 12, column: 15, lineText: 'local x = "ä" )' });
  });

  it("gives warnings with the module", async () => {
    place.write("warned.prompt.md", promptOf("return argz"));
    const { warnings } = await bundle('export { default } from "./warned.prompt.md"');
    const own = warnings.filter(({ pluginName }) => pluginName === "promptforge");
    expect(own).toMatchObject([{ location: { line: 12, column: 7, length: 4 } }]);
  });

  it("says which file cannot be read", async () => {
    const path = place.write("big.prompt.md", "");
    writeFileSync(path, Buffer.from([0, 1]));
    expect(await errorsOf('import "./big.prompt.md"')).toMatchObject([
      { text: expect.stringContaining("[file-not-text]") },
    ]);
  });

  it("leaves imports alone that want the text, and Markdown that is no prompt", async () => {
    place.write("plain.prompt.md", promptOf("return 1"));
    const text = await bundle('import t from "./plain.prompt.md" with { type: "text" }; console.log(t)');
    expect(text.outputFiles[0]!.text).toContain("description: Says what it is told");
    place.write("readme.md", "# Readme");
    expect(await errorsOf('import "./readme.md"')).toMatchObject([
      { text: expect.stringContaining('No loader is configured for ".md" files') },
    ]);
  });
});
