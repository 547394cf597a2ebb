import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { expect } from "vitest";
import promptforge from "../../../src/plugin/rollup.ts";
import { root, Workplace } from "../../shipped/workplace.ts";

/**
 * A project that imports prompts: `use.ts` takes them from source, with declarations that the Rollup plugin has written, and
 * `published.ts` says the same of a package of prompts that `pfc build` has built.
 */
export async function typesProject(): Promise<Workplace> {
  const project = await Workplace.make(join(import.meta.dirname, "../.cache"));
  cpSync(join(import.meta.dirname, "project"), project.folder, { recursive: true });
  for (const part of ["package.json", "dist"])
    cpSync(join(root, "runtime", part), project.path(`node_modules/promptforge-runtime/${part}`), {
      recursive: true,
    });
  await addPackage(project);
  await declareSources(project);
  const text = project.read("use.ts");
  project.write("published.ts", text.replaceAll(/"\.\/prompts\/(\w+)\.prompt\.md"/g, '"acme-prompts/$1"'));
  return project;
}

async function addPackage(project: Workplace): Promise<void> {
  cpSync(join(import.meta.dirname, "package"), project.path("package"), { recursive: true });
  cpSync(project.path("prompts"), project.path("package/prompts"), { recursive: true });
  const built = await project.pfc("build", "package/prompts/*.prompt.md", "--out", "package/dist");
  expect(built, built.stderr).toMatchObject({ status: 0 });
  renameSync(project.path("package"), project.path("node_modules/acme-prompts"));
}

async function declareSources(project: Workplace): Promise<void> {
  const bundle = await rollup({
    input: project.path("entry.js"),
    external: /^promptforge-runtime/,
    plugins: [promptforge()],
  });
  await bundle.close();
}
