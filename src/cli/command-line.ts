import type { ArgsDef } from "citty";

/** A mistake on the command line: exit status 2, and the message says what to write instead. */
export class UsageError extends Error {}

/**
 * Refuses options that a command does not have, string options without a value or given twice, and more words than `words`; citty
 * would drop them silently. Throws `UsageError`.
 */
export function checkWords(rawArgs: readonly string[], options: ArgsDef, words: number): void {
  const positionals: string[] = [];
  const given = new Set<string>();
  for (let index = 0; index < rawArgs.length; index++) {
    const word = rawArgs[index]!;
    if (word === "--") {
      positionals.push(...rawArgs.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      positionals.push(word);
      continue;
    }
    const needsValue = takesNextWord(word, options);
    const [name] = word.split("=", 1) as [string];
    if (options[name.replace(/^--?/, "")]?.type === "string") {
      if (given.has(name)) throw new UsageError(`${name} is given twice`);
      given.add(name);
    }
    if (needsValue) {
      index++;
      if (rawArgs[index] === undefined) throw new UsageError(`${word} needs a value`);
    }
  }
  const extra = positionals[words];
  if (extra !== undefined) throw new UsageError(`unexpected argument \`${extra}\``);
}

/** True when the option's value is the word after it. Throws for an option that does not exist. */
function takesNextWord(word: string, options: ArgsDef): boolean {
  const [, name, value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word)!;
  const option = Object.hasOwn(options, name!) ? options[name!] : undefined;
  if (option !== undefined && option.type === "string") {
    if (value === "") throw new UsageError(`--${name} needs a value`);
    return value === undefined;
  }
  if (option?.type === "boolean" && value === undefined) return false;
  const negated = name!.startsWith("no-") ? options[name!.slice(3)] : undefined;
  if (negated?.type === "boolean" && value === undefined) return false;
  const known = Object.entries(options).filter(([, { type }]) => type !== "positional");
  const listed = known.map(([key, { type, default: initial }]) =>
    type === "boolean" && initial === true ? `--no-${key}` : `--${key}`,
  );
  throw new UsageError(`unknown option \`${word}\`; there are ${[...listed, "--help"].join(", ")}`);
}
