/** Something the user can fix: printed as message and hint, exit 1. */
export class UserError extends Error {
  /** Not done by this process, but by one that it started: exit 0, because a slash command of the client ends at a failure. */
  isDeferred = false;
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "UserError";
    this.code = code;
    this.hint = hint;
  }
}
