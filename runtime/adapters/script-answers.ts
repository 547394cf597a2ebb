/** The answers of a script to one kind of question: one for each, in order, or a function that answers all. */
export class ScriptAnswers<Question, Answer> {
  readonly #answers: readonly Answer[] | ((question: Question) => Answer);
  readonly #missing: string[];
  #asked = 0;

  /** `missing` takes a text for each question without an answer. */
  constructor(answers: readonly Answer[] | ((question: Question) => Answer), missing: string[]) {
    this.#answers = answers;
    this.#missing = missing;
  }

  /** The answer to a question; throws an `Error` when none is left. `name` tells what it is, given its number from 1. */
  next(question: Question, name: (count: number) => string): Answer {
    const answers = this.#answers;
    const place = this.#asked++;
    if (typeof answers === "function") return answers(question);
    if (place < answers.length) return answers[place]!;
    const problem = `the script has no reply for ${name(place + 1)}`;
    this.#missing.push(problem);
    throw new Error(problem);
  }

  /** One text when answers are left over, else nothing. `whose` tells what they are for, such as ` of the role x`. */
  unused(whose: string): readonly string[] {
    const left = typeof this.#answers === "function" ? 0 : this.#answers.length - this.#asked;
    if (left <= 0) return [];
    return [`nobody has asked for the last ${left === 1 ? "reply" : `${left} replies`}${whose}`];
  }
}
