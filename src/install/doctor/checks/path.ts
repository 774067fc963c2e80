// Can a person type the bare name `holdfast`? Hooks do not need it, so nothing here is more than a warning.
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { executablePath } from "../../../config/paths.ts";
import { isOnPath, linkPath, linkState } from "../../link.ts";
import { type Check, ok, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";

export const path: Check = {
  id: "path",
  title: "PATH",
  async run({ env }) {
    const found = Bun.which("holdfast", { PATH: env.path });
    if (!found) return [warn("a terminal does not find `holdfast`", await describeCure(env))];
    const [real, ours] = await Promise.all([
      realpath(found),
      realpath(executablePath(env)).catch(() => null),
    ]);
    if (ours === null || real === ours) return [ok(`\`holdfast\` is ${found}`)];
    return [
      warn(
        `\`holdfast\` is ${found}, another program than ${executablePath(env)}`,
        `Remove the other one, or put ${dirname(executablePath(env))} before it on PATH.`,
      ),
    ];
  },
};

async function describeCure(env: DoctorContext["env"]): Promise<string> {
  if ((await linkState(env)) !== "present")
    return "Run `holdfast install`: it offers a link in ~/.local/bin.";
  if (isOnPath(env)) return `Run \`holdfast install\` again: ${linkPath(env)} leads nowhere.`;
  return `Add ${dirname(linkPath(env))} to PATH in your shell's start file.`;
}
