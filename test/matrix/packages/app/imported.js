// `node --import promptforge-esm/node imported.js`

import { echo } from "promptforge-runtime/echo";
import ask from "./ask.prompt.md";

console.log(await ask.run("Node", { model: echo() }));
