import { nearest } from "../diagnostics/nearest.ts";
import type { Block } from "../parse/prompt.ts";
import { trim } from "../parse/whitespace.ts";
import type { Context } from "./context.ts";
import { accessFrom, isTarget } from "./mention.ts";
import { localNames } from "./names.ts";
import type { Room } from "./room.ts";
import { varFields } from "./var-field.ts";

/** What is wrong with a placeholder and what to do. */
export interface Mistake {
  readonly message: string;
  readonly help?: string;
}

/** Where a placeholder stands. */
export interface Setting {
  readonly room: Room;
  readonly block: Block;
  readonly context: Context;
}

/** Why the path of a placeholder can never give a value, in the order in which the run checks it (SUB-70); undefined when it can. */
export function pathMistake(path: string, setting: Setting): Mistake | undefined {
  const { textRoots } = setting.context.words;
  if (path === "item") return itemMistake(setting);
  if (textRoots.includes(path)) return undefined;
  const [root, ...keys] = path.split(".") as [string, ...string[]];
  if ([root, ...keys].some((segment) => segment === "" || trim(segment) !== segment))
    return {
      message: path === "" ? "a placeholder is empty" : `\`{{ ${path} }}\` has an empty or padded segment`,
    };
  if (textRoots.includes(root))
    return {
      message: `\`{{ ${path} }}\` can never be filled: \`${root}\` is a text`,
      ...adviceForText(root, keys, setting),
    };
  const ofRoot = Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined;
  return ofRoot && setting.context.traced.installed.has(root)
    ? ofRoot(path, keys, setting)
    : globalMistake(path, root, setting);
}

type RootRule = (path: string, keys: readonly string[], setting: Setting) => Mistake | undefined;

/** The roots that win over a global of the same name (part 05, section 3). */
const ROOTS: Readonly<Record<string, RootRule>> = {
  argv: (path, keys, { context }) => {
    const [key, ...more] = keys;
    const isKnown = context.prompt.frontmatter.args.isDefault && !isRepaired(context);
    if (!isKnown || key === undefined || (key === "prose" && more.length === 0)) return undefined;
    const message = `\`{{ ${path} }}\` can never be filled: without \`args:\`, \`argv\` has the field \`prose\` alone`;
    return { message, help: "Declare the argument in `args:`, or write `{{ argv.prose }}`." };
  },
  var: (path, keys, { context }) => {
    const [key] = keys;
    if (key === undefined) return { message: "`{{ var }}` can never be filled: name a field of it" };
    const fields = context.fact(varFields);
    if (fields === undefined || fields.has(key)) return undefined;
    const meant = nearest(key, fields);
    return {
      message: `\`{{ ${path} }}\` can never be filled: no Lua sets \`var.${key}\``,
      ...(meant !== undefined && { help: `Did you mean \`{{ var.${meant} }}\`?` }),
    };
  },
  sys: (path, [key, ...more], { context }) => {
    const fields = context.words.sysFields;
    if (key === undefined) return { message: "`{{ sys }}` can never be filled: name a field of it" };
    if (fields.includes(key) && more.length === 0) return undefined;
    const meant = nearest(key, fields);
    return {
      message: `\`{{ ${path} }}\` can never be filled: \`sys\` has no such field`,
      ...(meant !== undefined && { help: `Did you mean \`{{ sys.${meant} }}\`?` }),
    };
  },
};

function isRepaired({ mentions }: Context): boolean {
  return mentions.of("argv").some(({ spot, room }) => {
    const access = accessFrom(spot);
    return room.kind !== "section" && (isTarget(access.spot) || access.keys.length === 0);
  });
}

function itemMistake({ room, context }: Setting): Mistake | undefined {
  const { itemFunctions } = context.words;
  const isGiven = itemFunctions.some(
    (name) => context.mentions.escapes(name) || context.mentions.callsOf(name).length > 0,
  );
  if (isGiven && room.kind === "section") return undefined;
  return {
    message: "`{{ item }}` can never be filled: no `fanout` starts this text",
    help: "An item is there in the first section of an arm or of a task that is given one.",
  };
}

function adviceForText(root: string, keys: readonly string[], { context }: Setting): { help?: string } {
  const hasFields = root === "args" && context.traced.installed.has("argv");
  return hasFields
    ? { help: `The arguments' fields are in \`argv\`: \`{{ argv.${keys.join(".")} }}\`.` }
    : {};
}

/** Any other root is a global of the section's VM that holds data (SUB-33 to SUB-37). */
function globalMistake(path: string, root: string, setting: Setting): Mistake | undefined {
  const { context, room } = setting;
  const { installed } = context.traced;
  if (installed.has(root)) {
    const isData = !context.isKept(root) || root === "_VERSION";
    return isData
      ? undefined
      : { message: `\`{{ ${path} }}\` can never be filled: \`${root}\` holds no JSON data` };
  }
  if (!context.isKnown || context.isDefined(root, room)) return undefined;
  const help = adviceForGlobal(root, setting);
  return {
    message: `\`{{ ${path} }}\` can never be filled: nothing sets the global \`${root}\``,
    ...(help && { help }),
  };
}

function adviceForGlobal(root: string, { context, room, block }: Setting): string | undefined {
  const { mentions, traced } = context;
  if (context.prompt.frontmatter.args.args.some(({ name }) => name === root) && traced.installed.has("argv"))
    return `Did you mean \`{{ argv.${root} }}\`?`;
  const fields = context.fact(varFields) ?? [];
  if ([...fields].includes(root)) return `Did you mean \`{{ var.${root} }}\`?`;
  if (block.kind === "lua" && localNames(block.region.chunk).has(root))
    return `The local \`${root}\` is not seen: a placeholder sees globals only.`;
  const globals = [...mentions.names()].filter((name) =>
    mentions.of(name).some(({ spot }) => isTarget(spot)),
  );
  const candidates = [
    ...context.words.textRoots,
    ...globals.filter((name) => context.isDefined(name, room)),
    ...[...fields].map((field) => `var.${field}`),
  ];
  const meant = nearest(root, candidates);
  return meant && `Did you mean \`{{ ${meant} }}\`?`;
}
