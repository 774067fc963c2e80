// The copy of the session's work tree that an agent judge may read: without ignored files, links, and files that may have
// secrets. What the agent does there cannot reach the user's tree.
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { isExcludedPath } from "../../recording/capture/redact-call.ts";
import { isSensitivePath } from "../../text/redaction/sensitive-path.ts";
import { withTemporaryWorktree } from "../../worktree/temporary-worktree.ts";
import type { StopContext } from "../engine/stop-context.ts";

const MAX_COPY_MS = 60_000;

export async function withAgentCopy<T>(
  stop: StopContext,
  use: (folder: string) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: string }> {
  const { env, projectDir, config } = stop;
  if (projectDir === null) return { ok: false, problem: "there is no project folder" };
  const tree = await stop.shared.tree(projectDir);
  const isPrivate = (path: string) =>
    isSensitivePath(path) || isExcludedPath(path, null, config.capture.exclude);
  return withTemporaryWorktree(
    tree,
    { env, deadlineMs: MAX_COPY_MS, withoutIgnored: true },
    async ({ folder }) => {
      removePrivate(folder, "", isPrivate);
      return use(folder);
    },
  );
}

/** Git's own file at the top stays: it names the repository, and removing the copy needs it. */
function removePrivate(top: string, path: string, isPrivate: (path: string) => boolean): void {
  for (const name of readdirSync(`${top}/${path}`)) {
    const inner = path === "" ? name : `${path}/${name}`;
    if (inner === ".git") continue;
    const stats = lstatSync(`${top}/${inner}`);
    if (stats.isDirectory()) removePrivate(top, inner, isPrivate);
    else if (!stats.isFile() || isPrivate(inner)) rmSync(`${top}/${inner}`, { force: true });
  }
}
