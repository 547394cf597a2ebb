import fc from "fast-check";
import type { Generator } from "./generator.ts";
import { one } from "./template.ts";

/*
 * Programs are trees of blocks with labels and gotos anywhere: legal ones run, illegal ones give the compiler's message. A step counter ends those
 * that go round forever.
 */
type Node =
  | { readonly kind: "print"; readonly value: number }
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "label" | "goto" | "maybe"; readonly name: string }
  | { readonly kind: "keep" | "break" | "return" }
  | {
      readonly kind: "do" | "while" | "repeat" | "for" | "if" | "function" | "in";
      readonly body: readonly Node[];
    };

const label = fc.constantFrom("l1", "l2", "l3");
const { body } = fc.letrec<{ body: readonly Node[]; node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("print" as const), value: fc.nat(9) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("local" as const), name: fc.constantFrom("x", "y") }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom("label" as const, "goto" as const, "maybe" as const, "maybe" as const),
        name: label,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom("keep" as const, "break" as const, "return" as const) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "do" as const,
          "while" as const,
          "repeat" as const,
          "for" as const,
          "if" as const,
          "function" as const,
          "in" as const,
        ),
        body: tie("body"),
      }),
    },
  ),
  body: fc.array(tie("node"), { maxLength: 6 }),
}));

const WRAPPERS: Readonly<Record<string, readonly [string, string]>> = {
  do: ["do", "end"],
  while: ["while more() do", "end"],
  repeat: ["repeat", "until not more() or x == 3"],
  for: ["for i = 1, 3 do step()", "end"],
  in: ["for _, v in ipairs{1, 2} do step() x = v", "end"],
  if: ["if more() then", "else print('else') end"],
  function: ["do local f = function()", "end f() end"],
};

const LOOPS: ReadonlySet<string> = new Set(["while", "repeat", "for", "in"]);

function source(node: Node, inLoop: boolean): string {
  switch (node.kind) {
    case "print":
      return `print(${node.value}, x)`;
    case "local":
      return `local ${node.name} = step()`;
    case "label":
      return `::${node.name}:: step()`;
    case "goto":
      return `goto ${node.name}`;
    case "maybe":
      return `if more() then goto ${node.name} end`;
    case "keep":
      return "keep(function() x = x + 1 return x end)";
    case "break":
      return inLoop ? "do break end" : "print('no loop')";
    case "return":
      return "if not more() then return end";
    default: {
      const [begin, end] = WRAPPERS[node.kind]!;
      const loops = LOOPS.has(node.kind) || (inLoop && node.kind !== "function");
      return `${begin}\n${node.body.map((inner) => source(inner, loops)).join("\n")}\n${end}`;
    }
  }
}

/** A label that ends its block: a goto may jump to it over locals. */
const tail = one("", "::l1::", "::l2::", "::l3:: ;", "goto l1", "return");

/** Shapes that random trees meet seldom. */
const shapes = one(
  "for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end print(i, j) end ::next:: end",
  "do local i = 1 ::top:: if i > 3 then goto done end print(i) i = i + 1 goto top ::done:: end",
  "do local k = 0 ::a:: k = k + 1 if k == 1 then goto b elseif k == 2 then goto c else goto d end ::b:: print('b') goto a ::c:: print('c') goto a ::d:: print('d') end",
  "do local fs = {} do local n = 0 ::again:: local v = n fs[#fs + 1] = function() v = v + 1 return v end n = n + 1 if n < 3 then goto again end end for _, f in ipairs(fs) do print(f(), f()) end end",
  "for i = 1, 4 do if i % 2 == 0 then goto continue end print(i) ::continue:: end",
  "while true do while true do goto out end end ::out:: print('out')",
  "do goto skip local unused ::skip:: end print('skipped')",
  "repeat local z = 1 if z == 1 then goto cont end print('never') ::cont:: until true",
  "do local n = 0 ::one:: n = n + 1 do if n < 3 then goto one end end print(n) end",
  "for i = 1, 2 do do goto l1 end print('no') ::l1:: do goto l2 end print('no') ::l2:: print(i) end",
);

/** goto and labels in every shape, legal or not (manual §3.3.4). */
export const gotos: Generator = {
  name: "goto",
  programs: fc
    .tuple(
      fc.array(fc.oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: fc.constant([]) }), {
        minLength: 1,
        maxLength: 2,
      }),
      tail,
      fc.oneof(fc.constant(""), shapes),
    )
    .map(([bodies, end, shape]) => {
      const blocks = bodies.map((nodes) => nodes.map((node) => source(node, false)).join("\n")).join("\n");
      return `local steps, kept, x = 0, {}, 0
local function step() steps = steps + 1 if steps > 50 then error("enough", 0) end return steps end
local function more() return step() % 3 ~= 0 end
local function keep(f) if #kept < 5 then kept[#kept + 1] = f end end
print(pcall(function()
${shape}
${blocks}
${end}
end))
for _, f in ipairs(kept) do print(pcall(f)) print(pcall(f)) end
print(steps, x)`;
    }),
  differences: ["goto-messages"],
};
