// A command locks only the file it writes: a stop must not wait for a memory that is being saved.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { memoryPath, openStore } from "../../../../src/store/open.ts";
import { touchSession } from "../../../../src/store/sessions.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject } from "../../../helpers/temp.ts";

const START = ["loop", "start", "fix it", "--verify", "true", "--session", "s1"];
const SAVE = ["memory", "save", "Use pnpm", "--category", "preference"];

test.each([
  ["loop start", "memory database", START, memoryPath],
  ["memory save", "ledger", SAVE, (path: string) => path],
] as const)("%s works while another process writes to the %s", async (_command, _file, words, lockedFile) => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const project = makeTempProject({ git: true });
  const path = databasePath(env);
  const store = await openStore(path);
  touchSession(store, {
    sessionId: "s1",
    projectDir: project,
    transcriptPath: null,
    at: Date.now(),
    toolCalls: 0,
  });
  store.close();
  const writer = new Database(lockedFile(path));
  writer.run("BEGIN IMMEDIATE");
  try {
    expect(await runCli(env, project, ...words)).toMatchObject({ exitCode: 0 });
  } finally {
    writer.run("ROLLBACK");
    writer.close();
  }
});
