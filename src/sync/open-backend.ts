// The backend for a remote's URL, and the password of a team's database, which is in a file of its own.
import { rmSync } from "node:fs";
import type { Environment } from "../config/environment.ts";
import { replacePrivateFile } from "../platform/atomic-file.ts";
import { readSmallFile } from "../platform/files.ts";
import type { Backend } from "./backend.ts";
import { openGitBackend } from "./git/git-backend.ts";
import { checkRemoteUrl } from "./git/remote-url.ts";
import { syncDir } from "./key-file.ts";
import { openPostgresBackend } from "./postgres/postgres-backend.ts";
import { isTeamUrl, readTeamUrl } from "./postgres/team-url.ts";

type Home = Pick<Environment, "holdfastHome">;

/** Throws a UserError for a URL that must not be used. `variables`: for git and ssh. */
export async function openBackend(
  env: Environment,
  url: string,
  variables: Record<string, string | undefined>,
  password = readPassword(env),
): Promise<Backend> {
  if (isTeamUrl(url)) return openPostgresBackend(readTeamUrl(url), password);
  checkRemoteUrl(url);
  return openGitBackend({ url, dir: `${syncDir(env)}/remote.git`, variables });
}

const passwordPath = (env: Home) => `${syncDir(env)}/password`;

function readPassword(env: Home): string {
  const file = readSmallFile(passwordPath(env));
  return file.state === "read" ? file.text.replace(/\n$/, "") : "";
}

/** "" removes it. */
export function savePassword(env: Home, password: string): void {
  if (password === "") rmSync(passwordPath(env), { force: true });
  else replacePrivateFile(passwordPath(env), `${password}\n`);
}
