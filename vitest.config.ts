import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Unit tests see the sources of the runtime; what tests the shipped path runs the built packages in processes of their own.
    alias: [
      { find: /^promptforge-runtime$/, replacement: source("runtime/index.ts") },
      { find: /^promptforge-runtime\/internal$/, replacement: source("runtime/internal.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2,
    // Some tests start processes, and a machine may be busy: this bounds a hang and nothing else.
    testTimeout: 60_000,
    reporters: ["default", ["./scripts/closing-line.mjs", {}]],
  },
});
