import promptforge from "promptforge-esm/rollup";

export default {
  input: "main.js",
  output: { file: "dist/main.js", sourcemap: true },
  plugins: [promptforge()],
};
