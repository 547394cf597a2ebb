/** The paths of files that are prompts however they are imported. */
export const PROMPT_FILE: RegExp = /\.prompt\.md$/;

/** Queries with which any `.md` file is imported as a prompt. */
export const PROMPT_QUERY: RegExp = /[?&]prompt(?:[&=]|$)/;

/** Queries with which bundlers import a file as something else than a module of its own. */
export const OTHER_QUERY: RegExp = /[?&](?:raw|url|inline|worker|sharedworker)(?:[&=]|$)/;

/** Matches the ids that `promptPath` has a path for, and few others. */
export const PROMPT_ID: RegExp = /\.prompt\.md(?:\?|$)|\.md\?(?:.*&)?prompt(?:[&=]|$)/;

/** The path of the prompt file that a module id with an optional query names; undefined for any other id. */
export function promptPath(id: string): string | undefined {
  const [, path, query] = /^([^?]*\.md)(\?.*)?$/s.exec(id) ?? [];
  return path !== undefined && isPrompt(path, query ?? "") ? path : undefined;
}

/** True when the `.md` file at a path is a prompt to who imports it with a query, which is empty or begins with its question mark. */
export function isPrompt(path: string, query: string): boolean {
  return !OTHER_QUERY.test(query) && (PROMPT_FILE.test(path) || PROMPT_QUERY.test(query));
}
