// A flow when something around it is broken: the answer stands, the fault is recorded, everything is bounded.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type FlowWorkplace, makeFlowWorkplace } from "../../../helpers/flow-workplace.ts";
import { waitUntil } from "../../../helpers/wait.ts";

async function started(): Promise<FlowWorkplace> {
  const place = await makeFlowWorkplace();
  await place.flow("start", "add a login", "--correctness", "true");
  return place;
}

async function stopThrice(place: FlowWorkplace): Promise<string[]> {
  return [(await place.stop()).kind, (await place.stop()).kind, (await place.stop()).kind];
}

describe("the state file", () => {
  test.each<[string, (place: FlowWorkplace) => void]>([
    ["is a folder", (place) => mkdirSync(`${place.filePath}/in the way`, { recursive: true })],
    ["is in a folder that is a file", (place) => writeFileSync(place.stateDir, "")],
    ["is in a folder that is a link", (place) => symlinkSync(place.project, place.stateDir)],
  ])("%s: the flow holds by its row, and the fault is recorded", async (_, spoil) => {
    const place = await started();
    rmSync(place.stateDir, { recursive: true });
    spoil(place);
    expect(await stopThrice(place)).toEqual(["refuse", "refuse", "tell"]);
    expect(place.row()).toMatchObject({ status: "suspended", rounds: 2 });
    expect(await place.faultParts()).toContain("gate:flow");
    expect(await Bun.file(`${place.project}/orchestrator.json`).exists()).toBe(false);
  });

  test("that cannot be written does not keep a command from working", async () => {
    const place = await started();
    rmSync(place.stateDir, { recursive: true });
    writeFileSync(place.stateDir, "");
    const { exitCode, text } = await place.flow(
      "set",
      "task_classified",
      "--complexity",
      "3",
      "--kind",
      "docs",
    );
    expect(exitCode).toBe(0);
    expect(text).toContain("orchestrator.json could not be written");
    expect((await place.state("task_classified"))?.state).toBe("met");
  });
});

describe("the work tree", () => {
  test("has no known baseline: nothing counts as changed, one fault", async () => {
    const place = await started();
    await place.force("memory_search", "task_classified", "must_have_answered", "plan_approved");
    place.store.run("UPDATE goals SET start_tree = '{torn'");
    expect(await stopThrice(place)).toEqual(["refuse", "refuse", "tell"]);
    await place.edit("new.txt", "1");
    expect((await place.flow("set", "implementation_complete")).exitCode).toBe(1);
    expect(await place.faultParts()).toEqual(["gate:flow"]);
  });

  test("cannot be read because its repository is damaged: held within bounds, one fault", async () => {
    const place = await started();
    await place.force("memory_search", "task_classified", "must_have_answered", "plan_approved");
    writeFileSync(`${place.project}/.git/HEAD`, "nonsense");
    writeFileSync(`${place.project}/.git/index`, "nonsense");
    expect(await stopThrice(place)).toEqual(["refuse", "refuse", "tell"]);
    expect(new Set(await place.faultParts())).toEqual(new Set(["gate:flow"]));
  });

  test("lost its folder: held within bounds, and the flow can be cancelled", async () => {
    const place = await started();
    rmSync(place.project, { recursive: true });
    expect(await stopThrice(place)).toEqual(["refuse", "refuse", "tell"]);
    expect((await place.holdfast("cancel")).exitCode).toBe(0);
  });
});

describe("an invalid row", () => {
  test.each([
    ["a complexity that is text", "UPDATE goals SET details = json_set(details, '$.complexity', 'high')"],
    ["rounds that are text", "UPDATE goals SET rounds = 'many'"],
    ["an unknown condition", "UPDATE goal_evidence SET condition = 'nonsense'"],
    ["evidence of an unknown kind", "UPDATE goal_evidence SET kind = 'nonsense'"],
    ["a time that is text", "UPDATE goals SET created_at = 'yesterday'"],
  ])("%s: held within bounds, or allowed with a fault", async (_, sql) => {
    const place = await started();
    await place.search("docs");
    place.store.run(sql);
    const kinds = await stopThrice(place);
    expect(kinds.filter((kind) => kind === "refuse").length).toBeLessThanOrEqual(2);
    if (!kinds.includes("refuse")) expect(await place.faultParts()).not.toEqual([]);
  });

  test("with an unknown status holds nobody", async () => {
    const place = await started();
    place.store.run("UPDATE goals SET state = 'asleep'");
    expect(await stopThrice(place)).toEqual(["silent", "silent", "silent"]);
  });
});

describe("a check's command", () => {
  test.each([
    ["is missing", "no-such-program-anywhere"],
    ["crashes", "kill -SEGV $$"],
    ["is killed from outside", "kill -TERM $$"],
    ["floods", "yes | head -c 30000000; false"],
    ["leaves a child behind that holds the pipe", "sleep 60 & false"],
  ])(
    "that %s does not pass, and returns",
    async (_, command) => {
      const place = await makeFlowWorkplace();
      await place.flow("start", "add a login", "--quality", command);
      const { exitCode, text } = await place.flow("set", "quality_passed");
      expect(exitCode).toBe(1);
      expect(text.length).toBeLessThan(3000);
      expect(place.evidence().map(({ kind }) => kind)).toEqual(["failed"]);
    },
    20_000,
  );

  test("in an inaccessible project does not pass", async () => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login", "--quality", "true");
    rmSync(place.project, { recursive: true });
    writeFileSync(place.project, "");
    chmodSync(place.project, 0o600);
    const { exitCode } = await place.flow("set", "quality_passed", "--project", place.env.home);
    expect(exitCode).toBe(1);
  });

  test("ends with us, and is not recorded", async () => {
    const place = await makeFlowWorkplace();
    const mark = `${place.env.home}/started`;
    await place.flow("start", "add a login", "--quality", `touch '${mark}'; sleep 30`);
    const setting = place.flow("set", "quality_passed");
    await waitUntil(() => existsSync(mark));
    process.emit("SIGTERM");
    expect(await setting).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("was interrupted"),
    });
    expect(place.evidence()).toEqual([]);
  }, 20_000);
});
