import { randomBytes } from "node:crypto";
import { readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { systemCode } from "./system-reason.ts";

/**
 * Takes the lock of a journal, the file `{path}.lock`, and gives what releases it. A lock whose process has died is taken over. Throws an
 * `Error` when another process, or another journal of this one, holds it. Whether a process of another machine or container lives cannot be
 * seen: its lock is held until somebody deletes it.
 */
export async function lockJournal(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const { pid } = process;
  const holder: Holder = {
    pid,
    host: hostname(),
    birth: await birthOf(pid),
    id: randomBytes(8).toString("hex"),
  };
  const own = JSON.stringify(holder);
  for (let attempt = 1; !(await create(lock, own)); attempt++) {
    const text = await read(lock);
    // Its holder has just released it.
    if (text === undefined && attempt < 10) continue;
    if (attempt === 10 || !(await clear(lock, text ?? "")))
      throw new Error(inUse(path, readHolder(text ?? "")));
  }
  return async () => {
    if ((await read(lock)) === own) await unlink(lock);
  };
}

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process was started, as its system counts; undefined where that is not known. */
  readonly birth: string | undefined;
  /** Tells one lock from all others. */
  readonly id: string;
}

/** Removes the lock of a dead process; false when its process lives or somebody else removes it. */
async function clear(lock: string, text: string): Promise<boolean> {
  const holder = readHolder(text);
  if (holder === undefined || !(await isDead(holder))) return false;
  // Of several processes that find the lock one may remove it: a later one would remove the lock of the first.
  const right = `${lock}.${holder.id}`;
  if (!(await create(right, ""))) return false;
  try {
    if ((await read(lock)) === text) await unlink(lock);
  } finally {
    await unlink(right);
  }
  return true;
}

function readHolder(text: string): Holder | undefined {
  try {
    const { pid, host, birth, id } = JSON.parse(text) as Holder;
    const isWhole =
      Number.isSafeInteger(pid) && pid > 0 && typeof host === "string" && /^[0-9a-f]{16}$/.test(id);
    return isWhole ? { pid, host, birth, id } : undefined;
  } catch {
    return undefined;
  }
}

async function isDead({ pid, host, birth }: Holder): Promise<boolean> {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
  // The number may have gone to another process since.
  const now = await birthOf(pid);
  return birth !== undefined && now !== undefined && now !== birth;
}

/** When a process was started: the start of the system and the ticks since (proc(5)), on Linux only. */
async function birthOf(pid: number): Promise<string | undefined> {
  const [boot, stat] = await Promise.all([
    read("/proc/sys/kernel/random/boot_id"),
    read(`/proc/${pid}/stat`),
  ]);
  if (boot === undefined || stat === undefined) return undefined;
  // The name of the program, which may hold anything, ends with the last parenthesis; field 22 counts from before it.
  return `${boot.trim()} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
}

function inUse(path: string, holder: Holder | undefined): string {
  const host = holder === undefined || holder.host === hostname() ? "" : ` on \`${holder.host}\``;
  const process = holder === undefined ? "another process" : `process ${holder.pid}${host}`;
  return `the journal \`${path}\` is in use by ${process}: wait for its run to end, or delete \`${path}.lock\` if it has ended`;
}

/** Writes a new file; false when there is one. */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** The text of a file; undefined when there is none. */
async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
