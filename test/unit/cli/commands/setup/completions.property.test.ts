// Whatever a stranger's project calls its things: what completion offers is one plain word to every shell, and what a person is
// told to paste is one word, too.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { findCompletions } from "../../../../../src/cli/commands/setup/completions.ts";
import { COMMANDS } from "../../../../../src/cli/registry.ts";
import { quoteForShell } from "../../../../../src/text/printable.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { runs } from "../../../../helpers/runs.ts";
import { makeWorkplace } from "../../../../helpers/workplace.ts";

const PLAIN = /^[A-Za-z0-9_.:@/-]+$/;
const HOSTILE = [
  "$(touch x)",
  "`touch x`",
  ";touch x",
  "'",
  '"',
  "\\",
  "\n",
  "\t",
  "\u0000",
  "\u001b[2J",
  " ",
  "*",
  "~",
  "!",
  "%F",
  "-",
];
const anyName = fc
  .array(
    fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 3 }), fc.constant("name")),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(""));

/** Every place where something is completed: the words of each command, and the values of each of its options. */
async function everyLine(): Promise<string[][]> {
  const lines: string[][] = [[""], ["help", ""]];
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const { options } = (await load()).command;
    lines.push(
      [...name.split(" "), ""],
      ...Object.keys(options).map((option) => [...name.split(" "), `--${option}`, ""]),
    );
  }
  return lines;
}

test("completion offers only plain words, whatever stages, memories, sessions and their titles are called", async () => {
  const lines = await everyLine();
  const names = fc.record({ stage: anyName, id: anyName, title: anyName, prompt: anyName });
  let offered = 0;
  await fc.assert(
    fc.asyncProperty(names, async ({ stage, id, title, prompt }) => {
      const place = await makeWorkplace({
        ".claude/holdfast.json": JSON.stringify({
          quality: { stages: { [stage]: [{ run: "true" }], lint: [{ run: "true" }] } },
        }),
        ".claude/memory/decisions/a.md": `---\nid: ${JSON.stringify(id)}\ntitle: ${JSON.stringify(title)}\n---\nText ${id}.\n`,
      });
      await place.send({ hook_event_name: "SessionStart", source: "startup", session_title: title });
      await place.prompt(prompt);
      await runCli(place.env, place.project, "memory", "list");
      for (const line of lines)
        for (const [word, what] of await findCompletions(line, { env: place.env, cwd: place.project })) {
          offered++;
          expect({ line, word }).toEqual({ line, word: expect.stringMatching(PLAIN) });
          expect({ line, what }).toEqual({ line, what: expect.not.stringContaining("\n") });
        }
    }),
    { numRuns: runs(50) },
  );
  expect(offered).toBeGreaterThan(runs(50) * 300);
}, 300_000);

test("a shell reads a quoted name as one word, and runs nothing of it", () => {
  fc.assert(
    fc.property(
      fc.array(
        anyName.map((name) => name.replaceAll("\u0000", "")),
        { minLength: 1, maxLength: 20 },
      ),
      (names) => {
        const sound = names.filter((name) => name.isWellFormed());
        const script = sound.map((name) => `printf '%s\\0' x${quoteForShell(name)}`).join("; ");
        const { stdout } = Bun.spawnSync(["sh", "-c", script]);
        expect(stdout.toString()).toBe(sound.map((name) => `x${name}\u0000`).join(""));
      },
    ),
    { numRuns: runs(500) },
  );
});
