// The backend for a remote's URL.
import type { Environment } from "../config/environment.ts";
import type { Backend } from "./backend.ts";
import { openGitBackend } from "./git/git-backend.ts";
import { checkRemoteUrl } from "./git/remote-url.ts";
import { syncDir } from "./key-file.ts";

/** Throws a UserError for a URL that must not be used. `variables`: for git and ssh. */
export function openBackend(
  env: Environment,
  url: string,
  variables: Record<string, string | undefined>,
): Promise<Backend> {
  checkRemoteUrl(url);
  return openGitBackend({ url, dir: `${syncDir(env)}/remote.git`, variables });
}
