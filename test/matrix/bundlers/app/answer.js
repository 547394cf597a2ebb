import greet from "./greet.prompt.md";
import again from "./greet.prompt.md?again";
import notes from "./notes.md?prompt";
import noted from "./notes.md?v=1&prompt";

/** What the prompts of the app give, and the stack of one that throws. */
export async function answer() {
  return {
    greeting: await greet.run({ name: "Ada" }),
    again: await again.run({ name: "Ada" }),
    note: await notes.run("x"),
    noted: await noted.run("y"),
    stack: await greet.run({ name: "" }).catch((error) => error.stack),
  };
}
