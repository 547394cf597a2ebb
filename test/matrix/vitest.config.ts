import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    // No `.test.ts`: the tests of the repository run without what is installed here.
    include: ["**/*.matrix.ts"],
    // The built runtime is what users import, so it is loaded as it is.
    server: { deps: { external: [/\/runtime\/dist\//] } },
    maxWorkers: 2,
    // Most tests start processes, and a machine may be busy: these bound a hang and nothing else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ["default", ["../../scripts/closing-line.mjs", {}]],
  },
});
