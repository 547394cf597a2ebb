import type { SectionVM } from "../engine/state.ts";
import { spend } from "../lua/fuel.ts";
import { searchPlain } from "../lua/string/plain-search.ts";
import type { LuaFunction } from "../lua/value.ts";
import type { StoreArguments } from "./store-arguments.ts";
import { after } from "./store-backend.ts";
import { type StoreFunction, storeFunction } from "./store-call.ts";
import { StoreFailure } from "./store-failure.ts";
import { isPresent, readFile, written } from "./store-files.ts";
import { findFiles } from "./store-find.ts";
import { checkRange, type LineRange, numberLines, sliceLines } from "./store-lines.ts";
import { checkPath } from "./store-path.ts";

/** `store.write(path, contents)`: creates or replaces a file (STO-10). */
export function hostStoreWrite(vm: SectionVM): LuaFunction {
  return storeWrite(vm);
}

/** The same, with what a path must pass before; it may throw a `StoreFailure`. */
export function storeWrite(vm: SectionVM, claim?: (path: string) => void): LuaFunction {
  return storeFunction(vm, {
    name: "write",
    reports: "write",
    prepare: (values) => {
      const path = values.text(0, "path");
      const contents = values.text(1, "contents");
      claim?.(path);
      return (files) => written(files.writing(path).write(path, contents));
    },
  });
}

/** `store.append(path, contents)`: adds to the end of a file (STO-10). */
export function hostStoreAppend(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "append",
    reports: "append",
    prepare: (values) => {
      const path = values.text(0, "path");
      const contents = values.text(1, "contents");
      return (files) => written(files.writing(path).append(path, contents));
    },
  });
}

/** `store.read(path, start?, end?)`: the whole text, or lines without a last newline (STO-11, STO-31). */
export function hostStoreRead(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "read",
    reports: "read",
    prepare: reading((path, text, range) =>
      range.start === undefined ? text : sliceLines(vm, path, text, range).lines.join("\n"),
    ),
  });
}

/** `store.read_numbered(path, start?, end?)`: the lines behind their numbers (STO-32). */
export function hostStoreReadNumbered(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "read_numbered",
    reports: "read_numbered",
    prepare: reading((path, text, range) => numberLines(vm, sliceLines(vm, path, text, range))),
  });
}

/** `store.str_replace(path, old, new)`: replaces the only occurrence of a text (STO-40). */
export function hostStoreStrReplace(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "str_replace",
    reports: "replace",
    prepare: (values) => {
      const path = values.text(0, "path");
      const old = values.text(1, "old");
      const replacement = values.text(2, "new");
      return (files) => {
        checkPath(path);
        if (old === "") throw new StoreFailure(`invalid anchor for ${path}: anchor must not be empty`);
        const store = files.writing(path);
        return after(readFile(store, path), (text) =>
          written(store.write(path, replaceOnly(vm, path, text, [old, replacement]))),
        );
      };
    },
  });
}

/** `store.delete(path)`: removes a file or an empty directory, if there is one (STO-46). */
export function hostStoreDelete(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "delete",
    reports: "delete",
    prepare: (values) => {
      const path = values.text(0, "path");
      return (files) => written(files.writing(path).delete(path));
    },
  });
}

/** `store.glob(pattern)`: the paths of the files that match, sorted (STO-50). */
export function hostStoreGlob(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "glob",
    reports: "glob",
    prepare: (values) => {
      const pattern = values.text(0, "pattern");
      return (files) =>
        after(
          findFiles(files.backend(), pattern, (units) => spend(vm, units)),
          (paths) => {
            for (const path of paths) files.claim("read", path);
            return paths;
          },
        );
    },
  });
}

/** `store.exists(path)`: whether there is a file or a directory (STO-47). */
export function hostStoreExists(vm: SectionVM): LuaFunction {
  return storeFunction(vm, {
    name: "exists",
    prepare: (values) => {
      const path = values.text(0, "path");
      return (files) => isPresent(files.reading(path), path);
    },
  });
}

function reading(give: (path: string, text: string, range: LineRange) => string): StoreFunction["prepare"] {
  return (values: StoreArguments) => {
    const path = values.text(0, "path");
    const range = { start: values.bound(1, "start"), end: values.bound(2, "end") };
    return (files) => {
      checkRange(path, range);
      return after(readFile(files.reading(path), path), (text) => give(path, text, range));
    };
  };
}

function replaceOnly(
  vm: SectionVM,
  path: string,
  text: string,
  [old, replacement]: readonly [string, string],
): string {
  let count = 0;
  let place = 0;
  for (let at = searchPlain(vm, text, old, 0); at >= 0; at = searchPlain(vm, text, old, at + old.length)) {
    count++;
    place = at;
  }
  if (count === 0) throw new StoreFailure(`anchor not found in ${path}`);
  if (count > 1) throw new StoreFailure(`anchor occurs ${count} times in ${path}, expected exactly one`);
  return text.slice(0, place) + replacement + text.slice(place + old.length);
}
