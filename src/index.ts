export type { Checked, HostNames } from "./check/check.ts";
export type { HostName } from "./check/host.ts";
export { type Compiled, type CompileOptions, check, compile, type PromptFile } from "./compile.ts";
export type { Code } from "./diagnostics/catalogue.ts";
export type { Diagnostic, ParseErrorKind, ParseFailure, Severity } from "./diagnostics/diagnostic.ts";
export type { SourceMap } from "./print/print.ts";
export { type Position, Source, type Span } from "./source.ts";
export { VERSION as version } from "./version.ts";
