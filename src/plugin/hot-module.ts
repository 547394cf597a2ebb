/**
 * The module with what makes Vite swap the prompt in place: importers keep the object that they have, and its contents become
 * those of the new version, so nothing is loaded again. Lines and columns stay.
 */
export function hotModule(code: string): string {
  // `const fresh$ = ` is as long as what it stands for, and the texts of a prompt never begin a line of their own.
  const named = code.replace(/^export default /m, "const fresh$ = ");
  return `${named}
const live$ = import.meta.hot?.data.prompt ?? fresh$;

if (import.meta.hot) {
  import.meta.hot.data.prompt = live$;
  if (live$ !== fresh$) Object.defineProperties(live$, Object.getOwnPropertyDescriptors(fresh$));
  import.meta.hot.accept();
}

export default live$;
`;
}
