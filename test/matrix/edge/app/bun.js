import { handle } from "./handler.js";

console.log(Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: handle }).port);
