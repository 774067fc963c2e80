// Whether something recorded is of the project that an agent works in.
import { UserError } from "../text/user-error.ts";

/** Read by Claude: an agent alone is refused. */
const HOW_TO_ALLOW =
  'The user can allow others with {"recall": {"otherProjects": true}} in their own config.json.';

export const ONLY_THIS_PROJECT = `Only this project is shown to Claude. ${HOW_TO_ALLOW}`;

/** Where it was recorded. */
interface Recorded {
  project_key?: string | null;
  project_dir: string | null;
}

/** `own`: of `onlyProject`. */
export function requireOwn(what: string, { project_key, project_dir }: Recorded, own: string | null): void {
  if (own === null || project_key === own) return;
  const isInside = project_dir === own || project_dir?.startsWith(`${own}/`);
  if (!project_key && isInside) return;
  throw otherProject(`${what} is of another project`);
}

export function otherProject(problem: string): UserError {
  return new UserError("other-project", `${problem}, and Claude sees only this one`, HOW_TO_ALLOW);
}
