/** The version of this compiler, as package.json says it. */
export const VERSION = "0.1.0";
