import { expect, test } from "vitest";
import { quoted, quotedList } from "../../../runtime/host/quote.ts";
import { encodeUtf8 } from "../../../runtime/utf8.ts";

test("`{x:q}` escapes quotes, backslashes and control characters, and nothing else", () => {
  expect(quoted('a\\"\t\n\r\0\u0001\u007f')).toBe('"a\\\\\\"\\t\\n\\r\\0\\u{1}\\u{7f}"');
  expect(quoted(encodeUtf8("é\u0085€"))).toBe(encodeUtf8('"é\\u{85}€"'));
});

test("`{list:q}` separates by a comma and a space", () => {
  expect(quotedList([])).toBe("[]");
  expect(quotedList(["a", 'b"'])).toBe('["a", "b\\""]');
});
