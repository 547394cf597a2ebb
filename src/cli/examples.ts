import picocolors from "picocolors";

/** Command lines to start from, by command. */
const examples: { readonly [command: string]: readonly (readonly [line: string, does: string])[] } = {
  build: [
    ["pfc build 'prompts/**/*.prompt.md' --out dist/prompts", "Modules, source maps and declarations"],
    ["pfc build 'prompts/**/*.prompt.md' --out dist/prompts --watch", "The same, again at each change"],
    ["pfc build hello.prompt.md --out edge --bundle --minify", "One file that needs nothing else"],
  ],
  check: [
    ["pfc check 'prompts/**/*.prompt.md' --max-warnings 0", "Fails at the first warning"],
    ["pfc check 'prompts/**/*.prompt.md' --format sarif > prompts.sarif", "For code scanning"],
    ["pfc check 'prompts/**/*.prompt.md' --format github", "Annotations of a pull request"],
  ],
  init: [["pfc init", "What a project with prompts starts from"]],
  run: [
    ['pfc run hello.prompt.md \'{"who":"Ada"}\' --model echo', "The model's reply is what it was sent"],
    [
      "pfc run hello.prompt.md --input - --model http://127.0.0.1:8080/v1#local < input.json",
      "Input from stdin",
    ],
  ],
};

/** The examples of a command's help, under a heading as citty writes them. */
export function exampleText(command: string): string {
  const lines = (examples[command] ?? []).map(([line, does]) => `  ${does}:\n    ${line}`);
  // As citty does it; who shows it takes the colours away.
  const { bold, underline } = picocolors.createColors(true);
  return `${underline(bold("EXAMPLES"))}\n\n${lines.join("\n")}`;
}
