// The variables that a command inherits, as one short text. Whoever changes one, such as PATH, can make any check pass.
import type { StopContext } from "./stop-context.ts";

/** Of the session, the call or the shell: they differ between hooks of one session. */
const OWN_TO_A_PROCESS = new Set(["PWD", "OLDPWD", "SHLVL", "_", "TRACEPARENT", "TRACESTATE"]);

/** Equal for all hooks that the client starts after one prompt. */
export function environmentMark(variables: Record<string, string | undefined> = process.env): string {
  const entries = Object.entries(variables)
    .filter(
      ([name]) => !name.startsWith("CLAUDE") && !name.startsWith("HOLDFAST") && !OWN_TO_A_PROCESS.has(name),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Bun.SHA256.hash(JSON.stringify(entries), "hex").slice(0, 32);
}

/**
 * Whether the hook got other variables than that of the person's prompt. The client did not start it then, and with another
 * PATH, for example, any check passes: what commands find does not outlive the event.
 */
export function hasOtherEnvironment({ turn }: Pick<StopContext, "turn">): boolean {
  const environment = turn?.environment ?? null;
  return environment !== null && environment !== environmentMark();
}
