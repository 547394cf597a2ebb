import type { Severity } from "./diagnostic.ts";

interface Entry {
  readonly severity: Severity;
  /** Who finds it: the reading of the file, `parse`, or `check`. */
  readonly phase: "read" | "parse" | "check";
  /** The general message; a finding usually words its own. */
  readonly message: string;
  readonly help: string;
}

const unreadable = (message: string, help: string): Entry => ({
  severity: "error",
  phase: "read",
  message,
  help,
});
const failure = (message: string, help: string): Entry => ({
  severity: "error",
  phase: "parse",
  message,
  help,
});

/** Every diagnostic code, once, in alphabetical order. */
export const catalogue = {
  "arg-default-mismatch": failure(
    "the default does not match the declared type",
    'Write a default of the declared type. Quotes make a string: `5` is an integer, `"5"` is not.',
  ),
  "capability-id-invalid": failure(
    "invalid capability id",
    "Write `namespace/pack`: two segments of lowercase letters, digits, `-`, `_` and `.`.",
  ),
  "contract-name-duplicate": failure("duplicate name in a contract map", "Rename or remove one of the two."),
  "contract-name-invalid": failure(
    "invalid name in a contract map",
    "Start with an ASCII letter and go on with letters, digits, `_` and `-`: at most 64 characters.",
  ),
  "contract-name-reserved": failure(
    "reserved name in a contract map",
    "Choose another name: aliases and role labels become globals of every Lua block.",
  ),
  "fence-overrun": failure(
    "a `lua` fence runs over a later one",
    "Close the first fence with a line that is exactly three backticks at the start of the line.",
  ),
  "fence-unclosed": failure(
    "a `lua` fence is not closed",
    "Close it with a line that is exactly three backticks at the start of the line.",
  ),
  "file-is-directory": unreadable(
    "the path is a directory",
    "Name a prompt file, or a glob such as `prompts/**/*.prompt.md`.",
  ),
  "file-not-text": unreadable(
    "the file is not UTF-8 text",
    "Save the prompt as UTF-8 text without NUL bytes.",
  ),
  "file-too-large": unreadable(
    "the file is too large",
    "Split the prompt, or keep long material in the store.",
  ),
  "file-unreadable": unreadable(
    "the file cannot be read",
    "Check that the path exists and that you may read it.",
  ),
  "frontmatter-duplicate-key": failure("duplicate frontmatter key", "Keep one of the two."),
  "frontmatter-missing": failure(
    "file must begin with a --- frontmatter delimiter",
    "Make `---` the very first line, then `name:`, `description:` and `promptforge: 0`, then a second `---`.",
  ),
  "frontmatter-missing-key": failure("a frontmatter key is missing", "Add the key."),
  "frontmatter-out-of-range": failure(
    "a frontmatter number is out of range",
    "Write a number in the range of the key.",
  ),
  "frontmatter-syntax": failure(
    "the frontmatter is not valid YAML",
    "Correct the YAML. Text that holds `: `, ` #` or starts with a special character needs quotes.",
  ),
  "frontmatter-unclosed": failure(
    "frontmatter was not closed with ---",
    "End the frontmatter with a line that is only `---`.",
  ),
  "frontmatter-unknown-key": failure(
    "unknown frontmatter key",
    "Remove the key; no key outside the list is accepted.",
  ),
  "frontmatter-unknown-word": failure(
    "unknown word in the frontmatter",
    "Use one of the listed words, in lower case.",
  ),
  "frontmatter-wrong-type": failure(
    "a frontmatter value has the wrong type",
    "Write a value of the expected type. A string that looks like a number or a boolean needs quotes.",
  ),
  "list-empty-item": failure(
    "empty bullet item in a list section",
    "Write the item's text after the marker, or delete the line.",
  ),
  "lua-syntax": failure(
    "a Lua block does not compile",
    "Correct the Lua; the marked place is where the compiler gave up.",
  ),
  "nesting-too-deep": failure(
    "the file nests too deeply",
    "Flatten the nested part, for example with intermediate variables.",
  ),
  "section-duplicate": failure(
    "duplicate sibling section name",
    "Rename one of the two: siblings are addressed by their names.",
  ),
  "section-orphan": failure(
    "a section skips a heading level",
    "Make the heading exactly one level deeper than the section it belongs to.",
  ),
  "section-unnamed": failure("a section heading has no name", "Give the heading a name, or remove it."),
  "shared-misplaced": failure(
    "`lua shared` fence is allowed only in H1",
    "Move the library between the H1 title and the first section heading.",
  ),
  "shared-repeated": failure(
    "prompt allows at most one `lua shared` fence",
    "Merge the libraries into one fence below the title.",
  ),
  "title-empty": failure("prompt H1 title must not be empty", "Write the title after the `#`."),
  "title-missing": failure("prompt requires an H1 title", "Add a line `# Title` below the frontmatter."),
  "title-repeated": failure(
    "prompt must contain exactly one H1 title",
    "Keep one `#` heading as the title and make the others `##` sections.",
  ),
  "tool-path-invalid": failure(
    "invalid tool path",
    "Write `namespace/pack/name`: three segments of lowercase letters, digits, `-`, `_` and `.`.",
  ),
} satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;
