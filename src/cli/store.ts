// Opens the store for one command and closes it after.
import { databasePath, type Environment } from "../config/environment.ts";
import { openStore, type Store, toStoreError } from "../store/open.ts";
import { UserError } from "../text/user-error.ts";

/** Closing checkpoints, which a command can afford. */
export async function withStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const store = await open(env);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** For a command that only reads and may run every second: left open, so that it does not checkpoint. */
export async function peekStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  return use(await open(env));
}

async function open(env: Pick<Environment, "holdfastHome">): Promise<Store> {
  try {
    return await openStore(databasePath(env));
  } catch (error) {
    throw new UserError("store", toStoreError(error).message, "`holdfast doctor` says more.", {
      cause: error,
    });
  }
}
