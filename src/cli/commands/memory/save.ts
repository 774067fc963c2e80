import { noteSaved } from "../../../gates/flow/note-evidence.ts";
import { type Change, changeMemory, pickMemory } from "../../../memory/files/change-memory.ts";
import { checkTitleAndBody } from "../../../memory/files/clean-memory.ts";
import { bodyForTitle } from "../../../memory/files/memory-file.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import {
  type Draft,
  type SavedMemory,
  withoutUndefined,
  writeNewMemory,
} from "../../../memory/files/save-memory.ts";
import { checkScope } from "../../../memory/files/supersede.ts";
import { findSimilar, type SimilarMemory } from "../../../memory/index/find-similar.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { readBody, readCategoryOption, readConfidence, readSpeaker, readTags } from "./options.ts";
import { PLACE_OPTIONS, withMemories } from "./place.ts";
import { offerChoice, type SaveOptions } from "./save-again.ts";
import { tellSaved } from "./saved-view.ts";

type SimilarChoice = { update: string } | { supersede: string } | { force: true } | null;

export const command = defineCommand({
  summary: "keep something worth remembering",
  usage: "TITLE",
  details:
    "One Markdown file in .claude/memory/, for git; --personal keeps it in your own folder, for every project.\n" +
    "When an active memory says nearly the same, nothing is saved and the exit code is 4: choose --update ID,\n" +
    "--supersede ID or --force.",
  examples: [
    'holdfast memory save "Use pnpm, never npm" --category preference',
    'holdfast memory save "Sessions live in Postgres" --category decision --body "Redis lost them on restart."',
    'holdfast memory save "I like short answers" --category preference --personal',
  ],
  options: {
    category: {
      type: "string",
      value: "KIND",
      help: "decision, runbook, constraint, tech-debt, preference or session-summary",
    },
    body: { type: "string", value: "TEXT", help: "the whole text; - reads it from stdin" },
    tags: { type: "string", value: "a,b", help: "words to find it by" },
    personal: { type: "boolean", help: "about you, not the project" },
    who: { type: "string", value: "user", help: "whose words: user, claude, tool or web" },
    confidence: { type: "string", value: "0.8", help: "how sure, 0 to 1 (1)" },
    update: { type: "string", value: "ID", help: "change that memory instead; it keeps what is not given" },
    supersede: { type: "string", value: "ID", help: "replace that memory by this one" },
    force: { type: "boolean", help: "save although one like it is there" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const title = positionals[0] ?? "";
    checkTitleAndBody({ title });
    if (options.update !== undefined && options.supersede !== undefined)
      throw new UserError(
        "usage",
        "--update changes a memory and --supersede replaces one: give one of them",
        "`holdfast memory save --help` shows what each does.",
      );
    const given = await readGiven(title, options);
    const draft: Draft = {
      ...given,
      title,
      body: bodyForTitle(title, given.body ?? ""),
      category: given.category ?? "DECISION",
      personal: options.personal === true,
      who: given.who ?? (env.insideClaude ? "claude" : "user"),
      session: env.sessionId !== null && isSessionId(env.sessionId) ? env.sessionId : null,
    };
    return withMemories(invocation, async (store, place) => {
      const attempt = (choice: Choice) =>
        store.transaction(() => save(store, place, { draft, change: given }, choice)).immediate();
      let done = attempt(options);
      if ("similar" in done && out.interactive && !options.json) {
        const choice = await chooseSimilar(done.similar, options.personal === true);
        if (choice === null) return 0;
        done = attempt(choice);
      }
      if ("similar" in done) return offerChoice(out, { title, options, similar: done.similar });
      noteSaved(store, env, done.memory.title);
      tellSaved(out, done, { how: done.how, given, json: options.json === true });
      return 0;
    });
  },
});

type Options = SaveOptions & { update?: string };

/** What was said, and nothing else: an update keeps the rest. */
async function readGiven(title: string, options: Options): Promise<Change & { title: string }> {
  const given = {
    body: options.body === undefined ? undefined : await readBody(options.body),
    category:
      options.category === undefined && options.update !== undefined
        ? undefined
        : readCategoryOption(options.category),
    tags: readTags(options.tags),
    who: readSpeaker(options.who),
    confidence: readConfidence(options.confidence),
  };
  return { ...withoutUndefined(given), title };
}

interface Choice {
  update?: string;
  supersede?: string;
  force?: boolean;
}

type Done = (SavedMemory & { how: "Saved" | "Changed" }) | { similar: SimilarMemory[] };

function save(
  store: Store,
  place: MemoryPlace,
  { draft, change }: { draft: Draft; change: Change },
  choice: Choice,
): Done {
  const now = Date.now();
  if (choice.update !== undefined) {
    const row = pickMemory(store, place, choice.update);
    if (draft.personal && row.project_key !== "")
      throw new UserError(
        "other-scope",
        `${row.memory_id} is the project's: a change does not make it yours`,
        "Leave --personal out, or save a memory of your own with --force.",
      );
    return { how: "Changed", ...changeMemory(store, place, row, change, now) };
  }
  if (choice.supersede !== undefined) {
    const old = pickMemory(store, place, choice.supersede);
    checkScope(old, draft.personal === true);
    const saved = writeNewMemory(store, place, { ...draft, supersedes: [old.memory_id] }, now);
    changeMemory(store, place, old, { status: "superseded" }, now);
    return { how: "Saved", ...saved };
  }
  const similar = choice.force ? [] : findSimilar(store, place, draft);
  return similar.length > 0 ? { similar } : { how: "Saved", ...writeNewMemory(store, place, draft, now) };
}

/** null: keep nothing. `personal`: whether the new one is. */
async function chooseSimilar(similar: readonly SimilarMemory[], personal: boolean): Promise<SimilarChoice> {
  const { isCancel, select } = await import("@clack/prompts");
  const [nearest] = similar;
  if (!nearest) return { force: true };
  const answer = await select({
    message: `There is one like it: ${nearest.id} (${nearest.title}).`,
    options: [
      { value: "update", label: "change that one" },
      ...(nearest.personal === personal ? [{ value: "supersede", label: "replace it by this one" }] : []),
      { value: "force", label: "keep them both" },
      { value: "none", label: "keep nothing new" },
    ],
  });
  if (isCancel(answer) || answer === "none") return null;
  if (answer === "update") return { update: nearest.id };
  return answer === "supersede" ? { supersede: nearest.id } : { force: true };
}
