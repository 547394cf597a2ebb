-- Runs programs from the standard input in fresh environments of the sandbox and writes what they print.
-- A request is a line with two lengths (names of patches, program), then both texts; the answer a line with a length, then the text.
-- Before the first request comes a line with a number, and as many patches: a line with a name and a length, then the text.
local label = '=[string "section `Main` prologue"]'
local bases = {
  "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
}
local most = 2 ^ 20
local steps = 20000000
local strings = getmetatable("")
local patches = {}

local function copy(from)
  local to = {}
  for key, value in pairs(from) do to[key] = value end
  return to
end

local function ldexp(m, e)
  return m * 2.0 ^ e
end

local function environment()
  local env = { _VERSION = "Lua 5.5", string = copy(string), table = copy(table), math = copy(math) }
  for _, name in ipairs(bases) do env[name] = _G[name] end
  for _, name in ipairs { "pow", "cosh", "sinh", "tanh", "log10", "atan2" } do env.math[name] = nil end
  env._G = env
  local metatable = copy(strings)
  metatable.__index = env.string
  debug.setmetatable("", metatable)
  return env
end

local function output()
  local pieces, size = {}, 0
  local function write(text)
    size = size + #text
    if size > most then error("too much output", 0) end
    pieces[#pieces + 1] = text
  end
  return pieces, write
end

local function run(program, names)
  local env = environment()
  local pieces, write = output()
  local tostring, concat, pack = tostring, table.concat, table.pack
  local context = { env = env, text = tostring, raw = { next = next, get = rawget, len = rawlen, equal = rawequal, set = rawset } }
  for name in names:gmatch("[%w-]+") do patches[name](context) end
  function env.print(...)
    local values = pack(...)
    for i = 1, values.n do values[i] = context.text(values[i]) end
    write(concat(values, "\t") .. "\n")
  end
  function env.user_input() return "answer", true end
  local chunk, message = load(program, label, "t", env)
  if not chunk then
    debug.setmetatable("", strings)
    return "compile: " .. message
  end
  local running, expired = true, false
  local function expire()
    if not running then return debug.sethook() end
    expired = true
    debug.sethook(expire, "", 1000)
    error("expired", 0)
  end
  debug.sethook(expire, "", steps)
  local fine, value = pcall(chunk)
  running = false
  debug.sethook()
  local shown, text = pcall(context.text, value)
  debug.setmetatable("", strings)
  if expired then return "expired" end
  if not fine then pieces[#pieces + 1] = "error: " .. (shown and text or "?") end
  return concat(pieces)
end

for _ = 1, io.read("n", "L") do
  local name, size = io.read("L"):match("(%S+) (%d+)")
  patches[name] = assert(load(io.read(tonumber(size)), "=" .. name))
end
local version = io.popen("lua5.4 -v"):read("L"):match("^(Lua [%d.]+)")
io.write(#version, "\n", version)
io.flush()
for line in io.lines(nil, "L") do
  local first, second = line:match("(%d+) (%d+)")
  local names = io.read(tonumber(first))
  local program = io.read(tonumber(second)) or ""
  local fine, text = pcall(run, program, names or "")
  if not fine then text = "oracle: " .. tostring(text) end
  io.write(#text, "\n", text)
  io.flush()
end
