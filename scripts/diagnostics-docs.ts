import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticFiles } from "./diagnostics-files.ts";

/** The folder of the repository; put in when the tool is bundled. */
declare const repositoryRoot: string;

/*
 * `npm run diagnostics`: writes docs/diagnostics anew, a page for each code of the catalogue.
 */
const folder = join(repositoryRoot, "docs/diagnostics");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of diagnosticFiles(repositoryRoot)) writeFileSync(join(folder, name), text);
