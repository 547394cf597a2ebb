export { default as plain } from "./prompts/plain.prompt.md";
export { default as review } from "./prompts/review.prompt.md";
