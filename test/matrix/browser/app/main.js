import { openai } from "promptforge-runtime/openai";
import digest from "./digest.prompt.md";
import { INPUT, visit } from "./visit.js";

const [ask, stop, reply, outcome, updates] = ["ask", "stop", "reply", "outcome", "updates"].map((id) =>
  document.getElementById(id),
);
// The server of the page passes requests on to the provider: no page knows a key.
const model = openai({ baseURL: new URL("/v1", location.href).href, model: "m" });

ask.onclick = async () => {
  reply.textContent = "";
  outcome.textContent = "";
  const run = digest.start(INPUT, { model });
  stop.onclick = () => run.cancel();
  for await (const fragment of run.text) reply.textContent += fragment;
  const { status, text = "" } = await run.outcome;
  outcome.textContent = `${status} ${text}`;
};

import.meta.hot?.on("vite:afterUpdate", () => {
  updates.textContent = String(Number(updates.textContent) + 1);
});

window.visit = () => visit(model);
