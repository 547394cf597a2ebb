/*
 * `promptforge-runtime/testing`: a host that follows a script, for tests of prompts. Its assertions throw, so that they work in any
 * test runner.
 */
export type {
  ModelScript,
  ScriptedReplies,
  ScriptedReply,
} from "../adapters/scripted.ts";
export type { Expected, ExpectedRequest } from "./expectation.ts";
export type { InputReply, Script, ScriptedCapability, ScriptedTool, ToolReply } from "./script.ts";
export { ScriptError } from "./script-error.ts";
export { type ScriptedHost, scriptedHost } from "./scripted-host.ts";
