/** Something the user can fix: what is wrong, and the next step. */
export class LaunchError extends Error {
  constructor(message, hint, options) {
    super(message, options);
    this.hint = hint;
  }
}
