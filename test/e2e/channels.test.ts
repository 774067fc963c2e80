// A secret that arrives by any channel reaches no byte on the disk.
import { expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/registry.ts";
import { CHANNELS, makeTalkativePlace, readStored, TEXT_OPTIONS } from "../helpers/channels.ts";
import { runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { ALNUM, makeRandom } from "../unit/text/redaction/random.ts";

const random = makeRandom(7);
const secrets = new Map(Object.keys(CHANNELS).map((name) => [name, `gh${"p_"}${random.text(ALNUM, 36)}`]));

test("no channel lets a secret through", async () => {
  const place = makeTalkativePlace();
  const leaks = () => {
    const files = readStored(place);
    return [...secrets].flatMap(([name, secret]) =>
      files
        .filter(({ bytes }) => bytes.includes(secret.slice(4, 24)) || bytes.includes(secret.slice(-20)))
        .map(({ path }) => `${name} in ${path}`),
    );
  };
  const found: string[] = [];
  for (const [name, send] of Object.entries(CHANNELS)) {
    await send(place, secrets.get(name) ?? "", "s1");
    found.push(...leaks().filter((leak) => leak.startsWith(`${name} in`)));
  }
  expect(found).toEqual([]);
  expect((await runCommand(place, "drain")).exitCode).toBe(0);
  expect(leaks()).toEqual([]);
  // The text around the secrets was written, so the channels are real.
  const count = (sql: string) => Number(queryStore(place, sql)[0]?.n);
  const marks = "instr(%, '[redacted:') > 0";
  for (const [table, column] of [
    ["prompts", "text"],
    ["pending_queue", "tool_name"],
    ["pending_queue", "raw_output"],
    ["tasks", "subject"],
    ["event_log", "detail"],
    ["background_tasks", "task_id"],
    ["decisions", "findings"],
    ["decisions", "wrong_why"],
    ["goals", "text"],
    ["goal_evidence", "text"],
    ["goals", "why"],
    ["subagent_reports", "report"],
    ["check_results", "telling"],
  ] as const)
    expect([
      table,
      column,
      count(`SELECT count(*) AS n FROM ${table} WHERE ${marks.replace("%", column)}`) > 0,
    ]).toEqual([table, column, true]);
}, 120_000);

test("every option that takes text is a channel", async () => {
  const options: string[] = [];
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const { command } = await load();
    for (const [option, { value }] of Object.entries(command.options))
      if (value === '"..."') options.push(`${name} --${option}`);
  }
  expect(options.toSorted()).toEqual(Object.keys(TEXT_OPTIONS).toSorted());
  for (const channel of Object.values(TEXT_OPTIONS))
    if (channel !== null) expect(CHANNELS).toHaveProperty([channel]);
});
