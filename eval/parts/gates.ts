// What the presets of `holdfast init` would have held in real sessions: every hold written out with the end of Claude's
// message, so that a reader can judge it.

import { defaultConfig } from "../../src/config/defaults.generated.ts";
import { NO_FILES } from "../../src/config/load-config.ts";
import { mergeLayer } from "../../src/config/merge-layer.ts";
import { type Config, PRESETS, type PresetName } from "../../src/config/schema.ts";
import {
  hasConversation,
  openReplayer,
  type SessionReplay,
} from "../../src/review/backtest/replay-session.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const NAMES = ["default", ...(Object.keys(PRESETS) as PresetName[])] as const;
const END_OF_MESSAGE = 500;

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const replayers = NAMES.map((name) => openReplayer(loadPreset(name)));
  /** `replays`: one per preset. */
  const sessions: { session: Session; isLabelled: boolean; replays: SessionReplay[] }[] = [];
  for (const session of [...labelled, ...transcripts]) {
    const replays: SessionReplay[] = [];
    for (const replay of replayers) replays.push(await replay(session.path, session.file));
    if (replays.some(hasConversation))
      sessions.push({ session, isLabelled: labelled.includes(session), replays });
  }
  for (const [index, name] of NAMES.entries())
    for (const { session, replays } of sessions) {
      const held = replays[index]?.stops.filter(({ verdict }) => verdict === "blocked") ?? [];
      if (held.length === 0) continue;
      const messages = await messagesOf(session.path);
      for (const { key, open } of held) {
        print(`${name}: ${session.file}`);
        for (const { gate, text } of open) print(`  ${gate}: ${text}`);
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
    const stopsOf = (index: number) => own.flatMap(({ replays }) => replays[index]?.stops ?? []);
    const count = (index: number, wanted: string) =>
      stopsOf(index).filter(({ verdict }) => verdict === wanted).length;
    return {
      repository,
      sessions: own.length,
      stops: stopsOf(0).length,
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

function loadPreset(name: (typeof NAMES)[number]): Config {
  const text = JSON.stringify(name === "default" ? {} : PRESETS[name]);
  const loaded = mergeLayer(
    { ...NO_FILES, config: defaultConfig() },
    { layer: "user", format: "holdfast", path: name, folder: null, content: { state: "read", text } },
  );
  if (loaded.problems.length > 0) throw new Error(`${name}: ${JSON.stringify(loaded.problems)}`);
  return loaded.config;
}

/** By the record that a message ends with. */
async function messagesOf(path: string): Promise<Map<string, string>> {
  const messages = new Map<string, string>();
  for await (const item of streamItems(path, createOutcome()))
    if (item.kind === "assistant-text") messages.set(item.uuid ?? String(item.offset), item.text);
  return messages;
}
