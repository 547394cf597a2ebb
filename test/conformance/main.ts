import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closingLine, failed, jsonReport, textReport } from "./report.ts";
import { runFile, type Settings, type Verdict } from "./run-file.ts";
import { type Order, work } from "./worker.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

const usage = "usage: npm run conformance -- FILE_OR_DIR… [--filter TEXT] [--json]\n";

/** How many case files run at the same time. */
const lanes = 2;

if (process.send !== undefined && process.argv[2]?.startsWith("{")) {
  await work(JSON.parse(process.argv[2]) as Order);
  process.exit(0);
} else {
  process.exitCode = await main(process.argv.slice(2));
}

/** Runs the cases named on the command line; gives the exit status: 0, 1 when any failed, 2 when there is nothing to run. */
async function main(argv: readonly string[]): Promise<number> {
  let given: ReturnType<typeof parse>;
  try {
    given = parse(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    return 2;
  }
  const missing = given.positionals.filter((path) => !existsSync(path));
  for (const path of missing) process.stderr.write(`no such file or directory: ${path}\n`);
  const files = given.positionals.filter((path) => existsSync(path)).flatMap(caseFiles);
  if (given.values.help || missing.length > 0 || files.length === 0) {
    process.stderr.write(usage);
    return given.values.help ? 0 : 2;
  }
  const verdicts = await runFiles(files, settings(given.values.filter));
  if (verdicts.length === 0) {
    process.stderr.write(`no case holds "${given.values.filter}" in its id or rule\n`);
    return 2;
  }
  return report(verdicts, given.values.json === true);
}

function parse(argv: readonly string[]) {
  const options = {
    filter: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  return parseArgs({ args: [...argv], options, allowPositionals: true });
}

function settings(filter: string | undefined): Settings {
  const cache = join(repositoryRoot, "node_modules/.cache/promptforge");
  return { program: fileURLToPath(import.meta.url), cache, filter, patience: 5000, heap: 768 };
}

function caseFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => join(path, name));
}

async function runFiles(files: readonly string[], how: Settings): Promise<readonly Verdict[]> {
  const results: (readonly Verdict[])[] = [];
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const index = next++;
      results[index] = await runFile(files[index]!, how);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results.flat();
}

function report(verdicts: readonly Verdict[], json: boolean): number {
  // The document stands alone on stdout, so that it can be piped; the closing line then goes beside it.
  process.stdout.write(json ? `${jsonReport(verdicts)}\n` : textReport(verdicts));
  (json ? process.stderr : process.stdout).write(`${closingLine(verdicts)}\n`);
  return failed(verdicts).length > 0 ? 1 : 0;
}
