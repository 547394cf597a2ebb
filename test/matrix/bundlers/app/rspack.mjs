import { rspack } from "@rspack/core";
import promptforge from "promptforge-esm/rspack";

const compiler = rspack({
  mode: "production",
  target: "node",
  context: import.meta.dirname,
  entry: "./main.js",
  output: { filename: "main.js", module: true },
  experiments: { outputModule: true },
  optimization: { minimize: false },
  devtool: "source-map",
  // Other Markdown is text.
  module: { rules: [{ test: /\.md$/, type: "asset/source" }] },
  plugins: [promptforge()],
});
compiler.run((error, stats) => {
  if (error) throw error;
  console.error(stats.toString({ all: false, errors: true, warnings: true }));
  process.exitCode = stats.hasErrors() ? 1 : 0;
});
