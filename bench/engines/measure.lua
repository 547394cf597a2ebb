-- lua measure.lua FILE N LABEL: calls the function `bench` of a program once per line of standard input. A host that
-- embeds Lua gives the same as a table `host`, with functions of its own to tell the time, to wait and to answer.
-- Any Lua from 5.1 on runs it.

local host = host or {
  source = arg and assert(io.open(arg[1], "rb")):read("*a"),
  n = tonumber(arg and arg[2]),
  label = arg and arg[3],
  now = function() return os.clock() * 1000 end, -- of the processor
  turn = function() return io.read() ~= nil end,
  answer = function(milliseconds, results)
    io.write(milliseconds, "\t", milliseconds, "\t", results, "\n")
    io.flush()
  end,
}

local function describe(value)
  local kind, text = type(value), tostring(value)
  if kind == "number" then
    kind = math.type and math.type(value) or (value % 1 == 0 and "integer" or "float")
    text = string.format(kind == "integer" and (math.type and "%d" or "%.0f") or "%.17g", value)
  end
  return kind .. ":" .. text:gsub("[^%w_.+-]", function(c) return string.format("%%%02x", c:byte()) end)
end

local function answer(milliseconds, ...)
  local parts = {}
  for i = 1, select("#", ...) do parts[#parts + 1] = describe((select(i, ...))) end
  host.answer(milliseconds, table.concat(parts, "\t"))
end

local function finish(started, ...) answer(host.now() - started, ...) end

-- Messages with positions are results too, so the program has the chunk name that it has as a prompt.
local n = host.n
assert(load(host.source, "=" .. host.label))()
local bench = bench
while host.turn() do finish(host.now(), bench(n)) end
