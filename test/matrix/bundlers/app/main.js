import { answer } from "./answer.js";

answer().then((given) => console.log(JSON.stringify(given)));
