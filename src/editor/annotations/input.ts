/** What a block is given: arguments, the state of the run, prose; and what asks or tells the operator. */
export const input = `
---The argument string, byte for byte. Assigning it changes this section's global alone.
---@type string
args = ""

---The parsed argument string: \`{ prose = args }\` without \`args:\` in the frontmatter; otherwise the JSON, nil when it is none. Writable in
---the H1 body; frozen elsewhere, where \`#\`, \`pairs\` and \`next\` see nothing: index it, or walk it with \`ipairs\`.
---@type any
argv = nil

---Data that goes on from section to section: booleans, numbers, strings, tables of these. Reading gives guarded tables, of which \`#\`,
---\`pairs\` and \`next\` see nothing: index them, or walk them with \`ipairs\`.
---@type table<string, any>
var = {}

---The prose above this block, its placeholders filled when it is first read. Cannot be assigned.
---@type string
prose = ""

---The member that a fanout arm or a task was started with; only in the first section that it enters.
---@type any
item = nil

---Facts about the run. Reading any other field is an error.
---@class promptforge.Sys
---@field when string The start of the run, such as \`2026-01-31T08:00:00Z\`.
---@field id string This entry of a section, such as \`0.1\`.
---@field taskid string The task that the code runs in; \`0\` on the main walk.
---@field section_name string The heading of the section, in the H1 body the title.
---@field execution string The name of the run.
---@field section_count integer How many top-level sections the prompt has.
---@field index integer The position of the arm, or what a task was started with; only in the first section that it enters.
---@field model string The id of the section's model; only after the section's first tool call.
sys = {}

---Records a checkpoint for whoever watches the run: one line, at most 256 characters.
---@param message string
function log(message) end

---Asks the operator.
---@async
---@return string text What was typed, or a sentence that says that nobody can be asked.
---@return boolean available False when nobody can be asked.
function user_input() end

---A copy of what the host tells about itself; nil when it tells nothing.
---@type (fun(): table<string, any>)?
ui = nil

---Wraps text in tags that tell a model to take it as data, not as instructions.
---@param text string|number
---@return string
function untrusted(text) end
`;
