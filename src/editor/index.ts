export { frontmatterSchema } from "./frontmatter-schema.ts";
export { luaAnnotations } from "./lua-annotations.ts";
