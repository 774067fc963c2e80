// The password of a database: from stdin, or asked when the server wants one.
import { RemoteError } from "../../../sync/backend.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Output, option } from "../../command.ts";
import { loadPrompts, readStandardInput } from "../../terminal.ts";

export const PASSWORD_OPTION = {
  password: option("-", "read the database's password from stdin; otherwise holdfast asks when it needs one"),
};

/** `act` is repeated with the password that the person types, if the server refuses it without one. */
export async function withPassword<T>(
  out: Output,
  given: string | undefined,
  act: (password: string) => Promise<T>,
): Promise<T> {
  if (given !== undefined && given !== "-")
    throw new UserError(
      "usage",
      "--password takes only -, because everybody on this machine can see a command's words",
      "Pipe it in, or leave --password out: holdfast asks.",
    );
  const piped = given === "-" ? (await readStandardInput()).replace(/\r?\n$/, "") : null;
  try {
    return await act(piped ?? "");
  } catch (error) {
    const isRefused = error instanceof RemoteError && error.problem === "refused";
    if (!isRefused || piped !== null || !out.interactive) throw error;
    const { isCancel, password } = await loadPrompts();
    const typed = await password({ message: "Password of the database" });
    if (isCancel(typed)) throw error;
    return act(typed);
  }
}

/** Says what a remote's error means for the person. `hint`: what to do next. */
export function explainRemote(error: unknown, hint: string): unknown {
  if (!(error instanceof RemoteError)) return error;
  return new UserError(`remote-${error.problem}`, `the remote ${error.message}`, hint, { cause: error });
}
