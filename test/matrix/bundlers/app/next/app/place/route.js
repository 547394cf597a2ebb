import greet from "../../../greet.prompt.md";

export const dynamic = "force-dynamic";

/** Writes the stack of JavaScript while the Lua of the prompt calls `log`. */
export async function GET() {
  const onEvent = (event) => {
    if (event.kind === "lua") console.error(new Error(event.message));
  };
  return Response.json(await greet.run({ name: "Ada" }, { onEvent }));
}
