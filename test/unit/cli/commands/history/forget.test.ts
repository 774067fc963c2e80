import { expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../../src/config/environment.ts";
import { releaseDrainLock, takeDrainLock } from "../../../../../src/recording/queue/drain-lock.ts";
import { findSession, touchSession } from "../../../../../src/store/sessions.ts";
import { openNewStore } from "../../../../helpers/new-store.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject } from "../../../../helpers/temp.ts";
import { makeWorkplace } from "../../../../helpers/workplace.ts";

test("a session that an ingest adds while forget waits for it is forgotten too", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const projectDir = makeTempProject();
  const store = await openNewStore(databasePath(env));
  takeDrainLock(store, process.ppid, Date.now());
  const forgotten = runCli(env, projectDir, "forget", "--project", ".", "--yes");
  await Bun.sleep(300);
  touchSession(store, { sessionId: "s1", projectDir, transcriptPath: null, at: Date.now(), toolCalls: 0 });
  releaseDrainLock(store, process.ppid);
  expect((await forgotten).text).toContain("1 session");
  expect(findSession(store, "s1")).toBeNull();
  store.close();
});

test("Claude may look, but deletes nothing: the data is also the record of what it did", async () => {
  const { env, project } = await makeWorkplace();
  const inside = { ...env, insideAgent: true };
  const looked = await runCli(inside, project, "forget", "--match", "heron");
  expect(looked.exitCode).toBe(0);
  const refused = await runCli(inside, project, "forget", "--match", "heron", "--yes");
  expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining("only a person") });
  expect((await runCli(env, project, "forget", "--match", "heron", "--yes")).exitCode).toBe(0);
});
