/** Tools. */
export const tools = `
---A tool under the alias of its slot. Frozen.
---@class promptforge.Tool
---@field name string The alias.
---@field description string
---@field parameters table Always empty.
---@field wire_name string The last part of the tool's path.
---@field untrusted boolean Always false.

---Tools of the slots that the frontmatter declares under \`tools:\`, and those that a section makes itself.
---@class promptforge.Tools
---@field calls table<string, integer>? How often each tool of this section entry was called; nil before the first call. Read-only.
tools = {}

---Offers a tool to the model in all sections.
---@param alias string
---@param description? string Shown to the model in place of the tool's own.
function tools.always(alias, description) end

---Offers tools to the model in this section entry.
---@param target? string|promptforge.Tool|(string|promptforge.Tool)[]
---@param description? string Shown to the model in place of the tool's own; not with an array.
function tools.add(target, description) end

---@alias promptforge.ParameterType "string"|"integer"|"number"|"boolean"

---Makes a tool of this section entry and offers it to the model. What the handler returns is the result; an error that it raises ends
---the loop.
---@param alias string
---@param description string
---@param parameters table<string, promptforge.ParameterType|{ [1]: promptforge.ParameterType, [2]: string? }> All of them are required.
---@param handler fun(arguments: table<string, any>): string|number|boolean|nil
function tools.add_local(alias, description, parameters, handler) end

---Calls a tool. The result of a tool that is not trusted comes wrapped, as \`untrusted\` does it.
---@async
---@param tool string|promptforge.Tool
---@param arguments? table<string, any>
---@return string|table result A table when the tool is structured.
function tools.call(tool, arguments) end

---Lets the model of this section start tasks.
---@param targets? promptforge.Heading[] The sections that it may start; any when left out.
function tools.allow_tasks(targets) end
`;
