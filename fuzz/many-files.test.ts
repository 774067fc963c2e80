import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { makeSession } from "../test/unit/gates/engine/checked-session.ts";
import { makeRepo } from "../test/unit/worktree/repo.ts";

test("50,000 changed files end in silence or a decision, never in a failure", async () => {
  const repo = makeRepo({ "a.txt": "one\n" });
  const failing = { stages: { quality: [{ run: "echo 'a.txt:1: error: wrong'; exit 4" }] } };
  const session = await makeSession(repo.dir, failing);
  session.runs("sh make-them.sh", () => {
    for (let folder = 0; folder < 50; folder++) {
      mkdirSync(`${repo.dir}/many/${folder}`, { recursive: true });
      for (let file = 0; file < 1000; file++) writeFileSync(`${repo.dir}/many/${folder}/${file}`, "x");
    }
  });
  expect((await session.stop()).kind).toBe("refuse");
}, 120_000);
