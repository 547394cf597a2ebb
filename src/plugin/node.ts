import { register } from "node:module";

// `node --import promptforge-esm/node main.js`: from here on prompts are imported as they are.
register("../plugin/node-hooks.js", import.meta.url);
