import { join } from "node:path";
import { withPromptforge } from "promptforge-esm/next";

export default withPromptforge({
  turbopack: {
    // What is installed lies above the app.
    root: join(import.meta.dirname, "../../../../.."),
    // Other Markdown is text.
    rules: { "*.md": { loaders: [join(import.meta.dirname, "text-loader.cjs")], as: "*.js" } },
  },
  webpack(configuration) {
    configuration.module.rules.push({ test: /\.md$/, type: "asset/source" });
    // The code of Next for browsers is of no interest here.
    configuration.optimization.minimize = false;
    return configuration;
  },
  experimental: {
    // webpack writes maps of what runs on the server with this alone.
    serverSourceMaps: true,
    // Every build here is the first one, on a machine that has other work.
    turbopackFileSystemCacheForBuild: false,
    webpackBuildWorker: false,
    cpus: 1,
  },
});
