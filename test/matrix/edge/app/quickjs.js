import { visit } from "./visit.js";

/** QuickJS has no network: this model says what the server of the other platforms says. */
let conversations = 0;
const model = {
  id: "m",
  context: 100_000,
  thinking: "never",
  async complete({ messages, onDelta }) {
    const text = messages.map(({ content }) => content).join("|");
    if (onDelta === undefined) return { result: { text: `<${text}>` }, model: "m", finishReason: "stop" };
    const isStalled = ++conversations === 2;
    for (const fragment of ["Wet", " and ", "dry"].slice(0, isStalled ? 1 : 3)) onDelta(fragment);
    if (isStalled) await new Promise(() => undefined);
    return { result: { text: "Wet and dry" }, model: "m", finishReason: "stop" };
  },
};

globalThis.finished = visit(model).then(JSON.stringify);
