#!/usr/bin/env node
import { stripVTControlCharacters } from "node:util";
import { type CommandDef, renderUsage, runCommand } from "citty";
import { systemCode, systemReason } from "../node/system-reason.ts";
import { VERSION } from "../version.ts";
import { BundleError } from "./bundle-error.ts";
import { UsageError } from "./command-line.ts";
import { exampleText } from "./examples.ts";
import { hasColor } from "./terminal.ts";
import { WriteError } from "./write-file.ts";

// A command loads what it needs only when it is called.
const commands: { readonly [name: string]: () => Promise<CommandDef> } = {
  build: async () => anyCommand((await import("./build.ts")).buildCommand),
  check: async () => anyCommand((await import("./check.ts")).checkCommand),
  init: async () => anyCommand((await import("./init.ts")).initCommand),
  run: async () => anyCommand((await import("./run.ts")).runPromptCommand),
};

const root: CommandDef = {
  meta: { name: "pfc", version: VERSION, description: "Compiles PromptForge prompts to ES modules" },
  subCommands: { ...commands },
};

process.stdout.on("error", (error) => process.exit(outputFault(error)));
process.exitCode = await main(process.argv.slice(2));

/** The exit status of a command line: 0 done, 1 failed, 2 not understood, 130 cancelled, 141 cut off. */
async function main([name, ...rawArgs]: readonly string[]): Promise<number> {
  if (name === undefined) {
    process.stderr.write(`${plain(await renderUsage(root))}\n`);
    return 2;
  }
  if (["--help", "-h", "help"].includes(name)) return say(await renderUsage(root));
  if (["--version", "-v"].includes(name)) return say(VERSION);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined)
    return refuse(`unknown command \`${name}\`; there are ${Object.keys(commands).join(", ")}`, "pfc --help");
  const command = await load();
  if (asksForHelp(rawArgs)) return say(`${await renderUsage(command, root)}\n${exampleText(name)}`);
  try {
    const { result } = await runCommand(command, { rawArgs: [...rawArgs] });
    return result as number;
  } catch (error) {
    if (error instanceof WriteError || error instanceof BundleError) return fail(error.message);
    if (error instanceof UsageError || isMissingArgument(error))
      return refuse(error.message, `pfc ${name} --help`);
    throw error;
  }
}

/** citty's type of a command names its own options, so that commands have no common type but this. */
function anyCommand(command: unknown): CommandDef {
  return command as CommandDef;
}

function asksForHelp(rawArgs: readonly string[]): boolean {
  const end = rawArgs.indexOf("--");
  return rawArgs.slice(0, end === -1 ? undefined : end).some((word) => word === "--help" || word === "-h");
}

function isMissingArgument(error: unknown): error is Error {
  return error instanceof Error && error.name === "CLIError";
}

function say(text: string): number {
  process.stdout.write(`${hasColor(process.stdout) ? trimmed(text) : plain(text)}\n`);
  return 0;
}

function plain(text: string): string {
  return trimmed(stripVTControlCharacters(text));
}

function trimmed(text: string): string {
  return text.replace(/ +$/gm, "").trimEnd();
}

/** Whoever reads the output may stop reading, as `head` does: the status is then that of a program which SIGPIPE has ended. */
function outputFault(error: Error): number {
  if (systemCode(error) === "EPIPE") return 141;
  return fail(`cannot write standard output: ${systemReason(error)}`);
}

function fail(message: string): number {
  process.stderr.write(`error: ${message}\n`);
  return 1;
}

function refuse(message: string, help: string): number {
  process.stderr.write(`error: ${message}\n  help: \`${help}\` shows how it is used.\n`);
  return 2;
}
