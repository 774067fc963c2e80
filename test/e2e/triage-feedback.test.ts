// Answers to the inbox are counted; a memory's use is judged by what sessions did.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

async function memory(place: Place, ...args: string[]) {
  const { stdout, stderr, exitCode } = await runCommand(place, "memory", ...args, "--json");
  if (exitCode !== 0) throw new Error(`memory ${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}

interface Found {
  id: number;
  title: string;
  patterns: string[];
}

/** Says it in a session of the real client, and waits until triage has read all of it. */
async function sayInSession(place: Place, ...prompts: string[]): Promise<Found[]> {
  const claude = startStreamingClaude({ ...place, script: prompts.map(() => say("Understood.")) });
  for (const prompt of prompts) await claude.send(prompt);
  const { sessionId } = await claude.close();
  const unread = `SELECT 1 FROM sessions WHERE session_id = '${sessionId}' AND NOT EXISTS
    (SELECT 1 FROM triage_states WHERE triage_states.session_id = sessions.session_id)`;
  await waitUntil(async () => {
    await runCommand(place, "drain");
    return queryStore(place, unread).length === 0;
  });
  return memory(place, "inbox");
}

describe("answers to the inbox", () => {
  test("are counted for the source that found the item", async () => {
    const place = await makeInstalledPlace({ git: true });
    const tools = ["pnpm", "zsh", "podman", "ripgrep", "jujutsu"];
    const found = await sayInSession(place, ...tools.map((tool) => `From now on always use ${tool}.`));
    expect(found).toHaveLength(tools.length);
    const [{ patterns: [pattern = ""] = [] } = found[0] as Found] = found;
    for (const { id } of found) await memory(place, "reject", String(id));
    const counted = (await memory(place, "inbox", "--stats")).patterns.find(
      (each: { pattern: string }) => each.pattern === pattern,
    );
    expect(counted).toMatchObject({ rejected: 5, precision: 0 });
    expect((await runCommand(place, "memory", "inbox", "--stats")).stdout).toContain(
      `${pattern}: precision 0.00`,
    );
    expect(await readFaultLines(place)).toEqual([]);
  }, 120_000);

  test("are counted for the category and the patterns, whatever they are", async () => {
    const place = await makeInstalledPlace({ git: true });
    const said = ["pnpm", "zsh", "podman"].map((tool) => `From now on always use ${tool}.`);
    const [first, second, third] = await sayInSession(place, ...said);
    await memory(place, "accept", String(first?.id));
    await memory(place, "accept", String(second?.id), "--title", "Shell scripts are for zsh");
    await memory(place, "reject", String(third?.id));
    const { categories, patterns } = await memory(place, "inbox", "--stats");
    const counts = { accepted: 1, edited: 1, rejected: 1, ignored: 0, precision: expect.closeTo(2 / 3) };
    expect(categories).toMatchObject([{ category: "PREFERENCE", waiting: 0, ...counts }]);
    expect(patterns[0]).toMatchObject(counts);
  }, 60_000);
});

test("each memory given to a session is judged by whether it was used there", async () => {
  const place = await makeInstalledPlace({ git: true });
  const save = (title: string, body: string) =>
    memory(place, "save", title, "--category", "preference", "--body", body);
  const settings = await save("Settings live in one place", "That is conf/settings.toml.");
  const check = await save("Check before you finish", "Run `sh check.sh --all` first.");
  const spelling = await save("Use British spelling", "Colour, not color.");
  await runClaude({
    ...place,
    prompt: "Add the port to the settings.",
    script: [
      write(`${place.project}/conf/settings.toml`, "port = 1\n"),
      bash("sh check.sh --all || true"),
      async () => {
        // The client does not wait for the hooks of its tools, and ends them with the session.
        await waitUntil(() => queryStore(place, "SELECT 1 FROM pending_queue").length >= 2);
        return say("Done.");
      },
    ],
  });
  const outcome = async () =>
    Object.fromEntries(
      (await memory(place, "inbox", "--stats")).usage.map(
        ({ memoryId, injected, used }: Record<string, unknown>) => [memoryId, `${used} of ${injected}`],
      ),
    );
  await waitUntil(async () => {
    await runCommand(place, "drain");
    return Object.keys(await outcome()).length === 3;
  });
  expect(await outcome()).toEqual({
    [settings.id]: "1 of 1",
    [check.id]: "1 of 1",
    [spelling.id]: "0 of 1",
  });
}, 60_000);
