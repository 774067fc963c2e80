import { UserError } from "../text/user-error.ts";

/** Asks a person; one who leaves with Ctrl-C has said no. `enter` is what a bare Enter says. */
export async function ask(question: string, enter: "yes" | "no" = "yes"): Promise<boolean> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: question, initialValue: enter === "yes" });
  return !isCancel(answer) && answer;
}

/** For a command that may not go on by itself where nobody can be asked. */
export function refuseUnasked(command: string): never {
  throw new UserError(
    "needs-yes",
    "Nobody can be asked here, so nothing was changed.",
    `Look at it with: ${command} --dry-run. Then run: ${command} --yes`,
  );
}
