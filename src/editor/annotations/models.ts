/** Models and compactors. */
export const models = `
---A model under a role: a snapshot with the settings that it was taken with. Frozen.
---@class promptforge.ModelHandle
---@field name string The role.
---@field label string The role.
---@field description string
---@field capabilities string[] The role's keywords.
---@field model_id string The id of the model that the host has given to the role.
---@field context integer Tokens.
---@field thinking boolean? Nil when the role says nothing.
---@field temperature number?
---@field max_tokens integer?

---@class promptforge.SamplingOptions
---@field temperature? number From 0 to 2.
---@field max_tokens? integer

---Models of the roles that the frontmatter declares under \`models:\`.
---@class promptforge.Models
models = {}

---Selects the model of this section entry, with options for its rounds.
---@param role string
---@param options? promptforge.SamplingOptions
---@return promptforge.ModelHandle
function models.use(role, options) end

---Sets the model of every section that selects none; once for the whole run.
---@param role string
---@return promptforge.ModelHandle
function models.default(role) end

---The model of a role, without selecting it.
---@param role string
---@return promptforge.ModelHandle
function models.get(role) end

---One question, one answer: no tools, no conversation.
---@async
---@param prompt string
---@return string reply
---@overload async fun(handle: promptforge.ModelHandle?, prompt: string): string
function models.infer(prompt) end

---Continues a conversation until the model answers with text, running the tools that it calls. Adds all replies and results to the list.
---@async
---@param messages promptforge.Message[]|promptforge.MessageList
---@param compactor? promptforge.Compactor
---@overload async fun(handle: promptforge.ModelHandle, messages: promptforge.Message[]|promptforge.MessageList, compactor?: promptforge.Compactor)
function models.loop(messages, compactor) end

---Called when a conversation is too long for the model; has to raise an error.
---@alias promptforge.Compactor fun(reason: "precheck"|"provider")

---@class promptforge.Compactors
compactors = {}

---Raises an error of kind \`context_exhausted\`: what \`models.loop\` does when it is given no compactor.
---@param reason "precheck"|"provider"
function compactors.fail(reason) end
`;
