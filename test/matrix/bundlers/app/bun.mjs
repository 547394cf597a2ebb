import promptforge from "promptforge-esm/bun";

const { success, logs } = await Bun.build({
  entrypoints: ["main.js"],
  outdir: "dist",
  target: "node",
  sourcemap: "linked",
  plugins: [promptforge()],
  throw: false,
});
for (const log of logs) console.error(log);
process.exitCode = success ? 0 : 1;
