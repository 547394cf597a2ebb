/** What `pcall` gives for failures of the host. */
export const errors = `
---@alias promptforge.ErrorKind "lua"|"internal"|"cancelled"|"context_exhausted"|"empty_model_reply"|"tool_loop_exhausted"|"tool"|"out_of_scope_tool"|"unbound_tool"|"tasks_live"|"task_not_owned"|"task_consumed"

---What a failed function of the host raises. \`tostring\` and \`..\` use the message. Lua's own errors are strings.
---@class promptforge.Error
---@field kind promptforge.ErrorKind
---@field message string
---@field task? string Of \`cancelled\` tasks, \`task_not_owned\` and \`task_consumed\`.
---@field tasks? string Of \`tasks_live\`: the ids, joined with \`, \`.
---@field name? string Of \`out_of_scope_tool\` and \`unbound_tool\`.
---@field reason? "precheck"|"provider" Of \`context_exhausted\`.
---@field finish_reason? string Of \`empty_model_reply\`.
`;
