/** Something the user can mend: what is wrong, and the next step. */
export class LaunchError extends Error {
  constructor(message, hint, options) {
    super(message, options);
    this.hint = hint;
  }
}
