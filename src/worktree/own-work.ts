// What this session, and not the user beside it, had its hands on since a moment.
import type { ChangedFile } from "./changed-files.ts";
import type { TreeState } from "./tree-state.ts";

export interface OwnWork {
  /** Something was edited, or a command ran that may have. */
  any(): Promise<boolean>;
  /** Those of the changed files that its calls name. */
  files(tree: TreeState, root: string, changed: readonly ChangedFile[]): Promise<ChangedFile[]>;
}

export const NOBODYS: OwnWork = { any: async () => false, files: async () => [] };

/** By the whole transcript since then, that of subagents too. */
export function ownWorkSince(transcriptPath: string | null, since: number): OwnWork {
  if (transcriptPath === null) return NOBODYS;
  const readCalls = async () => {
    const { readSessionCalls } = await import("./session-calls.ts");
    return readSessionCalls(transcriptPath, since);
  };
  return {
    any: async () => (await readCalls()).some(({ files }) => files.length > 0),
    files: async (_tree, root, changed) => {
      if (changed.length === 0) return [];
      const { namedFiles } = await import("./own-files.ts");
      return namedFiles(root, changed, await readCalls());
    },
  };
}
