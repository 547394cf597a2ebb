/** A store call that fails with a message of its own (STO-15). Everything else thrown is `store backend failure`. */
export class StoreFailure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
