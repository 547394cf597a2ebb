import type { Severity } from "./diagnostic.ts";

interface Entry {
  readonly severity: Severity;
  /** Who finds it: the reading of the file, `parse`, or `check`. */
  readonly phase: "read" | "parse" | "check";
  /** The general message; a finding usually words its own. */
  readonly message: string;
  readonly help: string;
  /** Why it is a mistake; full sentences for the page of the code. */
  readonly reason?: string;
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

const warning = (message: string, help: string, reason: string): Entry => ({
  severity: "warning",
  phase: "check",
  message,
  help,
  reason,
});

/** Every diagnostic code, once, in alphabetical order. */
export const catalogue = {
  "alias-called": warning(
    "a tool alias or a role label is called like a function",
    'Write `tools.call("alias", { … })`, or `models.infer(role, text)`.',
    "The global of a tool slot or of a model role holds an object that stands for it. It has fields to read, but no methods, and a call of it fails.",
  ),
  "arg-default-mismatch": failure(
    "the default does not match the declared type",
    'Write a default of the declared type. Quotes make a string: `5` is an integer, `"5"` is not.',
  ),
  "args-field": warning(
    "`args` is a text and has no such field",
    "The fields of the arguments are in `argv`.",
    "`args` is the argument text as the caller gave it. `argv` is what was parsed from it.",
  ),
  "argument-undeclared": warning(
    "a field of `argv` that `args:` does not declare",
    "Correct the name, or declare the argument.",
    "The field is not among the arguments that `args:` declares, and its name is almost one of them: it is nil whenever a caller keeps to the declaration.",
  ),
  "argv-assignment": warning(
    "`argv` is frozen outside the H1 body",
    "Repair `argv` in a block below the title, or keep what you make of it in a local or in `var`.",
    "Blocks below the title may repair `argv`. From the first section on it is frozen, and an assignment fails.",
  ),
  "capability-id-invalid": failure(
    "invalid capability id",
    "Write `namespace/pack`: two segments of lowercase letters, digits, `-`, `_` and `.`.",
  ),
  "capability-undeclared": warning(
    "a tool slot whose capability is not declared",
    "Add the first two parts of the tool's path to `capabilities:`.",
    "The first two parts of a tool's path name the capability that supplies it. A capability that is not declared supplies nothing, and the run is refused before any Lua runs.",
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
  "fence-misspelt": warning(
    "a fence is almost a Lua block, and is prose",
    "Open it with a line that is exactly three backticks and `lua`, with nothing before or after.",
    "A Lua block opens with a line that is exactly three backticks and `lua`, the shared library with `lua shared`. Any other fence is prose: its text is part of what the model reads, and never runs.",
  ),
  "fence-overrun": failure(
    "a `lua` fence runs over a later one",
    "Close the first fence with a line that is exactly three backticks at the start of the line.",
  ),
  "fence-unclosed": failure(
    "a `lua` fence is not closed",
    "Close it with a line that is exactly three backticks at the start of the line.",
  ),
  "field-undefined": warning(
    "a table of the language has no such field",
    "Correct the name.",
    "The tables of the language have the fields that the language gives them and no more; another reads nil, and of `sys` it fails.",
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
  "global-undefined": warning(
    "nothing defines a global that is used",
    "Correct the name, or define it; what one section defines is gone in the next, but for `var`.",
    "A global that nothing sets is nil. Each section starts with fresh globals: what one section sets is not there in another. The finding is given where nil fails, and where the name is almost another that is defined.",
  ),
  "guarded-table-empty": warning(
    "a guarded table shows none of its fields to `#`, `pairs` and `next`",
    "Read its fields by name, and its elements with `ipairs` or by number.",
    "`argv` outside the H1 body, `var` and `sys` are empty tables that fetch a field when it is read by its name. What reads a table as a whole finds nothing in them.",
  ),
  "heading-malformed": warning(
    "a heading reference without markers or without a name",
    "Write the heading as it stands in the file, such as `## Review`.",
    "A heading reference is one or more `#`, white space and a name. Anything else fails when the call is made.",
  ),
  "heading-unknown": warning(
    "a heading that nothing in reach has",
    "A section reaches its siblings and its own children. Correct the name or the number of `#`.",
    "A heading is looked up among the siblings of the section that names it and its own children. Not in reach are the section itself, its parent, and what is below others.",
  ),
  "jump-misplaced": warning(
    "`jump` where it is refused",
    "Return a value, and jump from the block that gets it.",
    "`jump` leaves a block. While the shared library loads there is none to leave, and the handler of a local tool must give its answer first.",
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
  "placeholder-unresolvable": warning(
    "a placeholder that can never be filled",
    "Name `args`, `item`, `var.…`, `sys.…`, a global of the section, in version 0 `argv.…`, in version 1 `reply`; `\\{{` writes two braces.",
    "A block that reads `prose` fills all placeholders above it, and fails at the first that has no value.",
  ),
  "prose-assignment": warning(
    "`prose` is read-only",
    "Keep the text in a local, in `var`, or in another global.",
    "`prose` is the text above the block and keeps its value. An assignment fails.",
  ),
  "return-invalid": warning(
    "a block returns what is no result",
    "Return a string, a number or a boolean, or keep tables in `var`.",
    "The first value that a block returns is its result, and a result is a text. Tables and functions are none, and the run fails.",
  ),
  "role-undeclared": warning(
    "a model role that `models:` does not declare",
    "Correct the label, or declare the role.",
    "`models.use` and `models.default` take the label of a role under `models:`; another fails.",
  ),
  "role-unused": warning(
    "a model role that no Lua uses",
    "Select it with `models.use`, hand it to `models.infer`, or remove it.",
    "A role is bound and checked before the run begins, but no model is asked in its name.",
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
  "section-unreachable": warning(
    "a section that nothing reaches",
    "Name its heading in a `jump`, `call` or `fanout`, or remove it.",
    "A run walks the `##` sections from the first one on and falls through from one to the next. All others run only when something in reach names them.",
  ),
  "shared-misplaced": failure(
    "`lua shared` fence is allowed only in H1",
    "Move the library between the H1 title and the first section heading.",
  ),
  "shared-repeated": failure(
    "prompt allows at most one `lua shared` fence",
    "Merge the libraries into one fence below the title.",
  ),
  "suspension-misplaced": warning(
    "a call that waits where nothing can wait",
    "Make the call before, and use its result here.",
    "The functions that `table.sort`, `string.gsub` and the handler of `xpcall` call cannot wait for a model, a tool or the store, and neither can the shared library while it loads.",
  ),
  "sys-assignment": warning(
    "`sys` is read-only",
    "Keep the value in a local or in `var`.",
    "The run keeps `sys`. An assignment fails.",
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
  "tool-undeclared": warning(
    "a tool alias that `tools:` does not declare",
    "Correct the alias, or declare the slot.",
    "`tools.add` and `tools.always` take the alias of a slot under `tools:`, and `tools.call` one of those or of a local tool; another fails.",
  ),
  "tool-unused": warning(
    "a tool slot that no Lua uses",
    "Offer it with `tools.add` or `tools.always`, call it with `tools.call`, or remove it.",
    "A slot is bound before the run begins, but no model sees it and nothing calls it.",
  ),
  "var-assignment": warning(
    "`var` is assigned as a whole",
    "Write its fields: `var.name = value`.",
    "`var` is a table of the run. A section whose `var` is another one fails when it ends.",
  ),
  "var-value-invalid": warning(
    "`var` holds only JSON data",
    "Store strings, numbers, booleans and tables of them.",
    "What `var` holds goes from section to section as JSON. A function or a model handle has no place there, and the assignment fails.",
  ),
  "version-1-file": {
    severity: "information",
    phase: "check",
    message: "the file is written in version 1 of the language, the older one",
    help: "It runs as it is; docs/versions.md says how a file moves to version 0.",
  },
  "version-unsupported": warning(
    "a file of no version, or of an unknown one",
    "Add `promptforge: 0` to the frontmatter.",
    "The key `promptforge` says which version of the language a file is written in: 0, or 1 for the older one. A file without it, or with another number, is read as version 0, but its run is refused before anything else.",
  ),
} satisfies Record<string, Entry>;

/** The code of a diagnostic. */
export type Code = keyof typeof catalogue;
