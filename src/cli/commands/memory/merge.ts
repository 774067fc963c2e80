import { mergeFiles } from "../../../memory/files/merge-files.ts";
import { replaceFile } from "../../../platform/atomic-file.ts";
import { readProjectFile } from "../../../platform/project-file.ts";
import { ownSearchPath } from "../../../platform/repository.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";

const MAX_BYTES = 512 * 1024;

export const command = defineCommand({
  usage: "BASE OURS THEIRS PATH",
  details:
    "Internal: git runs this as its merge driver (see `holdfast install --merge-driver`). Writes what both sides say together into\n" +
    "OURS, or what git makes of them when they are different memories.",
  examples: ["holdfast merge-memory %O %A %B %P"],
  options: {},
  maxPositionals: 4,
  async run({ positionals, cwd, env }) {
    const [base = "", ours = "", theirs = "", path = ""] = positionals;
    if (path === "") throw new UserError("usage", "four arguments are required", "Git runs this command.");
    const read = (name: string) => {
      const file = readProjectFile(cwd, `${cwd}/${name}`, MAX_BYTES);
      return file.state === "read" ? file.text : "";
    };
    const before = read(base);
    const place = path.split("/").slice(-2).join("/");
    const versions = { base: before === "" ? null : before, ours: read(ours), theirs: read(theirs) };
    const merged = mergeFiles(versions, place, Date.now());
    if (merged === null) return leaveConflict(cwd, await ownSearchPath(env), { base, ours, theirs });
    await replaceFile(`${cwd}/${ours}`, merged.text, 0o644);
    return 0;
  },
});

/** As git does without a driver: with markers, unless the changes do not touch. */
function leaveConflict(
  cwd: string,
  PATH: string,
  { base, ours, theirs }: Record<"base" | "ours" | "theirs", string>,
): number {
  const labels = ["ours", "base", "theirs"].flatMap((label) => ["-L", label]);
  const git = Bun.which("git", { PATH });
  if (git === null) return 1;
  const run = Bun.spawnSync([git, "merge-file", ...labels, "--", ours, base, theirs], { cwd });
  return run.exitCode === 0 ? 0 : 1;
}
