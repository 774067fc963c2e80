// A home with transcripts in the client's folder, and an ingest into a real store.
import { appendFileSync } from "node:fs";
import { databasePath, type Environment, readEnvironment } from "../../../../src/config/environment.ts";
import { type IngestOptions, ingestHistory } from "../../../../src/recording/ingest/ingest-history.ts";
import { findTranscriptsIn, historyDir } from "../../../../src/recording/ingest/session-files.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { makeTempHome, writeFileIn } from "../../../helpers/temp.ts";

export interface IngestPlace {
  env: Environment;
  store: Store;
  /** Writes below the client's `projects`. */
  put(path: string, text: string): string;
  append(path: string, text: string): void;
  ingest(options?: Partial<IngestOptions>): ReturnType<typeof ingestHistory>;
  rows(sql: string): Record<string, unknown>[];
}

export async function makeIngestPlace(): Promise<IngestPlace> {
  const home = makeTempHome();
  const env = readEnvironment({ HOME: home, PATH: process.env.PATH, TMPDIR: `${home}/tmp` });
  const store = await openStore(databasePath(env));
  const projects = historyDir(env);
  return {
    env,
    store,
    put: (path, text) => writeFileIn(projects, path, text),
    append: (path, text) => appendFileSync(`${projects}/${path}`, text),
    ingest: (options = {}) =>
      ingestHistory(env, store, {
        files: findTranscriptsIn([projects]).files,
        projectKey: null,
        readers: 1,
        ...options,
      }),
    rows: (sql) => store.query(sql).all() as Record<string, unknown>[],
  };
}
