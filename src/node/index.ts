export type { DirectoryStoreOptions } from "./directory-store.ts";
export { directoryStore } from "./directory-store.ts";
export type { FileJournal, FileJournalOptions } from "./file-journal.ts";
export { fileJournal } from "./file-journal.ts";
export type { TerminalInputOptions } from "./terminal-input.ts";
export { terminalInput } from "./terminal-input.ts";
export type { NodeWebOptions } from "./web.ts";
export { web } from "./web.ts";
