import { handle } from "./handler.js";

export default { fetch: handle };
