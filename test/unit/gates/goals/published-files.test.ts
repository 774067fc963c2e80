// The state files of 0.1.0 and 0.2.0 still hold, and this version writes the same fields. Those versions wrote the fixtures.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { lockPath } from "../../../../src/config/environment.ts";
import { makeFlowWorkplace } from "../../../helpers/flow-workplace.ts";
import { PUBLISHED } from "../../../helpers/published-store.ts";

const SESSION = "5a3e0000-0000-4000-8000-000000000001";
const FIXTURES = `${import.meta.dir}/../../../fixtures/state-files`;

describe.each(PUBLISHED)("%s", (version) => {
  const read = (name: string) => JSON.parse(readFileSync(`${FIXTURES}/${version}/${name}`, "utf8"));

  /** A session whose state folder has this file, as that version wrote it. */
  async function open(name: string) {
    const place = await makeFlowWorkplace();
    const path = `${dirname(place.stateDir)}/${SESSION}/${name}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(read(name)));
    const stop = () => place.stop({ session_id: SESSION, last_assistant_message: "Done." });
    return { ...place, path, stop };
  }

  test.each([
    ["loop.json", "Round 2 of 9. The loop is not done: make it pass"],
    ["orchestrator.json", "add a login"],
  ])("%s holds with what it says, and stays as it is", async (name, reason) => {
    const place = await open(name);
    expect(await place.stop()).toMatchObject({ kind: "refuse", reason: expect.stringContaining(reason) });
    expect(JSON.parse(readFileSync(place.path, "utf8"))).toEqual(read(name));
    expect(await place.faultParts()).toEqual([]);
  });

  test("tasks/*.json are open tasks", async () => {
    const place = await open("tasks/1.json");
    expect(await place.stop()).toMatchObject({ message: expect.stringContaining('"Write the guide"') });
    expect(await place.faultParts()).toEqual([]);
  });

  test("quality-gate.json, which we wrote, is no other tool's result", async () => {
    const place = await open("quality-gate.json");
    expect((await place.stop()).kind).toBe("silent");
    writeFileSync(place.path, JSON.stringify({ ...read("quality-gate.json"), written_by: "another" }));
    expect(await place.stop()).toMatchObject({ reason: expect.stringContaining("npm test: one test fails") });
    expect(await place.faultParts()).toEqual([]);
  });

  test("a lock holds the session that it names, for its rounds", async () => {
    const place = await makeFlowWorkplace();
    const path = lockPath(place.project);
    mkdirSync(dirname(path), { recursive: true });
    // Otherwise it would have expired.
    const lock = { ...read("lock_active.json"), created_at: new Date().toISOString() };
    writeFileSync(path, JSON.stringify(lock));
    expect((await place.stop()).kind).toBe("silent");
    expect(await place.stop({ session_id: SESSION })).toMatchObject({
      reason: expect.stringMatching(/round 1 of 7.*\n.*"ship the release"\n.*"npm test passes"/),
    });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(lock);
    rmSync(path);
    await place.holdfast("lock", "ship it", "--done", "npm test passes", "--max", "7");
    expect(Object.keys(JSON.parse(readFileSync(path, "utf8")))).toEqual(Object.keys(lock));
  });

  test("this version writes every field of its loop.json and orchestrator.json", async () => {
    const place = await makeFlowWorkplace();
    await place.startLoop({ verify: "false" });
    await place.flow("start", "add a login", "--complexity", "5", "--kind", "feature");
    expect(place.loopFile()).toContainKeys(Object.keys(read("loop.json")));
    expect(place.file()).toContainKeys(Object.keys(read("orchestrator.json")));
    expect(Object.keys(place.file().conditions as object)).toEqual(
      Object.keys(read("orchestrator.json").conditions),
    );
  });
});
