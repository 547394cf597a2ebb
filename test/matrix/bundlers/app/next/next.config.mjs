import { join } from "node:path";
import { withPromptforge } from "promptforge-esm/next";

export default withPromptforge({
  // What is installed lies above the app.
  turbopack: { root: join(import.meta.dirname, "../../../../..") },
  experimental: {
    // webpack writes maps of what runs on the server with this alone.
    serverSourceMaps: true,
    // A worker for each core takes longer to start than it saves.
    cpus: 1,
  },
});
