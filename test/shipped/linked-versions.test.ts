import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.mjs";
import { bundle } from "../../src/cli/bundle.ts";
import { compile } from "../../src/index.ts";
import { root } from "./workplace.ts";

beforeAll(async () => {
  await build();
}, 120_000);

/** A text of each room of version 1, and of each room of version 0 that has another in its place. */
const MARKS = {
  1: {
    "prose turns": "model binding required for section ",
    reply: " must be a string or nil, got ",
    "rooms of sections": "is only available in sections (## headings)",
    "rooms of the H1 body": "is only available during live H1 execution",
    needs: "no tool matches",
    "model needs": "no model matches",
    "instruction budget": "lua instruction budget exceeded",
    interruption: "interrupted by Ctrl-C",
    fanout: "fanout results are read-only",
    headings: "more than one visible section matches",
    "write races": "another arm of the same fanout already wrote it",
  },
  0: {
    prose: "prose is read-only",
    argv: "argv is frozen",
    roles: "is not a bound model role",
    slots: "is not a bound tool slot",
    prepare: "the environment cannot satisfy this prompt",
    claims: "store determinism violation",
    loop: "models.loop takes",
  },
} as const;

const versionOne = `---
name: all
description: Uses all of version 1
promptforge: 1
---

# All

\`\`\`lua
models.default("m", "writes")
tools.need("t", "works")
tools.always("t")
\`\`\`

\`\`\`lua shared
function double(n) return n * 2 end
\`\`\`

## A

\`\`\`lua
tools.add("t")
tools.add_local("l", "local", { v = "string" }, function(given) return given.v end)
models.use("m")
\`\`\`

Ask {{ args }} {{ reply }} {{ sys.id }} {{ var.x }}

\`\`\`lua
local r = fanout("### W", { 1, 2 })
store.write("f.txt", r[1].text .. tools.calls.l .. tostring(pcall(execute, "### W")))
for _ = 1, 3 do log(m:infer("x")) end
jump("## B")
\`\`\`

### W

\`\`\`lua
return item .. double(2)
\`\`\`

## B

\`\`\`lua
return reply
\`\`\`
`;

async function bundled(text: string): Promise<string> {
  const path = join(root, "fixtures/sizes/x.prompt.md");
  const { code, diagnostics } = await compile({ path, text }, { types: false });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const target = path.replace(/\.md$/, ".js");
  return (await bundle({ code: code!, map: undefined, path, target, minify: true, engines: ["es2022"] }))
    .code;
}

const found = (code: string, version: keyof typeof MARKS): string[] =>
  Object.entries(MARKS[version]).flatMap(([room, text]) => (code.includes(text) ? [room] : []));

describe("a module carries the rooms of its own version", () => {
  it("version 1, all of it: no room of version 0", async () => {
    const code = await bundled(versionOne);
    expect(found(code, 1)).toEqual(Object.keys(MARKS[1]));
    expect(found(code, 0)).toEqual([]);
  });

  it("version 0, all of it: no room of version 1", async () => {
    const code = await bundled(readFileSync(join(root, "fixtures/sizes/every.prompt.md"), "utf8"));
    expect(found(code, 0).length).toBeGreaterThan(2);
    const shared = ["prose turns", "interruption"];
    expect(found(code, 1).filter((room) => !shared.includes(room))).toEqual([]);
  });

  it("version 1, a return alone: nothing of models, tools and fanouts", async () => {
    const code = await bundled(
      '---\nname: p\ndescription: d\npromptforge: 1\n---\n\n# P\n\n## A\n\n```lua\nreturn "x"\n```\n',
    );
    expect(found(code, 1)).toEqual(["reply", "instruction budget", "interruption"]);
    expect(found(code, 0)).toEqual([]);
  });
});
