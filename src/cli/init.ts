import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ArgsDef, defineCommand } from "citty";
import { checkWords } from "./command-line.ts";
import { projectFiles } from "./init-files.ts";
import { allowPromptImports, BrokenTsconfig, type TsconfigChange } from "./init-tsconfig.ts";
import { writeAllNew } from "./new-files.ts";
import { writeChanged } from "./write-file.ts";

const options = {
  folder: {
    type: "positional",
    description: "The project; the current folder when left out",
    required: false,
  },
} satisfies ArgsDef;

/**
 * `pfc init`: writes what a project with prompts starts from, all of it or nothing; what is there already is left as it is. Status 1 for a
 * broken tsconfig.json.
 */
export const initCommand = defineCommand({
  meta: { name: "init", description: "Adds a sample prompt and settings for editors; overwrites nothing" },
  args: options,
  async run({ rawArgs, args }) {
    checkWords(rawArgs, options, 1);
    const folder = args.folder ?? ".";
    const tsconfig = join(folder, "tsconfig.json");
    try {
      const change = await allowPromptImports(tsconfig);
      await addFiles(folder, change);
      process.stdout.write(`${tsconfigLine[change.kind](tsconfig)}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof BrokenTsconfig)) throw error;
      process.stderr.write(`error: ${error.message}\n  help: mend it, and run \`pfc init\` again\n`);
      return 1;
    }
  },
});

async function addFiles(folder: string, change: TsconfigChange): Promise<void> {
  const files = new Map([...projectFiles()].map(([name, text]) => [join(folder, name), text]));
  const settings = join(folder, ".luarc.json");
  const written = await writeAllNew(files, async () => {
    if (change.kind === "added") await writeChanged(change.path, change.text);
  });
  for (const path of files.keys()) {
    process.stdout.write(written.has(path) ? `wrote ${path}\n` : `${path} is there and stays as it is\n`);
    if (path === settings && !written.has(path) && !(await namesLibrary(path)))
      process.stdout.write(
        `put ".promptforge" into the "workspace.library" of ${path}, so that editors know the language\n`,
      );
  }
}

/** True for settings of a language server that name the folder of the annotations, however they are written. */
async function namesLibrary(path: string): Promise<boolean> {
  return (await readFile(path, "utf8").catch(() => "")).includes(".promptforge");
}

const flag = '"allowArbitraryExtensions": true';

const tsconfigLine: Readonly<Record<TsconfigChange["kind"], (path: string) => string>> = {
  added: (path) => `added ${flag} to ${path}`,
  present: (path) => `${path} has ${flag}`,
  absent: (path) => `there is no ${path}; with TypeScript, put ${flag} into its compilerOptions`,
  unclear: (path) =>
    `put ${flag} into the compilerOptions of ${path}, so that TypeScript finds types of prompts`,
};
