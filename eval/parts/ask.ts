// How many stops mode "ask" would hold, replayed with its rules: once per prompt, not within five minutes, and nothing twice in a
// project. HOLDFAST_EVAL_ALL=1 prints what Claude would be asked to save.
import { defaultConfig } from "../../src/config/defaults.generated.ts";
import { choosePrompts, type Prompt } from "../../src/memory/inbox/choose-prompts.ts";
import { isLikeAny } from "../../src/memory/inbox/record-prompts.ts";
import { scoreSession } from "../../src/memory/triage/ask/score-session.ts";
import type { TranscriptItem } from "../../src/transcript/item.ts";
import { createOutcome, streamItems } from "../../src/transcript/read-since.ts";
import type { Session } from "../data.ts";
import type { EvalPart } from "../eval.ts";
import { printTable } from "../table.ts";

const PAUSE_MS = 300_000;
const SETTINGS = defaultConfig().triage;
const CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT", "PREFERENCE"] as const;

interface Counts {
  repository: string;
  stops: number;
  held: number;
  prompts: Prompt[];
}

export const evaluate: EvalPart = async ({ labelled, transcripts, print }) => {
  const sets = { labelled, transcripts };
  const results: Record<string, Counts[]> = {};
  for (const [name, sessions] of Object.entries(sets)) {
    const repositories = [...new Set(sessions.map(({ repository }) => repository))];
    const counts: Counts[] = [];
    for (const repository of repositories)
      counts.push(
        await countHolds(
          repository,
          sessions.filter((one) => one.repository === repository),
        ),
      );
    const all = {
      repository: `all of ${name}`,
      stops: counts.reduce((sum, one) => sum + one.stops, 0),
      held: counts.reduce((sum, one) => sum + one.held, 0),
      prompts: counts.flatMap(({ prompts }) => prompts),
    };
    results[name] = [...counts, all];
    printTable(
      print,
      ["repository", "stops", "held", "share", ...CATEGORIES],
      (name === "labelled" ? [...counts, all] : [all]).map(({ repository, stops, held, prompts }) => [
        repository,
        stops,
        held,
        stops === 0 ? "–" : `${((100 * held) / stops).toFixed(1)}%`,
        ...CATEGORIES.map((category) => prompts.filter((one) => one.category === category).length),
      ]),
    );
    print("");
    if (process.env.HOLDFAST_EVAL_ALL)
      for (const { category, score, who, title } of all.prompts)
        print(`[${category}] ${title} (score: ${score.toFixed(2)}, ${who})`);
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, counts]) => [
      name,
      counts.map(({ repository, stops, held }) => ({ repository, stops, held })),
    ]),
  );
};

/** In the order of the sessions, because what was asked once in a project is not asked again. */
async function countHolds(repository: string, sessions: readonly Session[]): Promise<Counts> {
  const counts: Counts = { repository, stops: 0, held: 0, prompts: [] };
  for (const { path } of sessions) {
    let askedAt: number | null = null;
    for (const items of splitAtStops(await Array.fromAsync(streamItems(path, createOutcome())))) {
      counts.stops++;
      const now = Math.max(...items.map(({ timestamp }) => timestamp ?? 0));
      if (askedAt !== null && now - askedAt < PAUSE_MS) continue;
      const part = { maxMessages: SETTINGS.max_messages, after: askedAt ?? 0 };
      const isKnown = (one: Prompt, chosen: readonly Prompt[]) =>
        isLikeAny(one, [...counts.prompts, ...chosen]);
      const { prompts } = choosePrompts(await scoreSession(items, part), SETTINGS, {}, isKnown);
      if (prompts.length === 0) continue;
      counts.held++;
      counts.prompts.push(...prompts);
      askedAt = now;
    }
  }
  return counts;
}

/** The items of a session up to each stop. */
function splitAtStops(all: readonly TranscriptItem[]): TranscriptItem[][] {
  const items = all.filter(({ sidechain }) => !sidechain);
  const opens = ({ kind, ...item }: TranscriptItem) =>
    kind === "slash-command" || (kind === "prompt" && "place" in item && item.place === "turn-start");
  const ends = [...items.flatMap((item, at) => (opens(item) ? [at] : [])), items.length];
  return ends.flatMap((end, at) => {
    const turn = items.slice(ends[at - 1] ?? 0, end);
    return turn.some(({ kind }) => kind === "assistant-text" || kind === "tool-call")
      ? [items.slice(0, end)]
      : [];
  });
}
