// What the presets of `holdfast init` would have held in real sessions: every hold written out with the end of Claude's
// message, so that a reader can judge it.

import { defaultConfig } from "../../src/config/defaults.generated.ts";
import { NO_FILES } from "../../src/config/load-config.ts";
import { mergeLayer } from "../../src/config/merge-layer.ts";
import { PRESETS, type PresetName } from "../../src/config/schema.ts";
import type { Policy } from "../../src/review/backtest/policy.ts";
import { openReplayer, type SessionReplay } from "../../src/review/backtest/replay-session.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const NAMES = ["default", ...(Object.keys(PRESETS) as PresetName[])] as const;
const END_OF_MESSAGE = 500;

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const policies = NAMES.map(toPolicy);
  const replay = await openReplayer({ policies, home: "/nowhere" });
  const sessions: { session: Session; isLabelled: boolean; replay: SessionReplay }[] = [];
  for (const session of [...labelled, ...transcripts])
    for await (const result of replay({ path: session.path, sessionId: session.file }))
      if (!("bytesRead" in result) && result.leftOut === null)
        sessions.push({ session, isLabelled: labelled.includes(session), replay: result });
  for (const [index, name] of NAMES.entries())
    for (const { session, replay: past } of sessions) {
      const held = past.stops.filter(({ judged }) => judged[index]?.verdict === "blocked");
      if (held.length === 0) continue;
      const messages = await messagesOf(session.path);
      for (const { key, judged } of held) {
        print(`${name}: ${session.file}`);
        for (const { gate, evidence, more } of judged[index]?.open ?? [])
          print(`  ${gate}: ${evidence.join(" | ")}${more > 0 ? ` +${more}` : ""}`);
        print(`  ends: ${(messages.get(key) ?? "").replaceAll(/\s+/g, " ").slice(-END_OF_MESSAGE)}\n`);
      }
    }
  const groups = [
    ...Map.groupBy(
      sessions,
      ({ session, isLabelled }) => `${session.repository}${isLabelled ? " (labelled)" : ""}`,
    ),
    ...Map.groupBy(sessions, ({ isLabelled }) => (isLabelled ? "all labelled" : "all others")),
  ];
  const tables = groups.map(([repository, own]) => {
    const stops = own.flatMap(({ replay: past }) => past.stops);
    const count = (index: number, verdict: string) =>
      stops.filter(({ judged }) => judged[index]?.verdict === verdict).length;
    return {
      repository,
      sessions: own.length,
      stops: stops.length,
      held: Object.fromEntries(NAMES.map((name, index) => [name, count(index, "blocked")])),
      strict: {
        asking: count(NAMES.indexOf("strict"), "asking"),
        waiting: count(NAMES.indexOf("strict"), "waiting"),
      },
    };
  });
  printTable(
    print,
    [
      "repository",
      "sessions",
      "stops",
      ...NAMES.map((name) => `held, ${name}`),
      "asking, strict",
      "waiting, strict",
    ],
    tables.map(({ repository, sessions: n, stops, held, strict }) => [
      repository,
      n,
      stops,
      ...NAMES.map((name) => held[name] ?? 0),
      strict.asking,
      strict.waiting,
    ]),
  );
  return tables;
};

function toPolicy(name: (typeof NAMES)[number]): Policy {
  const text = JSON.stringify(name === "default" ? {} : PRESETS[name]);
  const loaded = mergeLayer(
    { ...NO_FILES, config: defaultConfig() },
    { layer: "user", path: name, folder: null, content: { state: "read", text } },
  );
  if (loaded.problems.length > 0) throw new Error(`${name}: ${JSON.stringify(loaded.problems)}`);
  return { name, config: loaded.config, triage: loaded.config.triage };
}

/** By the record that a message ends with. */
async function messagesOf(path: string): Promise<Map<string, string>> {
  const messages = new Map<string, string>();
  for await (const item of streamItems(path, createOutcome()))
    if (item.kind === "assistant-text") messages.set(item.uuid ?? String(item.offset), item.text);
  return messages;
}
