// Opens the store for one command and closes it after. Closing checkpoints, which a command can afford.
import type { Environment } from "../config/environment.ts";
import { databasePath } from "../config/paths.ts";
import { openStore, type Store, toStoreError } from "../store/open.ts";
import { UserError } from "../text/user-error.ts";

export async function withStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const store = await openStore(databasePath(env)).catch((error) => {
    throw new UserError("store", toStoreError(error).message, "`holdfast doctor` says more.", {
      cause: error,
    });
  });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}
