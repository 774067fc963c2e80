// What people rely on, in the real clients of other agents. `npm run test:agents`.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFaultLines } from "../helpers/holdfast.ts";
import { placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { vouchFor } from "../helpers/trust.ts";
import { say } from "../helpers/turns.ts";
import { HOSTS, type HostName, installClient } from "./clients.ts";
import { HOST_RUNS } from "./command-lines.ts";
import { registerHoldfast } from "./register-holdfast.ts";
import {
  type ClientPlace,
  type ClientRun,
  makeClientPlace,
  removeClientPlaces,
  runClient,
} from "./run-client.ts";

setDefaultTimeout(120_000);
afterAll(removeClientPlaces);

/** Only Codex runs commands in a sandbox when nobody is asked. */
const RUNS: { host: HostName; sandboxed: boolean }[] = [
  { host: "codex", sandboxed: true },
  ...HOSTS.map((host) => ({ host, sandboxed: false })),
];

describe.each(RUNS)("$host (sandbox: $sandboxed)", ({ host, sandboxed }) => {
  const { shell } = HOST_RUNS[host];

  beforeAll(async () => {
    await installClient(host);
  });

  const makePlace = async (config: object = {}): Promise<ClientPlace> => {
    const files = { ".claude/holdfast.json": JSON.stringify(config) };
    const place = makeClientPlace(host, { sandboxed, files });
    registerHoldfast(place);
    await vouchFor(`${place.home}/.holdfast`, place.project);
    return place;
  };
  const told = ({ calls }: ClientRun) => calls.map(({ text }) => text).join("\n");
  const expectNoFaults = async (place: ClientPlace) => expect(await readFaultLines(place)).toEqual([]);

  test("a lock holds an idle agent until it makes no progress", async () => {
    const place = await makePlace();
    placeLock(place, { goal: "migrate everything" });
    const run = await runClient(place, [say("Done."), say("Done."), say("Really done.")]);
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(told(run)).toContain("migrate everything");
    expect(told(run)).toContain("round 2 of 50");
    expect(queryStore(place, "SELECT id FROM budgets WHERE agent = 'main'")).toHaveLength(1);
    expect(queryStore(place, "SELECT text FROM prompts")).toEqual([{ text: "Do the work." }]);
    await expectNoFaults(place);
  });

  test("a lock holds a busy agent for as long as it works", async () => {
    const place = await makePlace();
    placeLock(place, { goal: "migrate everything" });
    const rounds = [1, 2, 3, 4, 5].flatMap((round) => [
      shell(`echo round ${round}`),
      say(`Round ${round} is done.`),
    ]);
    await runClient(place, [...rounds, say("Done."), say("Done.")]);
    expect(stopVerdicts(place).slice(0, 5)).toEqual(["blocked", "blocked", "blocked", "blocked", "blocked"]);
    expect(stopVerdicts(place).at(-1)).toBe("stalled");
    await expectNoFaults(place);
  });
});
