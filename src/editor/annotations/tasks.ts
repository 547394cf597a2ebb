/** Tasks. */
export const tasks = `
---A started task.
---@class promptforge.Task
---@field task string Its id.

---@alias promptforge.TaskReference promptforge.Task|string

---@class promptforge.SpawnOptions
---@field input? string The task's \`args\`; the owner's when left out.
---@field item? any JSON data, the task's \`item\`.
---@field index? integer The task's \`sys.index\`.

---@class promptforge.WaitOptions
---@field timeout? number Seconds. Stops no task.

---How a task ended. Also a handle of it.
---@class promptforge.TaskResult: promptforge.Task
---@field ok boolean
---@field result string|promptforge.Error What it returned, or its error.

---@class promptforge.TaskStatus
---@field target string The section that it was started with, without markers.
---@field origin "author"|"model" Who started it.
---@field state "running"|"done"|"cancelled"|"abandoned"
---@field ok boolean? Nil while it runs.
---@field section string? The section that it is in.
---@field blocked ("chat"|"tool_call"|"user_input"|"store"|"tasks"|"call")? What it waits for.
---@field turns integer How many model rounds it has had.
---@field tasks string[] The ids of its own running tasks.
---@field depth integer 1 when the main walk has started it.
---@field note string? What it told last with \`tasks.note\`.

---@class promptforge.TaskEvent
---@field kind string
---@field execution string
---@field section string
---@field provenance { task: string, seq: integer }
---@field [string] any What the kind carries.

---Sections that run beside the chain that has started them, which must wait for each or cancel it before it ends.
---@class promptforge.Tasks
tasks = {}

---Starts a section as a task with a copy of \`var\`. It begins to run when this chain waits.
---@async
---@param heading promptforge.Heading
---@param options? promptforge.SpawnOptions
---@return promptforge.Task
function tasks.spawn(heading, options) end

---Waits until one of the tasks has ended. After a timeout all results are nil.
---@async
---@param set promptforge.TaskReference[]
---@param options? promptforge.WaitOptions
---@return promptforge.Task? task
---@return boolean? ok
---@return string|promptforge.Error|nil result
function tasks.when_any(set, options) end

---Waits until all tasks have ended. After a timeout the entries of those that have not are nil.
---@async
---@param set promptforge.TaskReference[]
---@param options? promptforge.WaitOptions
---@return promptforge.TaskResult[] results In the order of the set.
---@return boolean timed_out
function tasks.when_all(set, options) end

---True once the task has ended in any way.
---@async
---@param task promptforge.TaskReference
---@return boolean
function tasks.ready(task) end

---@async
---@param task promptforge.TaskReference
---@return promptforge.TaskStatus
function tasks.status(task) end

---What the task has reported so far.
---@async
---@param task promptforge.TaskReference
---@param options? { last?: integer } Only events after this sequence number.
---@return promptforge.TaskEvent[]
function tasks.events(task, options) end

---The running tasks that this chain owns.
---@async
---@param filter? { origin?: "author"|"model" }
---@return promptforge.Task[]
function tasks.pending(filter) end

---Sets the note that \`tasks.status\` shows of the task that this code runs in.
---@async
---@param text string
function tasks.note(text) end

---Stops a task and all that it has started.
---@async
---@param task promptforge.TaskReference
function tasks.cancel(task) end
`;
