// Our files hold what was said in sessions: nobody else on the machine may read them.
import { stat } from "node:fs/promises";
import { databasePath, faultLogPath, logDir, manifestPath, trustPath } from "../../../config/paths.ts";
import { memoryPath } from "../../../store/open.ts";
import { type Check, ok, problem } from "../check.ts";

export const privateFiles: Check = {
  id: "private-files",
  title: "privacy",
  async run({ env }) {
    const base = databasePath(env);
    const databases = [base, memoryPath(base)].flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
    const files = [...databases, faultLogPath(env), manifestPath(env), trustPath(env)];
    const places = [
      ...[env.holdfastHome, logDir(env)].map((path) => ({ path, mode: "700" })),
      ...files.map((path) => ({ path, mode: "600" })),
    ];
    const open = (await Promise.all(places.map(isOpen))).flat();
    if (open.length === 0) return [ok(`only you can read ${env.holdfastHome}`)];
    return open.map(({ path, mode, found }) =>
      problem(`others may use ${path} (mode ${found})`, `Run \`chmod ${mode} '${path}'\`.`),
    );
  },
};

interface Place {
  path: string;
  mode: string;
}

async function isOpen(place: Place): Promise<(Place & { found: string })[]> {
  const found = await stat(place.path).catch(() => null); // Not there: nothing to read.
  if (!found || (found.mode & 0o077) === 0) return [];
  return [{ ...place, found: (found.mode & 0o777).toString(8) }];
}
