import { readFileSync, writeFileSync } from "node:fs";
import { moduleSizes, recordPath, type SizeRecord } from "./module-size.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

/*
 * `npm run sizes`: weighs the modules of the prompts of fixtures/sizes, shows what has changed since they were recorded and
 * records them anew.
 */
const path = recordPath(repositoryRoot);
const before = JSON.parse(readFileSync(path, "utf8")) as SizeRecord;
const now = await moduleSizes(repositoryRoot);
for (const [name, { minified, gzipped }] of Object.entries(now)) {
  const change = gzipped - (before[name]?.gzipped ?? 0);
  process.stdout.write(
    `${name}: ${minified} bytes, ${gzipped} gzipped (${change < 0 ? "" : "+"}${change})\n`,
  );
}
writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
