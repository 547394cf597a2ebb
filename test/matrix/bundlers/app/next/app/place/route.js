import greet from "../../../greet.prompt.md";

export const dynamic = "force-dynamic";

/** The stack of JavaScript while the Lua of the prompt calls `log`. */
export async function GET() {
  let stack;
  const onEvent = (event) => {
    if (event.kind === "lua") stack = new Error("seen").stack;
  };
  await greet.run({ name: "Ada" }, { onEvent });
  return Response.json(stack);
}
