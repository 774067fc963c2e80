// Runs a command without its ancestors, so that a test does not depend on who runs it, which may be an agent.
import { makeTempFolder } from "./temp.ts";

/** Keeps the command's output and exit code. */
export function orphan(command: readonly string[]): string[] {
  const exitCode = `${makeTempFolder("orphan")}/exit-code`;
  // The shell in the middle ends before the command starts. The outer one stays, because a terminal ends with it.
  const script = `exec 3<&0
    ( (sleep 0.2; "$@" <&3; echo $? > "$0.part"; mv "$0.part" "$0") & )
    until [ -e "$0" ]; do sleep 0.05; done
    exit "$(cat "$0")"`;
  return ["/bin/sh", "-c", script, exitCode, ...command];
}
