import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostListFromSection } from "../../../runtime/internal.ts";
import { LuaTable } from "../../../runtime/lua/table.ts";
import { type Body, eventsOf, failureOf, plain, promptOf, type SectionSpec } from "./prompt.ts";

const jumps = (heading: string): Body =>
  function* (lua) {
    return yield* lua.call("jump", heading);
  };

/** A section that notes its entry, then jumps on its first entry if it is told to. */
function noting(seen: string[]) {
  return (name: string, target?: string, children?: SectionSpec[]): SectionSpec => ({
    name,
    ...(children === undefined ? {} : { children }),
    blocks: [
      function* (lua) {
        seen.push(`${name} ${lua.vm.entry.id}`);
        const first = seen.filter((line) => line.startsWith(`${name} `)).length === 1;
        return target !== undefined && first ? yield* lua.call("jump", target) : undefined;
      },
    ],
  });
}

describe("jump", () => {
  test("JUMP-05: to a sibling before or behind, and on from there", async () => {
    const seen: string[] = [];
    const section = noting(seen);
    await promptOf({
      sections: [section("A"), section("B", "## D"), section("C"), section("D", "## A")],
    }).run();
    expect(seen.map((line) => line[0]).join("")).toBe("ABDABCD");
  });

  test("CHILD-01 to CHILD-05: children from the target on, then the section behind the jumper; one chain counts entries", async () => {
    const seen: string[] = [];
    const section = noting(seen);
    const children = [section("W"), section("X"), section("Y")];
    await promptOf({ sections: [section("A", "### X", children), section("B")] }).run();
    expect(seen).toEqual(["A 0.1", "X 0.2", "Y 0.3", "B 0.4"]);
  });

  test("CHILD-02: levels nest and unwind; a level whose jumper was last resumes above", async () => {
    const seen: string[] = [];
    const section = noting(seen);
    const deep = [section("X", "#### Z", [section("Z")])];
    await promptOf({ sections: [section("A", "### X", deep), section("B")] }).run();
    expect(seen.map((line) => line[0]).join("")).toBe("AXZB");
  });

  test("CHILD-02: a sibling jump inside a child level keeps the suspended parent", async () => {
    const seen: string[] = [];
    const section = noting(seen);
    const children = [section("X", "### Z"), section("Y"), section("Z")];
    await promptOf({ sections: [section("A", "### X", children), section("B")] }).run();
    expect(seen.map((line) => line[0]).join("")).toBe("AXZB");
  });

  test("JUMP-02, JUMP-03: a caught jump still happens and wins over a return and over an error", async () => {
    const errors: unknown[] = [];
    const caught = (after: Body): Body =>
      function* (lua) {
        errors.push(((yield* lua.caught("jump", "## End")) as LuaTable).getString("message"));
        return yield* after(lua);
      };
    const end: SectionSpec = {
      name: "End",
      blocks: [
        // biome-ignore lint/correctness/useYield: the Lua of a block is a generator whether it waits or not
        function* () {
          return "end";
        },
      ],
    };
    const skipped: SectionSpec = { name: "Skipped", blocks: [jumps("## Nowhere")] };
    const wins = [
      caught(plain(() => "lost")),
      caught(plain(() => new LuaTable())),
      caught((lua) => lua.call("error", "lost")),
    ];
    for (const block of wins) {
      const run = promptOf({ sections: [{ name: "A", blocks: [block] }, skipped, end] }).start();
      expect(await run.result).toBe("end");
      expect(await eventsOf(run)).not.toContain("lua_chunk_failed A");
    }
    expect(errors).toEqual(["jump transfer", "jump transfer", "jump transfer"]);
  });

  test("JUMP-04: remaining blocks do not run", async () => {
    const prompt = promptOf({
      sections: [{ name: "A", blocks: [jumps("## B"), (lua) => lua.call("error", "no")] }, { name: "B" }],
    });
    expect(await prompt.run()).toBe("done");
  });

  test("JUMP-10, H1-21: a bad target fails once the section has closed, as Lua, from the H1 pass too", async () => {
    const text = "section heading `## X` not found; available sections: ## B";
    const prompt = promptOf({ sections: [{ name: "A", blocks: [jumps(" ## X ")] }, { name: "B" }] });
    expect(await failureOf(prompt)).toEqual(["Lua", text]);
    expect((await eventsOf(prompt.start())).slice(-2)).toEqual(["section_finished A", "run_failed T"]);
    expect(await failureOf(promptOf({ h1: [jumps("# X")], sections: [{ name: "B" }] }))).toEqual([
      "Lua",
      "section heading `# X` not found; available sections: ## B",
    ]);
  });

  test("JUMP-08: refused while the library loads, in the H1 VM too", async () => {
    const text = "jump is not available during shared library load";
    const shared = jumps("## A");
    expect(await failureOf(promptOf({ shared, sections: [{ name: "A" }] }))).toEqual(["Lua", text]);
    expect(await failureOf(promptOf({ shared, h1: [jumps("## A")], sections: [{ name: "A" }] }))).toEqual([
      "Lua",
      text,
    ]);
  });

  test("H1-08: from the pass to a later section", async () => {
    const seen: string[] = [];
    const section = noting(seen);
    await promptOf({ h1: [jumps("## B")], sections: [section("A"), section("B"), section("C")] }).run();
    expect(seen).toEqual(["B 0.1", "C 0.2"]);
  });
});

describe("headings", () => {
  const globals = { list_from_section: hostListFromSection };
  const lookUp = async (heading: unknown): Promise<string> => {
    const prompt = promptOf({
      globals,
      sections: [
        {
          name: "A",
          children: [{ name: "Kid", items: ["k"], children: [{ name: "Grandkid", items: ["g"] }] }],
          blocks: [
            function* (lua) {
              const error = (yield* lua.caught("list_from_section", heading as string)) as
                | LuaTable
                | undefined;
              if (error !== undefined) return error.getString("message");
              return ((yield* lua.call("list_from_section", heading as string)) as LuaTable).get(1);
            },
          ],
        },
        { name: "B\u00c3\u00a9 x", items: ["b"] },
        { name: "C" },
      ],
    });
    return prompt.run();
  };

  test("HEAD-01: whitespace of every kind around the reference and behind its markers", async () => {
    expect(await lookUp("### Kid")).toBe("k");
    expect(await lookUp("\t##\u00c2\u00a0 \u00e3\u0080\u0080B\u00c3\u00a9 x\u00c2\u0085\n")).toBe("b");
  });

  test("HEAD-02: not itself, no grandchild; case and level count", async () => {
    const missing = (text: string) =>
      `section heading \`${text}\` not found; available sections: ## Bé x, ## C, ### Kid`;
    for (const text of ["## A", "#### Grandkid", "## c", "### C", "## B\u00c3\u00a9  x"]) {
      expect(await lookUp(text)).toBe(missing(text.replace("\u00c3\u00a9", "é")));
    }
  });

  test("HEAD-04: the first failing check wins", async () => {
    expect(await lookUp(undefined)).toBe("section target must be a string, got nil");
    expect(await lookUp(3)).toBe("section target must be a string, got integer");
    expect(await lookUp(2.5)).toBe("section target must be a string, got number");
    expect(await lookUp("## \xff")).toBe("section target must be a valid UTF-8 string");
    expect(await lookUp(" Kid ")).toBe("section heading must include ### markers, got bare name: Kid");
    expect(await lookUp("")).toBe("section heading must include ### markers, got bare name: ");
    expect(await lookUp("### ")).toBe("section heading has no name: ###");
    expect(await lookUp("###Kid")).toBe("section heading must have whitespace after the ### markers: ###Kid");
    expect(await lookUp("###\u00ef\u00bb\u00bfKid")).toMatch(/^section heading must have whitespace/);
  });

  test("HEAD-06: a section without items", async () => {
    expect(await lookUp("## C")).toBe("section `C` has no pre-parsed items");
  });

  test("HEAD-04: every reference gives a section or one of the six texts", async () => {
    const reference = fc.string({ unit: fc.constantFrom("#", " ", "K", "i", "d", "\n") });
    await fc.assert(
      fc.asyncProperty(reference, async (text) => {
        expect(await lookUp(text)).toMatch(/^(k|section heading (must|has no name: #|`#))/);
      }),
    );
  });
});
