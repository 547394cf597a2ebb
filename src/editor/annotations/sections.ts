/** What leads from section to section. */
export const sections = `
---A section by its heading, markers included: \`## Name\`. Siblings and direct children can be named.
---@alias promptforge.Heading string

---Goes on with a sibling or a direct child once this block ends; the rest of the block does not run.
---@param heading promptforge.Heading
function jump(heading) end

---Runs the sections from the one named on, as a chain of its own with a copy of \`var\`, until one returns something or they end.
---@async
---@param heading promptforge.Heading
---@param input? string The chain's \`args\`; the caller's when left out.
---@return string result What was returned, as text; empty when nothing was.
function call(heading, input) end

---The items of a list section, in a new table.
---@param heading promptforge.Heading
---@return string[] items
function list_from_section(heading) end

---What one arm of a fanout gave. Read-only; \`tostring\` and \`table.concat\` use the text.
---@class promptforge.FanoutResult
---@field text string What the arm returned, empty when nothing.
---@field ok boolean False when the arm ran out of tool rounds.
---@field item any The member; of keys that are no positions a table \`{ key, value }\`.
---@field exhausted boolean True when the arm ran out of tool rounds.

---Runs a section once for each member of a table, several at a time, each in a chain of its own with \`item\` and \`sys.index\`. An arm
---that fails stops the others, and its error is raised here.
---@async
---@param worker promptforge.Heading
---@param collection table Not empty: positions first, then the other keys in order.
---@return promptforge.FanoutResult[] results In the order of the members.
function fanout(worker, collection) end
`;
