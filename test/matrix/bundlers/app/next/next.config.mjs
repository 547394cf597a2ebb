import { join } from "node:path";
import { withPromptforge } from "promptforge-esm/next";

export default withPromptforge({
  // What is installed lies above the app.
  turbopack: { root: join(import.meta.dirname, "../../../../..") },
});
