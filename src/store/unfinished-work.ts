import type { Store } from "./open.ts";

/** The project has loops or flows that may have reached their goal without anybody noticing. */
export function hasUnfinishedWork(store: Store, projectDir: string): boolean {
  const isOpen = "project_dir = $projectDir AND status IN ('active', 'suspended')";
  return (
    store
      .query(`SELECT 1 FROM loops WHERE ${isOpen} UNION ALL SELECT 1 FROM flows WHERE ${isOpen} LIMIT 1`)
      .get({ projectDir }) !== null
  );
}
