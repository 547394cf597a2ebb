import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prompt, StoreBackend } from "../../runtime/index.ts";
import { promptOf, Workplace } from "./workplace.ts";

let workplace: Workplace;
let prompt: Prompt<string>;

/** Runs on `rebel` change all that a run shares with nobody; the others look whether anything of it reaches them. */
const lua = `
local name, kind = args:match("(%d+) (%a+)")
local before = { string.format("%d", 7), ("x"):rep(3), tostring(12), math.floor(2.5), table.concat({ 1, 2 }, "-"), type(nowhere) }
store.write(name, table.concat(before, " "))
if kind == "rebel" then
  string.format = function() return "format of " .. name end
  string.rep = function() return "rep of " .. name end
  getmetatable("").__index = function(_, key) return function() return key .. " of " .. name end end
  math = { floor = function() return "floor of " .. name end }
  table.concat = function(list) return "concat of " .. name end
  tostring = function() return "tostring of " .. name end
  setmetatable(_G, {
    __index = function(_, key) return "global " .. key .. " of " .. name end,
    __newindex = function(globals, key, value) error("no new global in " .. name) end,
  })
end
store.append(name, " appended")
local seen = { string.format("%d", 7), ("x"):rep(3), tostring(12), math.floor(2.5), table.concat({ 1, 2 }, "-"), nowhere or "nothing" }
local text = store.read(name)
local created = pcall(function() fresh = name end)
local again = store.exists(name)
var.mine = name
local out = kind .. " " .. text
for _, value in ipairs(seen) do out = out .. "|" .. value end
return out .. "|" .. (created and fresh or "refused") .. "|" .. var.mine
`;

beforeAll(async () => {
  workplace = await Workplace.make();
  workplace.write("isolation.prompt.md", promptOf(lua));
  const { status, stderr } = await workplace.pfc("build", "isolation.prompt.md", "--out", ".", "--no-types");
  if (status !== 0) throw new Error(stderr);
  prompt = await workplace.load("isolation.prompt.js");
}, 120_000);
afterAll(() => workplace?.remove());

const expected = (run: number, isRebel: boolean) =>
  isRebel
    ? `rebel 7 xxx 12 2 1-2 nil appended|format of ${run}|rep of ${run}|tostring of ${run}|floor of ${run}|concat of ${run}|global nowhere of ${run}|refused|${run}`
    : `loyal 7 xxx 12 2 1-2 nil appended|7|xxx|12|2|1-2|nothing|${run}|${run}`;

describe("runs of one module", () => {
  it("1,000 interleaved ones do not see each other", async () => {
    const store = new GatedStore(1000);
    const isRebel = (run: number) => run % 2 === 0;
    const runs = Array.from({ length: 1000 }, (_, run) =>
      prompt.run(`${run} ${isRebel(run) ? "rebel" : "loyal"}`, { store }),
    );
    const results = await Promise.all(runs);
    expect(results).toEqual(results.map((_, run) => expected(run, isRebel(run))));
    // Each of the four operations was under way in all runs before it ended in any.
    expect(store.batches).toEqual([1000, 1000, 1000, 1000]);
  }, 120_000);
});

/** A store that answers once every run waits for it, in a mixed order. */
class GatedStore implements StoreBackend {
  readonly batches: number[] = [];
  readonly #files = new Map<string, string>();
  readonly #size: number;
  #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  read(path: string) {
    return this.#gate(() => this.#files.get(path));
  }
  write(path: string, text: string) {
    return this.#gate(() => void this.#files.set(path, text));
  }
  append(path: string, text: string) {
    return this.#gate(() => void this.#files.set(path, (this.#files.get(path) ?? "") + text));
  }
  delete(path: string) {
    return this.#gate(() => void this.#files.delete(path));
  }
  exists(path: string) {
    return this.#gate(() => this.#files.has(path));
  }
  list() {
    return this.#gate(() => [...this.#files.keys()]);
  }

  #gate<Answer>(work: () => Answer): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(work()));
      if (this.#waiting.length === this.#size) this.#open();
    });
  }

  #open(): void {
    const answers = this.#waiting;
    this.#waiting = [];
    this.batches.push(answers.length);
    // 7 and 1000 have no common divisor, so every place is visited once.
    for (let step = 0; step < answers.length; step++) answers[(step * 7) % answers.length]!();
  }
}
