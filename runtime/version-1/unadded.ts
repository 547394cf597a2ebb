/** What is said of a tool alias that was declared, but is not in scope. */
export const UNADDED = " (alias was declared by tools.need but not added to this section's scope)";
