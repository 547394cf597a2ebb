import type { Chunk, FunctionBody } from "../parse/lua/tree.ts";
import type { Installed } from "./contents.ts";
import { computesPlainly, fixedNames, fixesStrings } from "./fixed.ts";
import type { Flow } from "./flow.ts";
import { traceBlock } from "./trace-statement.ts";
import { type Site, Tracer } from "./tracer.ts";
import type { BuiltinValue, FunctionValue } from "./value.ts";

/** What flows where in all Lua of one prompt. */
export interface Trace {
  readonly sites: readonly Site[];
  /** True when some value may have a `__close` metamethod. */
  readonly closes: boolean;
  /** True when some value may have an `__index` metamethod. */
  readonly inherits: boolean;
  /** Functions that library functions call over and over. */
  readonly looped: readonly (FunctionValue | BuiltinValue)[];
  /** The fields that may be read from the globals (under the empty name) and from each library; `*` for any. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same for what may be written. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** The globals that a section VM has before any Lua runs. */
  readonly installed: Installed;
  /** True when a name that nothing defines may be a global: by a metatable of `_G`, or one that the Lua computes. */
  readonly hasOpenGlobals: boolean;
  /** The functions that `pcall` may call: what fails in them may be meant to. */
  readonly tried: ReadonlySet<FunctionBody>;
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
 * `install` puts what the host supplies into the globals.
 */
export function trace(chunks: readonly Chunk[], install: (flow: Flow) => void): Trace {
  const tracer = new Tracer(install);
  for (const chunk of chunks) tracer.chunk(chunk, () => traceBlock(tracer, chunk.body));
  const { flow, sites } = tracer;
  const { globals } = flow;
  flow.solve();
  return {
    sites,
    closes: flow.hasMetamethod("__close"),
    inherits: flow.hasMetamethod("__index"),
    looped: flow.looped.items,
    used: flow.used,
    written: flow.written,
    installed: tracer.installed,
    hasOpenGlobals: globals.metatables.values.length > 0 || globals.dynamic.values.length > 0,
    tried: flow.tried,
    fixed: fixedNames(flow),
    computesPlainly: computesPlainly(flow),
    fixesStrings: fixesStrings(flow),
    exhausted: flow.exhausted,
  };
}
