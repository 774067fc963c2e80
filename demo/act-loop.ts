// Act two: a loop that believes exit codes. Claude says "done" twice; the verify command decides.
import { startClaude } from "../test/helpers/claude.ts";
import { type Place, readDecisions } from "../test/helpers/holdfast.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import type { Narrator } from "./narrator.ts";

const PROMPT = "Make label.test.mjs pass, in a loop.";

export async function playLoop(place: Place, narrator: Narrator): Promise<void> {
  narrator.title("2. A loop: done is when the command passes, not when Claude says so");
  narrator.says("You", PROMPT);
  const label = `${place.project}/label.mjs`;
  const running = startClaude({
    ...place,
    prompt: PROMPT,
    script: [
      bash('holdfast loop start "make label.test.mjs pass" --verify "node label.test.mjs"'),
      edit(label, "name.trim().toUpperCase()", "name.trim()[0].toUpperCase() + name.trim().slice(1)"),
      say("label() now capitalises the first letter only. Done."),
      edit(label, "name.trim()[0].toUpperCase()", "name.trim().charAt(0).toUpperCase()"),
      say("An empty name has no first letter; charAt(0) copes with that. label.test.mjs passes."),
    ],
  });
  await narrator.follow(running);
  const { sessionId } = await running.done;
  const stops = readDecisions(place).filter((row) => row.session_id === sessionId && row.event === "Stop");
  const verdicts = stops.map((row) => row.verdict).reverse();
  narrator.title(
    `Claude said done ${verdicts.length} times. What the verify command made of it: ${verdicts.join(", ")}`,
  );
  if (verdicts.join() !== "blocked,complete") throw new Error("the loop did not hold once and then let go");
}
