import greet from "./greet.prompt.md";
import notes from "./notes.md?prompt";

/** What the prompts of the app give, and the stack of one that throws. */
export async function answer() {
  return {
    greeting: await greet.run({ name: "Ada" }),
    note: await notes.run("x"),
    stack: await greet.run({ name: "" }).catch((error) => error.stack),
  };
}
