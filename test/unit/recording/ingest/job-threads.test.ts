import { expect, test } from "bun:test";
import { type JobOptions, runJobs } from "../../../../src/recording/ingest/job-threads.ts";
import { openReader, type SessionBatch } from "../../../../src/recording/ingest/read-session.ts";
import type { SessionFiles } from "../../../../src/recording/ingest/session-files.ts";
import { makeIngestPlace } from "./place.ts";

type Options = JobOptions<Parameters<typeof openReader>[0], SessionFiles, SessionBatch>;

const nothing: SessionFiles = { sessionId: "empty", files: [] };
const broken = { sessionId: "broken", files: [null] } as unknown as SessionFiles;

async function outcomesOf(jobs: SessionFiles[], threads: number, settings: unknown): Promise<string[]> {
  const options = { threads, entry: "ingest-reader", settings, open: openReader } as Options;
  const outcomes: string[] = [];
  for await (const results of runJobs(jobs, options)) {
    const end = await results.next().then(String, () => "failed");
    outcomes.push(`${results.job.sessionId} ${end}`);
  }
  return outcomes;
}

test.each([0, 1, 2])("a job that fails costs no other, with %d threads", async (threads) => {
  const { env } = await makeIngestPlace();
  const jobs = [nothing, broken, nothing, nothing, nothing, broken, nothing];
  expect(await outcomesOf(jobs, threads, { env, wantedKey: null })).toEqual([
    "empty null",
    "broken failed",
    "empty null",
    "empty null",
    "empty null",
    "broken failed",
    "empty null",
  ]);
});

test("threads that cannot be set up fail every job, and none waits forever", async () => {
  const jobs = Array.from({ length: 6 }, () => nothing);
  expect(await outcomesOf(jobs, 2, null)).toEqual(jobs.map(() => "empty failed"));
});
