import { LIBRARIES, LINKS, type Links } from "../link.ts";

const { create: _since55, ...table } = LIBRARIES.table;

/** The runtime's name for each global of version 1 (V1-70, V1-71). */
export const links: Links = {
  ...LIBRARIES,
  table,
  _VERSION: "baseVersion1",
  args: "hostArgs",
  sys: "hostSys1",
  var: "hostVar",
  log: "hostLog",
  store: { ...(LINKS["store"] as object), write: "hostStoreWrite1" },
  tools: {
    need: "hostToolsNeed",
    always: "hostToolsAlways1",
    add: "hostToolsAdd1",
    add_local: "hostToolsAddLocal1",
    calls: "hostToolsCalls1",
  },
  models: {
    need: "hostModelsNeed",
    default: "hostModelsDefault1",
    use: "hostModelsUse1",
    get: "hostModelsGet1",
    infer: "hostModelsInfer1",
  },
  untrusted: "hostUntrusted",
  jump: "hostJump1",
  list_from_section: "hostListFromSection1",
  item: "hostItem",
  execute: "hostExecute",
  fanout: "hostFanout1",
};
