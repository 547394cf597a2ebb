import type * as ES from "estree";
import type { CheckedPrompt } from "../check/checked.ts";
import { isSupported } from "../parse/dialect.ts";
import type { Section } from "../parse/prompt.ts";
import { toBytes } from "../source.ts";
import { VERSION } from "../version.ts";
import { lowerContract } from "./contract.ts";
import {
  call,
  type Expression,
  functionDeclaration,
  id,
  number,
  object,
  type Statement,
  text,
} from "./es.ts";
import { languageOf } from "./language.ts";
import { lowerChunk } from "./lua/function.ts";
import { ModuleContext } from "./module-context.ts";
import { identifier } from "./names.ts";
import { optional } from "./optional.ts";
import { RegionContext } from "./region-context.ts";
import { flatten, lowerBlocks, lowerSections } from "./section.ts";

/** The generation of the interface to the runtime: the type makes it the runtime's own. */
const ABI: typeof import("promptforge-runtime/internal").ABI = 1;

/** An emitted module before it is printed. */
export interface EsModule {
  readonly program: ES.Program;
}

/**
 * Lowers a checked prompt to one ES module: the Lua of its fences as functions, its sections as data around a generated walk. `hash` gives
 * that of the prompt file, for the journals of its runs.
 */
export function lower(checked: CheckedPrompt, hash: () => string): EsModule {
  const { prompt, used } = checked;
  const language = languageOf(prompt);
  const module = new ModuleContext(checked, language.countsSteps);
  const chunks = new Map<string, string>();
  const regions: Statement[] = [];
  const functions: Statement[] = [];
  for (const region of checked.regions) {
    const context = new RegionContext(module, region, checked.scopes.get(region.chunk)!);
    const name = module.identifier(identifier(region.label.replace(/`/g, "")), String(region.line));
    chunks.set(String(region.line), name);
    functions.push(functionDeclaration(name, [id("vm"), id("globals")], lowerChunk(context), true));
    regions.push(context.declaration());
  }
  const chunk = (line: number) => id(chunks.get(String(line))!);
  const sections = flatten(prompt.sections);
  const walk = { module, chunk, language, used };
  const properties: [string, Expression][] = [
    ["abi", number(ABI)],
    ["compiler", text(VERSION)],
    ["file", text(prompt.source.path.replace(/^.*[/\\]/, ""))],
    ["name", text(prompt.frontmatter.name)],
    ["description", text(prompt.frontmatter.description)],
    ...optional("promptforge", prompt.frontmatter.promptforge, number),
    ["contract", lowerContract(module, prompt.frontmatter)],
    ["title", text(toBytes(prompt.title))],
    ...optional("h1", language.hasH1Pass(prompt) || undefined, () => lowerBlocks(walk, prompt.h1, undefined)),
    ...optional("shared", language.lowerShared(walk, prompt.shared), (shared) => shared),
    ["sections", lowerSections(walk, sections)],
    ...optional("entry", entryOf(prompt.sections, sections), number),
    ["topLevel", number(prompt.sections.length)],
    ["walk", module.use(language.walk)],
    ...language.link(module, checked),
    ...optional("argsShape", !prompt.frontmatter.args.isDefault || undefined, () => module.use("argsShape")),
    ...optional("refuse", !isSupported(prompt.frontmatter.promptforge) || undefined, () =>
      module.use("refuseVersion"),
    ),
    ...optional("hash", language.asksHost(checked) || undefined, () => text(hash())),
    ...optional("journal", language.asksHost(checked) || undefined, () => module.use("openJournal")),
  ];
  const definition = call(module.use("definePrompt"), [object(properties)]);
  const exported: ES.ExportDefaultDeclaration = { type: "ExportDefaultDeclaration", declaration: definition };
  const declarations = [...regions, ...module.declarations, ...functions];
  const imports = module.imports.declaration(module.locals);
  const program: ES.Program = {
    type: "Program",
    sourceType: "module",
    body: [imports, ...declarations, exported],
  };
  return { program };
}

/** Where the main walk begins, as an index into all sections. */
function entryOf(top: readonly Section[], all: readonly Section[]): number | undefined {
  const entry = top.find(({ isOffWalk }) => !isOffWalk);
  return entry === undefined ? undefined : all.indexOf(entry);
}
