import { noteSavedMemory } from "../../../gates/flow/note-evidence.ts";
import { pickMemory } from "../../../memory/files/change-memory.ts";
import { checkTitleAndBody } from "../../../memory/files/clean-memory.ts";
import { type DuplicatePolicy, type MemoryInput, remember } from "../../../memory/files/remember.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import { proposeMemory } from "../../../memory/inbox/propose-memory.ts";
import type { SimilarMemory } from "../../../memory/index/find-similar.ts";
import { SPEAKERS, type Speaker } from "../../../memory/memory.ts";
import { callAgent } from "../../../protocol/hosts.ts";
import { queueSavedMemory } from "../../../store/notices.ts";
import type { Store } from "../../../store/open.ts";
import { clipLine } from "../../../text/clip.ts";
import { printable } from "../../../text/printable.ts";
import { withoutUndefined } from "../../../text/unknown-values.ts";
import { choice, defineCommand, flag, option, PROJECT_OPTIONS, requireAtMostOne } from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { isByPerson } from "../../person.ts";
import { findOwnSession, findProject } from "../../target.ts";
import { loadPrompts } from "../../terminal.ts";
import {
  categoryOption,
  parseConfidence,
  readBody,
  requireCategory,
  tagsOption,
  withMemories,
} from "./memories.ts";
import { offerChoice, printProposal, printSaved } from "./saved-view.ts";

const MAX_TOLD = 80;

export const command = defineCommand({
  changes: true,
  usage: "TITLE",
  details:
    "Writes one Markdown file to .claude/memory/, to be committed; --personal writes it to your own folder, for all\n" +
    "projects. If a similar memory is active, nothing is saved and the exit code is 4: choose --update ID, --supersede ID\n" +
    "or --force.",
  examples: [
    'holdfast memory save "Use pnpm, never npm" --category preference',
    'holdfast memory save "Use Postgres" --category decision --body "Not Redis."',
    'holdfast memory save "I like short answers" --category preference --personal',
  ],
  options: {
    category: categoryOption("decision, runbook, constraint, tech-debt, preference or session-summary"),
    body: option("TEXT", "the text; - reads it from stdin"),
    tags: tagsOption("words to find it by"),
    personal: flag("about you, not the project"),
    who: choice("user", "whose words: user, claude, tool or web", SPEAKERS),
    confidence: option("0.8", "how sure, 0 to 1 (default: 1)", parseConfidence),
    update: option("ID", "change this memory instead; keeps what is not given"),
    supersede: option("ID", "replace this memory"),
    force: flag("save it even if a similar one exists"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const title = positionals[0] ?? "";
    checkTitleAndBody({ title });
    const { category, tags, who, confidence, update, supersede } = options;
    requireAtMostOne({ "--update": update, "--supersede": supersede });
    if (update === undefined) requireCategory(category);
    // Only the given fields: an update keeps the rest.
    const given = withoutUndefined({ body: await readBody(options.body), category, tags, who, confidence });
    const isByAgent = !(await isByPerson(invocation));
    const session = await findOwnSession(invocation);
    const origin = {
      personal: options.personal === true,
      who: isByAgent ? ("claude" as const) : ("user" as const),
      session,
    };
    // Whatever an agent writes is its own: it does not speak for the person.
    const words: MemoryInput = { ...given, title, ...(isByAgent ? { who: agentSpeaker(who) } : {}) };
    let saved = "";
    const code = await withMemories(invocation, async (store, place) => {
      const why = isByAgent ? needsPerson(store, place, options) : null;
      if (why !== null) {
        printProposal(out, proposeMemory(store, place.projectKey, words, origin, why), options.json === true);
        return;
      }
      let done = remember(store, place, words, origin, options);
      if (done.state === "similar" && out.interactive) {
        const choice = await askChoice(done.similar, origin.personal);
        if (choice === null) return 0;
        done = remember(store, place, words, origin, choice);
      }
      if (done.state === "similar") return offerChoice(out, options, done.similar);
      noteSavedMemory(store, env, done.memory.title);
      saved = done.memory.id;
      if (isByAgent && session !== null)
        queueSavedMemory(store, {
          sessionId: session,
          agent: callAgent(env.host?.id ?? null),
          title: `${done.memory.id} (${clipLine(printable(done.memory.title), MAX_TOLD)})`,
          at: Date.now(),
        });
      printSaved(out, done, {
        verb: done.state === "saved" ? "Saved" : "Changed",
        json: options.json === true,
      });
    });
    if (saved !== "" && !isByAgent)
      await reportPersonsWord(invocation, {
        done: `the memory ${saved} was saved as yours`,
        undo: `\`holdfast memory retire ${saved}\` takes it back.`,
        dir: origin.personal ? null : (await findProject(invocation)).dir,
      });
    return code;
  },
});

/** What a tool or a page said stays theirs. */
function agentSpeaker(given: Speaker | undefined): Speaker {
  return given === "tool" || given === "web" ? given : "claude";
}

/** Why only the person can save this; null if Claude may. */
function needsPerson(
  store: Store,
  place: MemoryPlace,
  { personal, update, supersede }: { personal?: boolean; update?: string; supersede?: string },
): string | null {
  if (personal) return "The agent proposes it as a personal memory: accept it with --personal";
  const changed = update ?? supersede;
  if (changed === undefined) return null;
  const { who, memory_id, project_key } = pickMemory(store, place, changed);
  return who === "user" || project_key === ""
    ? `The agent proposes to change ${memory_id}: accept it, then retire the old one`
    : null;
}

/** null: save nothing. `personal`: whether the new one is. */
async function askChoice(
  similar: readonly SimilarMemory[],
  personal: boolean,
): Promise<DuplicatePolicy | null> {
  const [nearest] = similar;
  if (!nearest) return { force: true };
  const { isCancel, select } = await loadPrompts();
  const answer = await select({
    message: `There is a similar one: ${nearest.id} (${printable(nearest.title)}).`,
    options: [
      { value: "update", label: "change that one" },
      ...(nearest.personal === personal ? [{ value: "supersede", label: "replace it with this one" }] : []),
      { value: "force", label: "keep both" },
      { value: "none", label: "save nothing" },
    ],
  });
  if (isCancel(answer) || answer === "none") return null;
  if (answer === "update") return { update: nearest.id };
  return answer === "supersede" ? { supersede: nearest.id } : { force: true };
}
