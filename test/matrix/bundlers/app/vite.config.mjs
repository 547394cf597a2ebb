import promptforge from "promptforge-esm/vite";

export default {
  plugins: [promptforge()],
  build: { lib: { entry: "main.js", formats: ["es"], fileName: "main" }, minify: false, sourcemap: true },
};
