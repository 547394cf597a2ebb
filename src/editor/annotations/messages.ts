/** Message lists. */
export const messages = `
---@alias promptforge.Part { type: "text", text: string }|{ type: "image_url", image_url: { url: string } }

---@class promptforge.ToolCall
---@field id string
---@field name string The alias of the tool.
---@field arguments? table<string, any>

---One message of a conversation.
---@class promptforge.Message
---@field role "system"|"user"|"assistant"|"tool"
---@field content string|promptforge.Part[]
---@field tool_calls? promptforge.ToolCall[] Of assistant messages.
---@field tool_call_id? string Of tool messages: the call that this is the result of.

---An ordinary array of messages with methods that add one and give the list back.
---@class promptforge.MessageList
---@field [integer] promptforge.Message
---@field system fun(self: promptforge.MessageList, content: string|promptforge.Part[]): promptforge.MessageList
---@field user fun(self: promptforge.MessageList, content: string|promptforge.Part[]): promptforge.MessageList
---@field assistant fun(self: promptforge.MessageList, content: string|promptforge.Part[], tool_calls?: promptforge.ToolCall[]): promptforge.MessageList
---@field tool fun(self: promptforge.MessageList, content: string|promptforge.Part[], tool_call_id: string): promptforge.MessageList
---@field append fun(self: promptforge.MessageList, message: promptforge.Message): promptforge.MessageList

---@class promptforge.Messages
messages = {}

---A new, empty conversation.
---@return promptforge.MessageList
function messages.new() end
`;
