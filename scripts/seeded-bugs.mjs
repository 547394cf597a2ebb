// Seeds bugs into a copy of the runtime, one by one, and tells how many programs the fuzzer needs to find each:
// `node scripts/seeded-bugs.mjs [--seed S]`. Needs lua5.4. It takes a while.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const seed = process.argv.includes("--seed") ? process.argv[process.argv.indexOf("--seed") + 1] : "1";

/** What is wrong, where, the text as it is and as the bug has it. */
const bugs = [
  ["a product of integers may be -0", "lua/arithmetic.ts", "product + 0", "product"],
  [
    "integer division rounds towards zero",
    "lua/arithmetic.ts",
    "return Math.floor(a / b) + 0",
    "return Math.trunc(a / b) + 0",
  ],
  [
    "the sign of a float remainder is lost",
    "lua/arithmetic.ts",
    "const multiple = Math.floor(a / b) * b",
    "const multiple = Math.trunc(a / b) * b",
  ],
  [
    "& of integers beyond 32 bits loses the high half",
    "lua/bitwise.ts",
    "join(high(a) & high(b), a & b)",
    "a & b",
  ],
  [
    "a negative end of string.sub is off by one",
    "lua/string/position.ts",
    "return position < -length ? 0 : length + position + 1;",
    "return position < -length ? 0 : length + position;",
  ],
  [
    "string.sub starts one byte late",
    "lua/string/sub.ts",
    "text.slice(start - 1, end)",
    "text.slice(start, end)",
  ],
  [
    "a frontier sees a space before the subject",
    "lua/string/pattern/match.ts",
    "s === 0 ? 0 : subject.charCodeAt(s - 1)",
    "s === 0 ? 32 : subject.charCodeAt(s - 1)",
  ],
  [
    "%b leaves the closing byte out",
    "lua/string/pattern/match.ts",
    "if (--depth === 0) return at + 1;",
    "if (--depth === 0) return at;",
  ],
  [
    "position captures count from 0",
    "lua/string/pattern/match.ts",
    "size === PLACE ? from + 1",
    "size === PLACE ? from",
  ],
  [
    "gsub repeats an empty match behind a match",
    "lua/string/gsub.ts",
    "from = copied = lastEnd = end;",
    "from = copied = end;",
  ],
  [
    "ties of formatted floats round up",
    "lua/string/format/digits.ts",
    "% 2 === 0) return",
    "% 2 === 5) return",
  ],
  [
    "the flag 0 ignores a precision of integers",
    "lua/string/format/integer.ts",
    "spec.zero && precision < 0",
    "spec.zero",
  ],
  ["%.0d prints a zero", "lua/string/format/integer.ts", 'precision === 0 && digits === "0" ? "" : ', ""],
  ["-0.0 loses its sign as text", "lua/number-text.ts", '"-0.0" : "0.0"', '"0.0" : "0.0"'],
  ["floats print 14 digits first", "lua/number-text.ts", "rounding(n, 15)", "rounding(n, 14)"],
  [
    "a fractional limit of a downward loop is rounded down",
    "lua/for.ts",
    "up ? Math.floor(limit) : Math.ceil(limit)",
    "Math.floor(limit)",
  ],
  ["a remainder of fmod may be -0", "lua/math/fmod.ts", "(x % y) + 0", "x % y"],
  [
    "table.unpack leaves the last element out",
    "lua/table/unpack.ts",
    "(last as number) + 1)",
    "last as number)",
  ],
  [
    "sort takes the other middle as pivot",
    "lua/table/quicksort.ts",
    "Math.floor((lo + up) / 2)",
    "Math.ceil((lo + up) / 2)",
  ],
  [
    "__close does not see the error",
    "lua/close.ts",
    "callSteps(vm, method, value, visible(vm, error))",
    "callSteps(vm, method, value, undefined)",
  ],
];

const copy = mkdtempSync(join(tmpdir(), "seeded-bugs-"));
prepare();
if (search([2000]) !== undefined) throw new Error("a program differs without a bug");
let found = 0;
for (const [what, file, as, bug] of bugs) {
  const path = join(copy, "runtime", file);
  const source = readFileSync(path, "utf8");
  if (source.split(as).length !== 2) throw new Error(`${file} must hold this once: ${as}`);
  writeFileSync(path, source.replace(as, bug));
  const needed = search();
  console.log(`${needed === undefined ? "not found" : `found within ${needed} programs`}: ${what}`);
  if (needed !== undefined) found++;
  writeFileSync(path, source);
}
console.log(`${found} of ${bugs.length} bugs found`);
rmSync(copy, { recursive: true, force: true });

/** A copy of the sources with modules of its own, so that the runtime it imports is the one with the bug. */
function prepare() {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  for (const name of tracked) cpSync(join(root, name), join(copy, name));
  cpSync(join(root, "node_modules"), join(copy, "node_modules"), { recursive: true, verbatimSymlinks: true });
  rmSync(join(copy, "node_modules/promptforge-runtime"), { recursive: true, force: true });
  symlinkSync("../runtime", join(copy, "node_modules/promptforge-runtime"));
}

/** The number of programs among which one differs; undefined when none does. */
function search(counts = [400, 2000, 20000]) {
  for (const count of counts) {
    const run = spawnSync(
      process.execPath,
      ["scripts/run.mjs", "test/lua/fuzz.ts", "--count", String(count), "--seed", seed, "--first"],
      {
        cwd: copy,
        encoding: "utf8",
      },
    );
    if (run.status === 1) return count;
    if (run.status !== 0) throw new Error(run.stderr);
  }
  return undefined;
}
