// What every command about memories begins with: the project, the store, and an index that has seen the files.

import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import type { Store } from "../../../store/open.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import type { Invocation, OptionTable } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { withStoreToRead } from "../../with-store-to-read.ts";

export const PLACE_OPTIONS = {
  project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
  json: { type: "boolean", help: "print JSON" },
} as const satisfies OptionTable;

type Asked = Pick<Invocation, "env" | "cwd"> & { options: { project?: string } };

export async function findMemoryPlace(asked: Asked): Promise<MemoryPlace> {
  const { dir } = await findProject(asked, asked.options.project);
  return { env: asked.env, projectDir: dir, projectKey: await projectKey(dir) };
}

export async function withMemories<T>(
  asked: Asked,
  use: (store: Store, place: MemoryPlace) => T | Promise<T>,
): Promise<T> {
  const place = await findMemoryPlace(asked);
  return withStore(asked.env, (store) => {
    syncIndex(store, place);
    return use(store, place);
  });
}

/** For commands that change nothing: also where the store cannot be written. */
export async function readMemories<T>(
  asked: Asked & Pick<Invocation, "out">,
  use: (store: Store, place: MemoryPlace) => T | Promise<T>,
): Promise<T> {
  const place = await findMemoryPlace(asked);
  return withStoreToRead(asked, (store) => {
    syncIndex(store, place);
    return use(store, place);
  });
}
