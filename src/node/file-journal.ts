import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Journal, JournalEntry } from "promptforge-runtime";
import { journal } from "promptforge-runtime/journal";
import { Folder } from "./folder.ts";
import { type JournalLine, linesOf, readEntry, writeEntry } from "./journal-lines.ts";
import { lockJournal } from "./journal-lock.ts";
import { copy, using } from "./open-file.ts";
import { systemCode, systemReason } from "./system-reason.ts";

/** How a journal in a file works. */
export interface FileJournalOptions {
  /** False to let the system decide when entries reach the disk: a killed process loses nothing, a loss of power the last ones. Default true. */
  readonly durable?: boolean;
  /** Told in one sentence when the end of the file was damaged: what was cut off, and where it is kept. */
  readonly onDamage?: (message: string) => void;
}

/** A journal in a file. */
export interface FileJournal extends Journal {
  /** What the file holds when it is asked, oldest first. */
  readonly entries: AsyncIterable<unknown>;
  /** Returns when the entry is kept. */
  append(entry: JournalEntry): Promise<void>;
  /** Waits for what is being kept, then lets others have the file. */
  close(): Promise<void>;
}

/**
 * The journal of a run as a file of JSON lines that only its user may read. The file is opened, and made if it is missing, when it is first
 * used; until `close` or the end of the process nobody else can open it (`{path}.lock`).
 *
 * Everything before a damage counts: from the first line on that is no entry the file is cut, what is cut is added to
 * `{path}.damaged`, and new entries follow the last whole one. A file that begins with something else than an entry is left as it is,
 * and refused.
 *
 * Every failure is an `Error` that says what to do. After an entry could not be kept no other is, since a run cannot go on over a gap.
 */
export function fileJournal(path: string, options: FileJournalOptions = {}): FileJournal {
  return new JournalFile(path, options);
}

/** A journal that this process has locked. */
interface OpenJournal {
  readonly file: FileHandle;
  readonly release: () => Promise<void>;
}

class JournalFile implements FileJournal {
  readonly #path: string;
  readonly #options: FileJournalOptions;
  readonly entries: AsyncIterable<unknown> = { [Symbol.asyncIterator]: () => this.#history() };
  readonly open = journal(this).open;
  #opened: Promise<OpenJournal> | undefined;
  #isClosed = false;
  /** Where the last whole entry ends. */
  #end = 0;
  #waiting: string[] = [];
  /** Keeps those that wait. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  constructor(path: string, options: FileJournalOptions) {
    this.#path = path;
    this.#options = options;
  }

  async append(entry: JournalEntry): Promise<void> {
    this.#waiting.push(writeEntry(entry));
    if (this.#next === undefined) {
      // Those that come while the disk is busy go to it together.
      this.#next = this.#last.then(() => this.#write());
      this.#last = this.#next.catch(() => undefined);
    }
    await this.#next;
  }

  async close(): Promise<void> {
    await this.#last;
    if (this.#isClosed) return;
    this.#isClosed = true;
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.file.close();
    await opened?.release();
  }

  async *#history(): AsyncGenerator<unknown> {
    const { file } = await this.#open();
    await this.#last;
    for await (const { bytes } of linesOf(file, this.#end)) yield readEntry(bytes);
  }

  async #write(): Promise<void> {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#next = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    const { file } = await this.#open();
    try {
      await file.appendFile(text);
      if (this.#isDurable) await file.datasync();
      this.#end += Buffer.byteLength(text);
    } catch (error) {
      // Half an entry would be a damage.
      await file.truncate(this.#end).catch(() => undefined);
      this.#failure = this.#explain("write", error);
      throw this.#failure;
    }
  }

  get #isDurable(): boolean {
    return this.#options.durable ?? true;
  }

  #open(): Promise<OpenJournal> {
    if (this.#isClosed) return Promise.reject(new Error(`the journal \`${this.#path}\` is closed`));
    this.#opened ??= this.#lockAndRead();
    return this.#opened;
  }

  async #lockAndRead(): Promise<OpenJournal> {
    const release = await lockJournal(this.#path).catch((error) => {
      throw this.#explain("open", error);
    });
    let file: FileHandle | undefined;
    try {
      file = await open(this.#path, "a+", 0o600);
      if (!(await file.stat()).isFile()) throw new Error("it is no regular file");
      await this.#repair(file);
      return { file, release };
    } catch (error) {
      await file?.close();
      await release();
      throw this.#explain("open", error);
    }
  }

  /** Leaves whole entries in the file. */
  async #repair(file: FileHandle): Promise<void> {
    let last: JournalLine | undefined;
    let damaged: JournalLine | undefined;
    for await (const line of linesOf(file)) {
      if (readEntry(line.bytes) === undefined) damaged = line;
      if (damaged !== undefined) break;
      last = line;
    }
    this.#end = last?.end ?? 0;
    if (damaged !== undefined) await this.#cut(file, damaged);
    if (last?.isEnded === false) {
      await file.appendFile("\n");
      this.#end++;
    }
    if (!this.#isDurable) return;
    await file.datasync();
    // The name of a new file is as needed as what it holds.
    const folder = await Folder.open(dirname(resolve(this.#path)));
    await folder.sync();
    await folder.close();
  }

  /** Cuts the file where the damage begins, and keeps what is cut. */
  async #cut(file: FileHandle, damaged: JournalLine): Promise<void> {
    if (this.#end === 0 && (damaged.isEnded || damaged.bytes[0] !== "{".charCodeAt(0)))
      throw new Error("its first line is no entry of a journal; give another file, or delete this one");
    const { size } = await file.stat();
    const aside = `${this.#path}.damaged`;
    await using(await open(aside, "a", 0o600), async (kept) => {
      await copy(file, kept, this.#end);
      await kept.datasync();
    });
    await file.truncate(this.#end);
    this.#options.onDamage?.(
      `the end of the journal \`${this.#path}\` was damaged: ${size - this.#end} bytes after its last whole entry are kept in \`${aside}\``,
    );
  }

  #explain(verb: string, error: unknown): Error {
    if (error instanceof Error && error.message.startsWith("the journal ")) return error;
    const explained = new Error(`cannot ${verb} the journal \`${this.#path}\`: ${systemReason(error)}`);
    const help = HELP[systemCode(error) ?? ""];
    return help === undefined ? explained : Object.assign(explained, { help });
  }
}

/** What the failure of a run says as its `help`, by the system's code. */
const HELP: { readonly [code: string]: string } = {
  ENOENT: "make the folder of the journal first, or give a path in one that is there",
  ENOTDIR: "give a path in a folder that is there",
  EISDIR: "give the path of a file: this is a folder",
  EACCES: "give a path that may be written, or let this user write there",
  EPERM: "give a path that may be written, or let this user write there",
  EROFS: "give a path on a disk that may be written",
  ENOSPC: "make room on the disk, then start the run again: it goes on from what was kept",
};
