// What commands about memories share: the project with its store, an index that has seen the files, and how a memory is shown.
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import type { MemoryRow } from "../../../memory/index/memories.ts";
import { projectKey } from "../../../platform/repository.ts";
import type { Store } from "../../../store/open.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import type { Invocation, Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../store.ts";
import { withStoreToRead } from "../../store-copy.ts";

type Call = Pick<Invocation, "env" | "cwd"> & { options: { project?: string } };

export async function findMemoryPlace(call: Call): Promise<MemoryPlace> {
  const { dir } = await findProject(call, call.options.project);
  return { env: call.env, projectDir: dir, projectKey: await projectKey(dir) };
}

export async function withMemories<T>(
  call: Call,
  use: (store: Store, place: MemoryPlace) => T | Promise<T>,
): Promise<T> {
  const place = await findMemoryPlace(call);
  return withStore(call.env, async (store) => {
    await sync(store, place);
    return use(store, place);
  });
}

/** For commands that change nothing: also where the store cannot be written. */
export async function readMemories<T>(
  call: Call & Pick<Invocation, "out">,
  use: (store: Store, place: MemoryPlace) => T | Promise<T>,
): Promise<T> {
  const place = await findMemoryPlace(call);
  return withStoreToRead(call, async (store) => {
    await sync(store, place);
    return use(store, place);
  });
}

/** Loaded on demand: a search does without most of it. */
async function sync(store: Store, place: MemoryPlace): Promise<void> {
  const { syncIndex } = await import("../../../memory/index/sync-index.ts");
  syncIndex(store, place);
}

export function toJson(row: MemoryRow) {
  return {
    id: row.memory_id,
    title: row.title,
    category: row.category,
    status: row.status,
    tags: JSON.parse(row.tags) as string[],
    who: row.who,
    session: row.source_session,
    confidence: row.confidence,
    created: new Date(row.created_at).toISOString(),
    updated: new Date(row.updated_at).toISOString(),
    supersedes: JSON.parse(row.supersedes) as string[],
    personal: row.project_key === "",
    file: `${row.root}/${row.place}`,
    note: row.note,
  };
}

/** Two lines each. */
export function printRow(out: Output, row: MemoryRow): void {
  const { bold, cyan, dim, yellow } = out.style;
  const state = row.status === "active" ? "" : `  ${yellow(row.status)}`;
  const personal = row.project_key === "" ? " · yours" : "";
  out.line(`${bold(printable(row.title))}  ${cyan(row.category)}${state}`);
  out.line(
    dim(`  ${printable(row.memory_id)} · ${formatTime(row.updated_at)} · said by ${row.who}${personal}`),
  );
}
