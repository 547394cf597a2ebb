import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { globSync } from "tinyglobby";
import { beforeAll, describe, expect, it } from "vitest";
import { type Linked, linked } from "./linked-rooms.ts";
import { root } from "./workplace.ts";

const prompts = globSync("fixtures/{sizes,features,demo}/*.prompt.md", { cwd: root, absolute: true }).sort();
const isOlder = (path: string): boolean => /^promptforge: 1$/m.test(readFileSync(path, "utf8"));

/** What version 0 has that version 1 has not, or has otherwise: by file of `runtime/`, or by folder. */
const ROOMS_OF_0 = [
  "args-shape.ts",
  "engine/answers.ts",
  "engine/claims.ts",
  "engine/ends.ts",
  "engine/model-roles.ts",
  "engine/numbers.ts",
  "engine/prepare.ts",
  "engine/shared.ts",
  "host/argv.ts",
  "host/fanout-result.ts",
  "host/messages/append.ts",
  "host/messages/compose.ts",
  "host/messages/new.ts",
  "host/models/compactors.ts",
  "host/models/default.ts",
  "host/models/get.ts",
  "host/models/loop.ts",
  "host/models/roles.ts",
  "host/models/use.ts",
  "host/prose/argv.ts",
  "host/prose/sys.ts",
  "host/store-at-load.ts",
  "host/tasks/left-behind.ts",
  "host/tasks/spawn.ts",
  "host/tasks/wait.ts",
  "host/tools/always.ts",
  "host/tools/call.ts",
  "host/tools/calls.ts",
  "host/ui.ts",
  "host/user-input.ts",
  "lua/base/version.ts",
  "lua/table/create.ts",
];

/** The same within files that both versions link: functions, and texts. */
const NAMES_OF_0 = [
  "mainWalk",
  "block",
  "blockFailure",
  "loadFailure",
  "blockReturnFailure",
  "installProse",
  "renderProse",
  "hostSys",
  "hostJump",
  "hostFanout",
  "hostListFromSection",
  "hostStoreWrite",
  "installToolScope",
];
const TEXTS_OF_0 = [
  "RequirementsUnmet",
  "ContextExhausted",
  "tasks_live",
  "Lua 5.5",
  "is read-only: assign to `var`",
];

/** What only version 1 says, beside its own folder. */
const TEXTS_OF_1 = ["Lua 5.4", "interrupted by Ctrl-C"];

const functionsIn = (code: string, names: readonly string[]): string[] =>
  names.filter((name) => new RegExp(`function\\*? ${name}\\(`).test(code));
const textsIn = (code: string, texts: readonly string[]): string[] =>
  texts.filter((text) => code.includes(text));
const ownRooms = ({ files }: Linked): string[] => files.filter((file) => file.startsWith("version-1/"));
const roomsOf0 = ({ files }: Linked): string[] => ROOMS_OF_0.filter((room) => files.includes(room));

describe("a module carries the rooms of its own version", () => {
  const modules = new Map<string, Linked>();
  beforeAll(async () => {
    for (const path of prompts) modules.set(path, await linked(path));
  }, 120_000);
  const of = (name: string): Linked =>
    modules.get(prompts.find((path) => basename(path) === `${name}.prompt.md`)!)!;

  it.each(prompts.filter((path) => !isOlder(path)).map((path) => [basename(path), path]))(
    "%s: nothing of version 1",
    (_, path) => {
      expect(ownRooms(modules.get(path)!)).toEqual([]);
    },
  );

  it.each(prompts.filter(isOlder).map((path) => [basename(path), path]))(
    "%s: nothing of version 0",
    (_, path) => {
      const { code, ...module } = modules.get(path)!;
      expect(roomsOf0({ code, ...module })).toEqual([]);
      expect(functionsIn(code, NAMES_OF_0)).toEqual([]);
      expect(textsIn(code, TEXTS_OF_0)).toEqual([]);
    },
  );

  it("holds of rooms, functions and texts that there are", () => {
    const all = prompts.filter((path) => !isOlder(path)).map((path) => modules.get(path)!);
    const files = new Set(all.flatMap((module) => module.files));
    expect(ROOMS_OF_0.filter((room) => !files.has(room))).toEqual([]);
    const code = all.map((module) => module.code).join("\n");
    expect(functionsIn(code, NAMES_OF_0)).toEqual(NAMES_OF_0);
    expect(textsIn(code, TEXTS_OF_0)).toEqual(TEXTS_OF_0);
    expect(textsIn(of("every").code, TEXTS_OF_1.slice(0, 1))).toEqual([]);
  });

  it("links all of version 1 where all is named, and a part where a part is", () => {
    const every = globSync("version-1/**/*.ts", { cwd: join(root, "runtime") });
    expect(ownRooms(of("version-1-every"))).toEqual(every.sort());
    expect(textsIn(of("version-1-every").code, TEXTS_OF_1)).toEqual(TEXTS_OF_1);
    const greeting = ownRooms(of("version-1-hello"));
    for (const part of ["fanout", "execute", "jump", "sys", "write-race", "tools/need", "library"])
      expect(greeting).not.toContain(`version-1/${part}.ts`);
    expect(greeting).toContain("version-1/prose-turn.ts");
  });
});
