// `node fengari.mjs FILE N LABEL`: runs a program in fengari, a Lua 5.3 machine in JavaScript.
import { readFileSync } from "node:fs";
import fengari from "fengari";
import { answer, turn } from "./turns.mjs";

const { lauxlib, lua, lualib, to_luastring: bytes } = fengari;
const [, , file, n, label] = process.argv;
const state = lauxlib.luaL_newstate();
lualib.luaL_openlibs(state);

// A function of the host gives how many results it has pushed.
const functions = {
  now: (L) => {
    lua.lua_pushnumber(L, performance.now());
    return 1;
  },
  turn: (L) => {
    lua.lua_pushboolean(L, turn());
    return 1;
  },
  answer: (L) => {
    answer(lua.lua_tonumber(L, 1), lua.lua_tojsstring(L, 2).split("\t"));
    return 0;
  },
};

lua.lua_newtable(state);
setField("source", () => lua.lua_pushstring(state, new Uint8Array(readFileSync(file))));
setField("n", () => lua.lua_pushinteger(state, Number(n)));
setField("label", () => lua.lua_pushstring(state, bytes(label)));
for (const [name, call] of Object.entries(functions)) {
  setField(name, () => lua.lua_pushjsfunction(state, call));
}
lua.lua_setglobal(state, bytes("host"));

const driver = new Uint8Array(readFileSync(new URL("measure.lua", import.meta.url)));
const failed =
  lauxlib.luaL_loadbuffer(state, driver, driver.length, bytes("@measure.lua")) ||
  lua.lua_pcall(state, 0, 0, 0);
if (failed) {
  process.stderr.write(`${lua.lua_tojsstring(state, -1)}\n`);
  process.exitCode = 1;
}

function setField(name, push) {
  push();
  lua.lua_setfield(state, -2, bytes(name));
}
