import type { Call, Expression, Index, Name, Return } from "../parse/lua/tree.ts";
import type { LuaRegion } from "../parse/prompt.ts";
import type { Room } from "./room.ts";
import { eachSpot, type Spot } from "./spot.ts";

/** A global where the Lua names it: `argv`, `_G.argv`. */
export interface Mention {
  readonly name: string;
  readonly spot: Spot<Name | Index>;
  readonly region: LuaRegion;
  readonly room: Room;
}

/** A call of a global or of a field of one, `jump(…)`, `tasks.spawn(…)`. */
export interface HostCall extends Mention {
  readonly call: Spot<Call>;
}

/** What the Lua of a prompt names. */
export class Mentions {
  /** The texts of all string constants, keys such as `b` in `a.b` too. */
  readonly strings = new Set<string>();
  /** The `return` statements. */
  readonly returns: { readonly spot: Spot<Return>; readonly region: LuaRegion }[] = [];
  readonly #named = new Map<string, Mention[]>();
  readonly #calls = new Map<string, readonly HostCall[]>();

  constructor(rooms: readonly Room[]) {
    for (const room of rooms) {
      for (const region of room.regions) eachSpot(region.chunk, (spot) => this.#add(spot, region, room));
    }
  }

  /** Every mention of a global, written ones too. */
  of(name: string): readonly Mention[] {
    return this.#named.get(name) ?? NONE;
  }

  /** The names of all globals that are mentioned. */
  names(): Iterable<string> {
    return this.#named.keys();
  }

  /** The calls of a global, or of a field of one by its full name. */
  callsOf(name: string): readonly HostCall[] {
    const known = this.#calls.get(name);
    if (known !== undefined) return known;
    if (!this.#named.has(globalOf(name))) return NONE;
    const calls = this.#findCalls(name);
    this.#calls.set(name, calls);
    return calls;
  }

  /** True when a global, or a field of one, may be reached in another way than by the calls that `callsOf` gives. */
  escapes(name: string): boolean {
    const [global, field] = [globalOf(name), fieldNamed(name)];
    if (this.of("_G").some(({ spot }) => constantField(spot) === undefined)) return true;
    if (!this.#named.has(global)) return false;
    const uses = this.of(global).filter(({ spot }) => isUseOf(spot, field));
    return uses.length > this.callsOf(name).length;
  }

  #findCalls(name: string): HostCall[] {
    const field = fieldNamed(name);
    const found: HostCall[] = [];
    for (const mention of this.of(globalOf(name))) {
      const callee = field === undefined ? mention.spot : fieldOf(mention.spot, field);
      const call = callee?.up;
      const { spot, region, room } = mention;
      if (isSpotOf(call, "Call") && call.node.callee === callee!.node)
        found.push({ name: mention.name, spot, region, room, call });
    }
    return found;
  }

  #add(spot: Spot, region: LuaRegion, room: Room): void {
    const { node } = spot;
    if (node.kind === "String") this.strings.add(node.value);
    else if (node.kind === "Return") this.returns.push({ spot: spot as Spot<Return>, region });
    else if (node.kind === "Name") {
      if (node.variable === undefined && node.environment === undefined)
        this.#put({ name: node.name, spot: spot as Spot<Name>, region, room });
    } else if (node.kind === "Index" && isGlobalTable(node.object) && node.key.kind === "String")
      this.#put({ name: node.key.value, spot: spot as Spot<Index>, region, room });
  }

  #put(mention: Mention): void {
    const known = this.#named.get(mention.name);
    if (known === undefined) this.#named.set(mention.name, [mention]);
    else known.push(mention);
  }
}

const NONE: readonly never[] = [];

/** `store` of `store.read`, and any other name itself. */
export function globalOf(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

/** `read` of `store.read`. */
export function fieldNamed(name: string): string | undefined {
  const dot = name.indexOf(".");
  return dot === -1 ? undefined : name.slice(dot + 1);
}

/** `x.f` around `x`. */
function fieldOf(spot: Spot, field: string): Spot | undefined {
  return constantField(spot) === field ? spot.up : undefined;
}

/** The name of the field that is read of, or written to, a spot's value. */
export function constantField({ node, up }: Spot): string | undefined {
  if (!isSpotOf(up, "Index") || up.node.object !== node || up.node.key.kind !== "String") return undefined;
  return up.node.key.value;
}

/** True when a mention of a table may reach its field, and of any other global always. */
function isUseOf(spot: Spot, field: string | undefined): boolean {
  if (field === undefined) return true;
  const read = constantField(spot);
  return read === undefined || read === field;
}

/** True for a node of one kind. */
export function isSpotOf<K extends Spot["node"]["kind"]>(
  spot: Spot | undefined,
  kind: K,
): spot is Spot<Extract<Spot["node"], { kind: K }>> {
  return spot?.node.kind === kind;
}

function isGlobalTable(expression: Expression): boolean {
  return expression.kind === "Name" && expression.name === "_G" && expression.variable === undefined;
}

/** The constant keys from a mention inwards: `argv.a.b` gives `a` and `b`, and the whole; a computed key is undefined. */
export function accessFrom(spot: Spot): {
  readonly keys: readonly (string | undefined)[];
  readonly spot: Spot;
} {
  const keys: (string | undefined)[] = [];
  let whole = spot;
  for (let { up } = spot; isSpotOf(up, "Index") && up.node.object === whole.node; { up } = whole) {
    keys.push(up.node.key.kind === "String" ? up.node.key.value : undefined);
    whole = up;
  }
  return { keys, spot: whole };
}

/** True for what a statement assigns: `x = 1`, `function x() end`, `global x`. */
export function isTarget({ node, up }: Spot): boolean {
  switch (up?.node.kind) {
    case "Assignment":
      return (up.node.targets as readonly unknown[]).includes(node);
    case "FunctionDeclaration":
      return up.node.target === node;
    case "GlobalFunction":
      return up.node.name === node;
    case "GlobalDeclaration":
      return (up.node.names as readonly unknown[]).includes(node);
    default:
      return false;
  }
}

/** The expression whose value a target gets first, if there is one of its own. */
export function valueFor({ node, up }: Spot): Expression | undefined {
  switch (up?.node.kind) {
    case "Assignment":
      return up.node.values[(up.node.targets as readonly unknown[]).indexOf(node)];
    case "FunctionDeclaration":
    case "GlobalFunction":
      return up.node.function;
    case "GlobalDeclaration":
      return up.node.values?.[(up.node.names as readonly unknown[]).indexOf(node)];
    default:
      return undefined;
  }
}
