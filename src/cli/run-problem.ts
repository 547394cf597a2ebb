/** What was given to a run cannot be used: exit status 1, and the message says what is wrong with it. */
export class RunProblem extends Error {}
