import { expect, test } from "bun:test";
import { listRecentStops } from "../../../src/views/stop-row.ts";
import { makeWorkplace } from "../../helpers/workplace.ts";

const END = { hook_event_name: "SessionEnd", reason: "other" };

async function heldSession() {
  const place = await makeWorkplace();
  await place.prompt("Write it.");
  await place.startLoop({ verify: "false", text: "the task" });
  await place.stop({ prompt_id: "p1" });
  const titles = () => listRecentStops(place.store, {}, 10).map(({ title }) => title);
  return { ...place, titles };
}

test("a held stop says when the agent or the person ended the turn without another one", async () => {
  const { send, titles } = await heldSession();
  expect(titles()).toEqual([expect.stringMatching(/^Held by the loop, round 1 of \d+$/)]);
  await send(END);
  expect(titles()).toEqual([expect.stringContaining("; the session ended without another stop")]);
});

test("a held stop says so before the next prompt, too, and not when another stop came first", async () => {
  const { prompt, send, stop, titles } = await heldSession();
  await stop({ prompt_id: "p1", stop_hook_active: true });
  await Bun.sleep(2);
  await prompt("Something else.");
  expect(titles()).toEqual([
    expect.stringContaining("; no other stop before the next prompt"),
    expect.not.stringContaining(";"),
  ]);
  await stop({ prompt_id: "p2" });
  await send(END);
  expect(titles()[0]).toContain("; the session ended without another stop");
});
