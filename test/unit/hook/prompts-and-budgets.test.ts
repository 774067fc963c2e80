// Which prompts open a budget.
import { expect, test } from "bun:test";
import { lastReason } from "../../../src/store/decisions.ts";
import { readFaults } from "../../../src/store/fault-log.ts";
import { makeWorkplace, type Workplace } from "../../helpers/workplace.ts";

const budgets = ({ store }: Workplace) =>
  store.query("SELECT id FROM budgets WHERE agent = 'main'").all().length;

const submit = (place: Workplace, fields: Record<string, unknown>) =>
  place.send({ hook_event_name: "UserPromptSubmit", prompt: "Go on.", ...fields });

async function makeHeldPlace(): Promise<Workplace & { reason: string }> {
  const place = await makeWorkplace();
  await place.startLoop({ promise: "ALL DONE" });
  await place.stop();
  return { ...place, reason: lastReason(place.store, "s1") ?? "" };
}

test("a person's prompt opens a budget, even one about holdfast or with a quote from its reason", async () => {
  const place = await makeHeldPlace();
  const [firstLine] = place.reason.split("\n");
  const prompts = [
    "Go on.",
    "What does holdfast want?",
    `What is "${firstLine}"?`,
    `${"Explain. ".repeat(20)}${place.reason}`,
  ];
  for (const prompt of prompts) await submit(place, { prompt });
  expect(budgets(place)).toBe(1 + prompts.length);
});

test.each([
  ["unchanged", (reason: string) => reason],
  [
    "with a line before it and whitespace around it",
    (reason: string) => `\n Stop hook feedback:\n${reason}\n\n`,
  ],
])("our last reason sent back as a prompt opens no budget: %s", async (_name, wrap) => {
  const place = await makeHeldPlace();
  expect(place.reason).not.toBe("");
  await submit(place, { prompt: wrap(place.reason), source: "user", prompt_id: "p9" });
  expect(budgets(place)).toBe(1);
});

test("blocks stay bounded if a host answers each with its reason as a prompt", async () => {
  const place = await makeHeldPlace();
  let blocks = 1;
  for (let round = 0; round < 20; round++) {
    await submit(place, { prompt: lastReason(place.store, "s1") });
    if ((await place.stop()).kind === "refuse") blocks++;
  }
  expect(blocks).toBeLessThanOrEqual(2);
});

test("a prompt with the id of the budget's own prompt opens no budget; without ids each prompt does", async () => {
  const place = await makeWorkplace();
  for (const prompt_id of ["p1", "p1", "p1", "p2", "p2"]) await submit(place, { prompt_id });
  expect(budgets(place)).toBe(3);
  for (const prompt_id of [undefined, undefined, "", 7]) await submit(place, { prompt_id });
  expect(budgets(place)).toBe(7);
});

test("a machine's prompt opens no budget", async () => {
  const place = await makeWorkplace();
  for (const source of ["poll_event", "system", "schedule_wakeup"]) await submit(place, { source });
  expect(budgets(place)).toBe(1);
  expect(await readFaults(place.env, 0)).toEqual([]);
});
