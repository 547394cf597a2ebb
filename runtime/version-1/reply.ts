import { Failure } from "../engine/failure.ts";
import type { Entry, SectionVM } from "../engine/state.ts";
import { hostType } from "../lua/type-name.ts";

/** Gives a section VM the reply of its walk so far as the global `reply` (V1-32). */
export function installReply(vm: SectionVM): void {
  const { entry, globals } = vm;
  const { reply } = entry.chain;
  entry.incoming = reply;
  globals.setField("reply", reply);
}

/** Takes the reply that a block has left (V1-33). */
export function readReply({ vm, chain, section }: Entry): void {
  const reply = vm.globals.getString("reply");
  if (reply !== undefined && typeof reply !== "string") {
    const message = `\`reply\` must be a string or nil, got ${hostType(reply)}`;
    throw new Failure("Lua", message, { section });
  }
  chain.reply = reply;
}

/** Makes a text of the model the reply, a byte string (V1-30). */
export function giveReply({ vm, chain }: Entry, text: string): void {
  chain.reply = text;
  vm.globals.setField("reply", text);
}
