import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type Difference, type DifferenceName, differences } from "./differences.ts";

/** Real Lua in a process of its own. */
export interface Oracle {
  /** What a program prints, as `runProgram` gives it. Programs run in the order in which they are given. Rejects when the process ends. */
  run(program: string, names: readonly DifferenceName[]): Promise<string>;
  /** What the interpreter calls itself. */
  readonly version: Promise<string>;
  end(): void;
}

/** Starts `lua5.4` on a script, which is `oracle.lua`. Rejects at the first program when there is no such command. */
export function startOracle(script: string): Oracle {
  const child = spawn("lua5.4", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: { resolve(output: string): void; reject(error: Error): void }[] = [];
  const fail = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  child.on("error", fail);
  child.on("exit", (code, signal) => fail(new Error(`lua5.4 ended (${signal ?? code})`)));
  // Its end is reported by the events above.
  child.stdin.on("error", () => {});
  readAnswers(child.stdout, (answer) => waiting.shift()!.resolve(answer));
  const patches = patchList();
  child.stdin.write(patches, "latin1");
  return {
    run(source, names) {
      // A fence has no line ends at its end (FMT-36).
      const program = source.replace(/[\r\n]+$/, "");
      const list = names.filter((name) => patchOf(name) !== undefined).join(" ");
      child.stdin.write(`${list.length} ${program.length}\n${list}${program}`, "latin1");
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    version: new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    end: () => child.stdin.end(),
  };
}

function patchOf(name: DifferenceName): string | undefined {
  return (differences[name] as Difference).patch;
}

function patchList(): string {
  const names = (Object.keys(differences) as DifferenceName[]).filter((name) => patchOf(name) !== undefined);
  const texts = names.map((name) => `${name} ${patchOf(name)!.length}\n${patchOf(name)}`);
  return `${names.length}\n${texts.join("")}`;
}

/** Answers are a line with a length and that many bytes. */
function readAnswers(stream: Readable, found: (answer: string) => void): void {
  let rest = "";
  stream.setEncoding("latin1").on("data", (piece: string) => {
    rest += piece;
    let at = 0;
    for (let line = rest.indexOf("\n", at); line >= 0; line = rest.indexOf("\n", at)) {
      const end = line + 1 + Number(rest.slice(at, line));
      if (rest.length < end) break;
      found(rest.slice(line + 1, end));
      at = end;
    }
    rest = rest.slice(at);
  });
}
