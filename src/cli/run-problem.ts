/** What was given to a run cannot be used: exit status 1. The message says what is wrong with it, `help` what to give instead. */
export class RunProblem extends Error {
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
