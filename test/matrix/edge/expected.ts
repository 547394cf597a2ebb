import { FRAGMENTS } from "./provider.ts";

const whole = { fragments: FRAGMENTS, outcome: { status: "completed", text: "Tides: Wet and dry" } };

/** What `visit` of the app must give on every platform, whether or not it makes code from strings. */
export function visitOf(madeFromText: boolean) {
  return { completed: whole, cancelled: { status: "cancelled" }, resumed: whole, madeFromText };
}
