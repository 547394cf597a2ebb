import type { Effect, SectionVM } from "../../engine/state.ts";
import { LONGEST_TIMER } from "../../longest-timer.ts";
import { hostError } from "../../lua/host-error.ts";
import type { EffectContext } from "../../options.ts";
import { encodeUtf8 } from "../../utf8.ts";
import { thrownText } from "../thrown.ts";

/** The effect of a timed wait: the host's timer, or one of the platform (TSK-27). One that fails is an error value of kind `internal` at the wait. */
export function timerEffect(vm: SectionVM, seconds: number): Effect<unknown, unknown> {
  const { timer } = vm.run.options;
  return {
    kind: "timer",
    request: { seconds },
    due: Date.now() + seconds * 1000,
    perform: (context) =>
      timer === undefined ? sleep(seconds * 1000, context.signal) : timer(seconds, context),
    settle: () => undefined,
    refuse: (cause) => {
      const error = hostError(vm, "internal", encodeUtf8(`timer failed: ${thrownText(cause)}`));
      error.cause = cause;
      throw error;
    },
  };
}

/** Nothing for no time; else a promise that never settles once the signal aborts. */
function sleep(milliseconds: number, signal: EffectContext["signal"]): Promise<void> | undefined {
  if (milliseconds === 0) return undefined;
  if (typeof setTimeout === "undefined" || typeof clearTimeout === "undefined")
    throw new Error("there is no `setTimeout`: give the `timer` option");
  const [set, clear] = [setTimeout, clearTimeout];
  return new Promise((resolve) => {
    let timer: unknown;
    const rest = (left: number): void => {
      if (left <= 0) resolve();
      else timer = set(() => rest(left - LONGEST_TIMER), Math.min(left, LONGEST_TIMER));
    };
    rest(milliseconds);
    signal?.addEventListener("abort", () => clear(timer as never), { once: true });
  });
}
