/** What the rules need to know of the words of a language. */
export interface Words {
  /** The functions that take a heading first, and the sections that their callers can name. */
  readonly headingFunctions: readonly string[];
  /** True when an arm of a fanout can name more sections than those of its place in the file (V1-43). */
  readonly armsReachFurther: boolean;
  /** The roots of placeholders whose values are texts (SUB-20, SUB-28). */
  readonly textRoots: readonly string[];
  /** What a placeholder can name. */
  readonly placeholders: string;
  /** The functions that give a section its `item`. */
  readonly itemFunctions: readonly string[];
  /** The fields of `sys`. */
  readonly sysFields: readonly string[];
  /** What a prompt can use in place of a name that it does not have. */
  readonly replacements: Readonly<Record<string, string>>;
}

/** Names of other places that authors try, and what does their work in every version. */
export const replacements: Readonly<Record<string, string>> = {
  print: "Use `log(text)`.",
  os: "The run's start is `sys.when`; there is no other clock.",
  io: "Use `store.read` and `store.write`.",
  require: "Put what blocks share into the `lua shared` fence.",
  dofile: "Put what blocks share into the `lua shared` fence.",
  load: "Code is never made at run time: call a function instead.",
  loadstring: "Code is never made at run time: call a function instead.",
  unpack: "Use `table.unpack`.",
  rawget: "There is no raw access; index the table.",
  rawset: "There is no raw access; assign to the table.",
  rawequal: "Compare with `==`.",
  rawlen: "Use `#`.",
  utf8: "Strings are bytes; match characters with `[%z\\1-\\x7F\\xC2-\\xFD][\\x80-\\xBF]*`.",
};
