// Acts four and five: the inbox, and another session that knows what was accepted.
import { startClaude } from "../test/helpers/claude.ts";
import { type Place, runCommand } from "../test/helpers/holdfast.ts";
import { queryStore } from "../test/helpers/installed.ts";
import type { ModelRequest } from "../test/helpers/model-request.ts";
import { lastRequest, textsToldToModel } from "../test/helpers/told.ts";
import { say } from "../test/helpers/turns.ts";
import { waitUntil } from "../test/helpers/wait.ts";
import type { Narrator } from "./narrator.ts";

const WISH = "From now on always use pnpm in this project, never npm.";

/** What a person says goes to the inbox, and is used once they accept it. */
export async function playInbox(place: Place, narrator: Narrator): Promise<void> {
  await narrator.act("4. You state a preference: it waits in your inbox until you accept it");
  narrator.says("You", WISH);
  const running = startClaude({ ...place, prompt: WISH, script: [say("Understood.")] });
  await narrator.follow(running);
  await running.done;
  await waitUntil(() => isSummedUp(place));
  const inbox = await runCommand(place, "memory", "inbox", "--json");
  const item = JSON.parse(inbox.stdout).find(({ title }: { title: string }) => title.includes("pnpm"));
  if (!item) throw new Error(`the wish is not in the inbox: ${inbox.stdout}`);
  narrator.shell("holdfast memory inbox", (await runCommand(place, "memory", "inbox")).stdout, 12);
  const accepted = await runCommand(place, "memory", "accept", String(item.id));
  narrator.shell(`holdfast memory accept ${item.id}`, accepted.stdout, 3);
}

/** The scripted model says only what it was told. */
export async function playNextSession(place: Place, narrator: Narrator): Promise<void> {
  await narrator.act("5. The next session knows it");
  const prompt = "How do I install the packages here, and what was wrong with the empty basket?";
  narrator.says("You", prompt);
  const running = startClaude({
    ...place,
    prompt,
    script: [(request) => say(quote(request, ["pnpm", "basket"]))],
  });
  const run = await running.done;
  const told = toldByHoldfast(lastRequest(run.requests));
  for (const text of told) narrator.lists("holdfast tells Claude", text, 35);
  narrator.says("Claude", String(run.result?.result), 32);
  if (!told.some((text) => text.includes("pnpm"))) throw new Error("the next session was not told");
}

/** Lines given to Claude, which is all the scripted model knows. */
function quote(request: ModelRequest, words: readonly string[]): string {
  const lines = toldByHoldfast(request).flatMap((text) => text.split("\n"));
  const found = words.flatMap((word) => lines.find((line) => line.includes(word)) ?? []);
  return ["I was told:", ...new Set(found)].join("\n");
}

/** The parts of a model request that came from our hooks. */
function toldByHoldfast(request: ModelRequest | undefined): string[] {
  const texts = request === undefined ? [] : textsToldToModel([request]);
  return texts.flatMap((text) => {
    const parts = text.split(/\n\n|<\/?system-reminder>\n?/);
    return parts.flatMap((part) => part.split(" hook additional context: ")[1] ?? []);
  });
}

/** Earlier sessions are summarised and triaged by detached processes. */
function isSummedUp(place: Place): boolean {
  const [left] = queryStore(
    place,
    `SELECT (SELECT count(*) FROM pending_queue WHERE status <> 'done') AS waiting,
       (SELECT count(*) FROM sessions s LEFT JOIN session_summaries m USING (session_id)
        WHERE m.id IS NULL AND s.original_request IS NOT NULL) AS unsummed`,
  );
  return left?.waiting === 0 && left.unsummed === 0;
}
