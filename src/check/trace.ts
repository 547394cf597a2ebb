import type { Chunk } from "../parse/lua/tree.ts";
import { computesPlainly, fixedNames, fixesStrings } from "./fixed.ts";
import { type HostName, host } from "./host.ts";
import { traceBlock } from "./trace-statement.ts";
import { type Site, Tracer } from "./tracer.ts";
import type { BuiltinValue, FunctionValue } from "./value.ts";

/** What flows where in all Lua of one prompt. */
export interface Trace {
  readonly sites: readonly Site[];
  /** True when some value may have a `__close` metamethod. */
  readonly closes: boolean;
  /** Functions that library functions call over and over. */
  readonly looped: ReadonlySet<FunctionValue | BuiltinValue>;
  /** The fields that may be read from the globals (under the empty name) and from each library; `*` for any. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
  /** The library functions that keep their names, as `type` or `string.sub`: nothing else is ever stored there. */
  readonly fixed: ReadonlySet<string>;
  /** True when no metamethod of the prompt can compute `a + b` or another operation of arithmetic. */
  readonly computesPlainly: boolean;
  /** True when methods of strings are always those of the string library. */
  readonly fixesStrings: boolean;
  /** True when the analysis was given up: every site may suspend. */
  readonly exhausted: boolean;
}

/**
 * Follows every value of a prompt's Lua: the union over all sections, whose VMs share the library's text but no values.
 * `names` are the globals that the host installs beside its fixed ones (aliases, roles, tools of the command line).
 */
export function trace(chunks: readonly Chunk[], names: Readonly<Record<string, HostName>> = {}): Trace {
  const tracer = new Tracer({ ...host, ...names });
  for (const chunk of chunks) tracer.chunk(chunk, () => traceBlock(tracer, chunk.body));
  const { flow, globals, sites } = tracer;
  flow.solve();
  return {
    sites,
    closes: flow.hasMetamethod("__close"),
    looped: flow.looped,
    used: flow.used,
    fixed: fixedNames(flow, globals),
    computesPlainly: computesPlainly(flow),
    fixesStrings: fixesStrings(flow),
    exhausted: flow.exhausted,
  };
}
