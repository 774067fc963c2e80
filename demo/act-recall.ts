// Act three: another session, which knows what the first one did.
import { startClaude } from "../test/helpers/claude.ts";
import { type Place, runCommand } from "../test/helpers/holdfast.ts";
import { queryStore } from "../test/helpers/installed.ts";
import { lastRequest, textsToldToModel } from "../test/helpers/told.ts";
import { say } from "../test/helpers/turns.ts";
import { waitUntil } from "../test/helpers/wait.ts";
import type { Narrator } from "./narrator.ts";

const PROMPT = "check.mjs once failed with a TypeError about an empty array. What was it?";
const BEGINNINGS = [
  "holdfast's records of this project.",
  "From holdfast's records of earlier sessions here",
];

export async function playRecall(place: Place, narrator: Narrator): Promise<void> {
  narrator.title("3. The next session: it knows what the first one did");
  await waitUntil(() => isDrained(place));
  narrator.says("You", PROMPT);
  const running = startClaude({
    ...place,
    prompt: PROMPT,
    script: [
      say(
        "reduce() without a start value, in price.mjs. The session that found it changed it to start at 0.",
      ),
    ],
  });
  const run = await running.done;
  const told = toldByHoldfast(
    textsToldToModel([lastRequest(run.requests)].filter((one) => one !== undefined)),
  );
  for (const text of told) narrator.says("holdfast tells Claude", text, 35);
  narrator.says("Claude", String(run.result?.result), 32);
  if (told.length !== BEGINNINGS.length || !told[1]?.includes("check.mjs")) {
    throw new Error("the second session did not get the first one's work");
  }
  narrator.title("What was it told, and why? Every time there is a receipt");
  narrator.shell("holdfast recall --last", (await runCommand(place, "recall", "--last")).stdout);
}

/** What came from our hooks, in the request that the model got. */
function toldByHoldfast(texts: readonly string[]): string[] {
  return BEGINNINGS.flatMap((beginning) =>
    texts.flatMap((text) => {
      const from = text.indexOf(beginning);
      return from === -1 ? [] : [text.slice(from).split(/\n\n|\n<\/system-reminder>/)[0] ?? ""];
    }),
  );
}

/** The sessions before are summed up by a process of its own. */
function isDrained(place: Place): boolean {
  const [left] = queryStore(
    place,
    `SELECT (SELECT count(*) FROM pending_queue WHERE status <> 'done') AS waiting,
       (SELECT count(*) FROM sessions s LEFT JOIN session_summaries m USING (session_id)
        WHERE m.id IS NULL AND s.original_request IS NOT NULL) AS unsummed`,
  );
  return left?.waiting === 0 && left.unsummed === 0;
}
