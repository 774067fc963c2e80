// May commands from this project's files run?

import { trustPath } from "../../../config/paths.ts";
import { readTrust, readTrustFile, type TrustState } from "../../../config/trust.ts";
import { type Check, type CheckResult, ok, problem, warn } from "../check.ts";

const LOOK_FIRST = "Look with `holdfast trust --show`, then run `holdfast trust` in your own terminal.";

const RESULTS: Record<TrustState, CheckResult> = {
  trusted: ok("this project's files are as you trusted them"),
  nothing: ok("this project has no file that could bring commands"),
  changed: warn("this project's files changed since you trusted them: their commands do not run", LOOK_FIRST),
  untrusted: warn("this project is not trusted: commands from its files do not run", LOOK_FIRST),
};

export const trust: Check = {
  id: "trust",
  title: "trust",
  async run({ env, projectDir }) {
    const file = await readTrustFile(env);
    if (file.state === "refused") {
      return [
        problem(`${trustPath(env)}: ${file.message}; no project is trusted`, "Repair or remove that file."),
      ];
    }
    return [RESULTS[(await readTrust(env, projectDir)).state]];
  },
};
