import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { makeTempFolder } from "./temp.ts";

/** A git that records our calls of `git status`, unlike those of the client. */
export function watchGit() {
  const bin = makeTempFolder("bin");
  const log = `${bin}/log`;
  const note = `case " $* " in *" --work-tree=. "*" status "*) printf '%s\\n' "$*" >> '${log}';; esac`;
  writeFileSync(`${bin}/git`, `#!/bin/sh\n${note}\nexec '${Bun.which("git")}' "$@"\n`, { mode: 0o755 });
  return {
    path: `${bin}:${process.env.PATH}`,
    /** The calls since the last read: "everything", or the paths. */
    asked(): string[] {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
      rmSync(log, { force: true });
      return lines.map((line) => line.split(" -- ")[1] ?? "everything");
    },
  };
}
