import { errorOf } from "./state.ts";

/** The text of the LuaError that something throws; `#index detail` for a bad argument. */
export function messageOf(run: () => unknown): unknown {
  const { argument, value } = errorOf(run);
  return argument === undefined ? value : `#${argument.index} ${argument.detail}`;
}
