import { build } from "esbuild";
import promptforge from "promptforge-esm/esbuild";

await build({
  entryPoints: ["main.js"],
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "neutral",
  sourcemap: true,
  plugins: [promptforge()],
}).catch(() => {
  process.exitCode = 1;
});
