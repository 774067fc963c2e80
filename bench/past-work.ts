// Makes up years of recorded work, with word frequencies of a real language, many projects and sessions.
import { createRandom, type Random } from "../fuzz/random.ts";
import { databasePath } from "../src/config/environment.ts";
import { insertObservation } from "../src/recording/observations/observations.ts";
import { saveSummary } from "../src/recording/observations/summaries.ts";
import { openStore, type Store } from "../src/store/open.ts";
import { saveProjectKey, touchSession } from "../src/store/sessions.ts";
import { makeTempHome } from "../test/helpers/temp.ts";

/** The most frequent words of prompts. */
const COMMON_WORDS =
  "test error file build fail pass change command config parse server client request module function value type import export update remove start stop session project branch commit merge install version package".split(
    " ",
  );
const VOCABULARY = 60_000;
const A_SESSION = 50;
const PROJECTS = 10;
const SYLLABLES =
  "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(" ");
const BATCH = 20_000;
const BEGINNING = 1_700_000_000_000;

/** Contains words that a few hundred of a million observations have. */
const SOUGHT = `copper lantern at ${[5000, 6000, 7000, 8000].map(wordOf).join(" ")}`;
export const PROMPT_WITH_HIT = `What did we do about the ${SOUGHT}?`;
export const PROMPT_OF_COMMON_WORDS = `Please fix the ${COMMON_WORDS.slice(0, 20).join(" and the ")} again.`;

/** Makes a home with this many observations. The same number gives the same work. */
export async function makePastWork(observations: number, project: string): Promise<string> {
  const home = makeTempHome();
  const store = await openStore(databasePath({ holdfastHome: `${home}/.holdfast` }));
  // There is no other process, and a crash loses nothing of value.
  store.run("PRAGMA synchronous = OFF");
  for (let from = 0; from < observations; from += BATCH) {
    store.transaction(() => writeBatch(store, from, Math.min(observations, from + BATCH), project))();
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  observe(store, "past-0", project, `Fixed: the ${SOUGHT}`, "It hangs straight now.", BEGINNING);
  store.close();
  return home;
}

function writeBatch(store: Store, from: number, to: number, project: string): void {
  for (let n = from; n < to; n++) {
    const random = createRandom(2, n);
    const number = Math.floor(n / A_SESSION);
    const session = `past-${number}`;
    const key = number % PROJECTS === 0 ? project : `/elsewhere/${number % PROJECTS}`;
    const at = BEGINNING + n * 1000;
    if (n % A_SESSION === 0) writeSession(store, session, key, words(random, 12), at);
    observe(store, session, key, `Ran ${words(random, 6)}`, words(random, 30), at);
  }
}

function observe(
  store: Store,
  sessionId: string,
  projectKey: string,
  title: string,
  summary: string,
  at: number,
) {
  const rest = { files: [], subject: null, result: null, toolUseId: null };
  insertObservation(store, { kind: "command", sessionId, projectKey, title, summary, at, ...rest });
}

function writeSession(store: Store, session_id: string, project: string, request: string, at: number): void {
  const seen = { sessionId: session_id, projectDir: project, transcriptPath: null, at, toolCalls: A_SESSION };
  touchSession(store, seen);
  saveProjectKey(store, session_id, project);
  saveSummary(store, { session_id, project_key: project, request, text: request, detail: "{}", at });
}

export function words(random: Random, count: number): string {
  const precision = 1_000_000;
  // A word with twice the rank is half as frequent.
  const rank = () => Math.floor(VOCABULARY ** (random.below(precision) / precision));
  return Array.from({ length: count }, () => wordOf(rank())).join(" ");
}

function wordOf(rank: number): string {
  const common = COMMON_WORDS[rank - 1];
  if (common !== undefined) return common;
  let word = "";
  for (let left = rank; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length];
  }
  return `${word}x`;
}
