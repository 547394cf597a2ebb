import { describe, expect, test } from "vitest";
import { errorOf, faultOf } from "./harness.ts";

describe("the table of LUA-21", () => {
  test.each([
    ["x =", "1: unexpected symbol near <eof>"],
    ["local = 1", "1: <name> expected near '='"],
    ["if x then", "1: 'end' expected near <eof>"],
    ["if x then\ny = 1\n", "3: 'end' expected (to close 'if' at line 1) near <eof>"],
    ["x y", "1: syntax error near 'y'"],
    ["x += 1", "1: syntax error near '+'"],
    ["if a != b then end", "1: 'then' expected near '!'"],
    ["a != b", "1: syntax error near '!'"],
    ["continue", "1: syntax error near <eof>"],
    ["for i=1,2 do i = 3 end", "1: attempt to assign to const variable 'i'"],
    ["for k, v in x do v = 3 end", "1: attempt to assign to const variable 'v'"],
    ["local x <const> = 1; x = 2", "1: attempt to assign to const variable 'x'"],
    ["local x <foo> = 1", "1: unknown attribute 'foo'"],
    ["goto nope", "1: no visible label 'nope' for <goto> at line 1"],
    ["goto a; local x; ::a:: f(x)", "1: <goto a> at line 1 jumps into the scope of 'x'"],
    ["::a:: f() ::a::", "1: label 'a' already defined on line 1"],
    ["break", "1: break outside loop near 'break'"],
    ["x = 'abc", "1: unfinished string near <eof>"],
    ['x = "a\n', "1: unfinished string near '\"a'"],
    ["x = [[abc", "1: unfinished long string (starting at line 1) near <eof>"],
    ["--[[ abc", "1: unfinished long comment (starting at line 1) near <eof>"],
    ["x = 3x", "1: malformed number near '3x'"],
    ["x = 0x", "1: malformed number near '0x'"],
    ["x = 1..2", "1: malformed number near '1..2'"],
    ["x = '\\q'", "1: invalid escape sequence near ''\\q'"],
    ["x = '\\300'", "1: decimal escape too large near ''\\300''"],
    ["x = '\\u{110000000}'", "1: UTF-8 value too large near ''\\u{110000000'"],
    ["return 1 2", "1: <eof> expected near '2'"],
    ["local function f() end end", "1: <eof> expected near 'end'"],
    ["1 = x", "1: unexpected symbol near '1'"],
    ["f() = 1", "1: syntax error near '='"],
    ["a.b:c = 1", "1: function arguments expected near '='"],
    ["function f() return ... end", "1: cannot use '...' outside a vararg function near '...'"],
    ["for i = 1 do end", "1: ',' expected near 'do'"],
    ["global x; y = 1", "1: variable 'y' not declared"],
    ["local a <close>, b <close> = c", "1: multiple to-be-closed variables in local list"],
    ["\xc3\xa9 = 1", "1: unexpected symbol near '<\\195>'"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });
});

describe("other syntax faults", () => {
  test.each([
    ["function f(1) end", "1: <name> or '...' expected near '1'"],
    ["function f(..., a) end", "1: ')' expected near ','"],
    ["function f(a,) end", "1: <name> or '...' expected near ')'"],
    ["for i do end", "1: '=' or 'in' expected near 'do'"],
    ["for i, j do end", "1: 'in' expected near 'do'"],
    ["f(\n1\n2", "3: ')' expected (to close '(' at line 1) near '2'"],
    ["x = {\n1\n2", "3: '}' expected (to close '{' at line 1) near '2'"],
    ["x = {[1] 2}", "1: '=' expected near '2'"],
    ["x = (1", "1: ')' expected near <eof>"],
    ["(x) = 1", "1: syntax error near '='"],
    ["(f())", "1: syntax error near <eof>"],
    ["a, f() = 1", "1: syntax error near '='"],
    ["a, b", "1: '=' expected near <eof>"],
    ["repeat\nx = 1\nend", "3: 'until' expected (to close 'repeat' at line 1) near 'end'"],
    ["while x\nf() end", "2: 'do' expected near 'f'"],
    ["function a.b:c.d() end", "1: '(' expected near '.'"],
    ["function 1() end", "1: <name> expected near '1'"],
    ["x = function f() end", "1: '(' expected near 'f'"],
    ["goto 1", "1: <name> expected near '1'"],
    ["::a:", "1: '::' expected near ':'"],
    ["return return", "1: unexpected symbol near 'return'"],
    ["return; f()", "1: <eof> expected near 'f'"],
    ["x = }", "1: unexpected symbol near '}'"],
    ["x = 5 'a\\tb'", "1: unexpected symbol near ''a\tb''"],
    ["x = y 5.50", "1: unexpected symbol near '5.50'"],
    ["x = y f 5.50", "1: syntax error near '5.50'"],
    ["local x <const = 1", "1: '>' expected near '='"],
    ["local x <5>", "1: <name> expected near '5'"],
    ["f(a,)", "1: unexpected symbol near ')'"],
    ["x = @", "1: unexpected symbol near '@'"],
    ["x = \x07", "1: unexpected symbol near '<\\7>'"],
    ["x = \0", "1: unexpected symbol"],
    ["\xef\xbb\xbf", "1: unexpected symbol near '<\\239>'"],
    ["#!/usr/bin/lua", "1: unexpected symbol near '#'"],
    ["end", "1: <eof> expected near 'end'"],
    ["until x", "1: <eof> expected near 'until'"],
    ["else", "1: <eof> expected near 'else'"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });
});

describe("lines are those that Lua reports", () => {
  test.each([
    ["x\n=\n\n=", "4: unexpected symbol near '='"],
    ["x =\n\n\n", "4: unexpected symbol near <eof>"],
    ["\r\n\n\r\r\nx =\r=", "5: unexpected symbol near '='"],
    ["x = [[\n\n]] y = = 1", "3: unexpected symbol near '='"],
    ["--[[\n\n]] x = = 1", "3: unexpected symbol near '='"],
    ["x = 'a\\\n\\z\n' = 1", "3: unexpected symbol near '='"],
    ["if a then\nwhile b do\nend", "3: 'end' expected (to close 'if' at line 1) near <eof>"],
    ["x = function()\n\n", "3: 'end' expected (to close 'function' at line 1) near <eof>"],
    ["local function f\n()\n", "3: 'end' expected (to close 'function' at line 2) near <eof>"],
    ["function\nf()\n", "3: 'end' expected (to close 'function' at line 1) near <eof>"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });

  test("a fault of meaning is on the line of the last consumed token in 5.5, of the next token in 5.4", () => {
    expect(errorOf("local x <const> = 1; x\n\n= 2")).toBe("1: attempt to assign to const variable 'x'");
    expect(errorOf("local x <const> = 1; x\n\n= 2", "5.4")).toBe(
      "3: attempt to assign to const variable 'x'",
    );
    expect(errorOf("goto nope\n\n")).toBe("1: no visible label 'nope' for <goto> at line 1");
    expect(errorOf("goto nope\n\n", "5.4")).toBe("3: no visible label 'nope' for <goto> at line 1");
  });
});

describe("the first fault in the order of the one-pass compiler wins", () => {
  test.each([
    ["local x <const> = 1\nx = 2\n\ny = = 3", "2: attempt to assign to const variable 'x'"],
    ["y = = 3\nlocal x <const> = 1\nx = 2", "1: unexpected symbol near '='"],
    ["goto nope\nx = = 1", "2: unexpected symbol near '='"],
    ["function f() goto nope end\nx = = 1", "1: no visible label 'nope' for <goto> at line 1"],
    ["x = = 1\n'unfinished", "1: unexpected symbol near '='"],
    ["x = 1\n'unfinished\nx = = 1", "2: unfinished string near ''unfinished'"],
    ["global x\ny = 1\nz = = 2", "2: variable 'y' not declared"],
    ["::a:: ::a::\nx = = 1", "1: label 'a' already defined on line 1"],
  ])("%j", (source, error) => {
    expect(errorOf(source)).toBe(error);
  });
});

test("the fault's range is the token or name it is about (LUA-20a)", () => {
  expect(faultOf("x = 1 ..")).toBe("");
  expect(faultOf("local abc <const> = 1; abc = 2")).toBe("abc");
  expect(faultOf("local x <frozen> = 1")).toBe("frozen");
  expect(faultOf("do goto nope end x = 1")).toBe("goto nope");
  expect(faultOf("::a:: f() ::a::")).toBe("::a::");
  expect(faultOf("x y")).toBe("y");
  expect(faultOf("x = 3x")).toBe("3x");
  expect(faultOf("global x; other = 1")).toBe("other");
  expect(faultOf("global x <close>")).toBe("<close>");
});

describe("dialect 5.4", () => {
  test.each([
    ["break", "1: break outside loop at line 1"],
    ["goto a; local x; ::a:: f(x)", "1: <goto a> at line 1 jumps into the scope of local 'x'"],
    ["local <const> x = 1", "1: <name> expected near '<'"],
    ["global x = 1", "1: syntax error near 'x'"],
    ["global function f() end", "1: syntax error near 'function'"],
    ["function f(...t) end", "1: ')' expected near 't'"],
    ["for i = 1, 2 do i = 3 end", "ok"],
    ["for k, v in x do k, v = 3, 4 end", "ok"],
    ["local x <const> = 1; x = 2", "1: attempt to assign to const variable 'x'"],
    ["local x <const> = 1; function x() y = = 1 end", "1: unexpected symbol near '='"],
  ])("%j", (source, error) => {
    expect(errorOf(source, "5.4")).toBe(error);
  });
});
