/** The store. */
export const store = `
---The text files of the run. Every failure is an error of kind \`lua\`.
---@class promptforge.Store
store = {}

---Creates a file or replaces its text.
---@async
---@param path string
---@param contents string
function store.write(path, contents) end

---Adds text to the end of a file, which is made when it is missing.
---@async
---@param path string
---@param contents string
function store.append(path, contents) end

---The text of a file, or its lines from \`start\` to \`last\`.
---@async
---@param path string
---@param start? integer From 1.
---@param last? integer
---@return string
function store.read(path, start, last) end

---The same with each line's number in front: \`12| text\`.
---@async
---@param path string
---@param start? integer From 1.
---@param last? integer
---@return string
function store.read_numbered(path, start, last) end

---Replaces the one place where a text occurs; an error when there is none or more than one.
---@async
---@param path string
---@param old string
---@param new string
function store.str_replace(path, old, new) end

---Removes a file or an empty directory; nothing happens when there is none.
---@async
---@param path string
function store.delete(path) end

---The paths that match a pattern, sorted. \`*\` stands for anything within one name, \`**\` for any number of directories.
---@async
---@param pattern string
---@return string[]
function store.glob(pattern) end

---@async
---@param path string
---@return boolean
function store.exists(path) end
`;
