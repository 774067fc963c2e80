import { UserError } from "../config/user-error.ts";
import { changeMemory, pickMemory } from "../memory/change-memory.ts";
import { findSimilar, type Similar } from "../memory/find-similar.ts";
import type { MemoryPlace } from "../memory/roots.ts";
import { type Draft, type Saved, writeNewMemory } from "../memory/save-memory.ts";
import { isSessionId } from "../protocol/parse-event.ts";
import type { Store } from "../store/open.ts";
import { chooseSimilar } from "./choose-similar.ts";
import { defineCommand, type Output } from "./command.ts";
import { readBody, readCategoryOption, readConfidence, readSpeaker, readTags } from "./memory-options.ts";
import { PLACE_OPTIONS, withMemories } from "./memory-place.ts";
import { noteSaved } from "./note-in-flow.ts";
import { tellSaved } from "./tell-saved.ts";

/** Not an error: somebody has to choose. */
const CHOOSE = 4;

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
      help: "decision, runbook, constraint, tech-debt or preference",
    },
    body: { type: "string", value: "TEXT", help: "the whole text; - reads it from stdin" },
    tags: { type: "string", value: "a,b", help: "words to find it by" },
    personal: { type: "boolean", help: "about you, not the project" },
    who: { type: "string", value: "user", help: "whose words: user, claude, tool or web" },
    confidence: { type: "string", value: "0.8", help: "how sure, 0 to 1 (1)" },
    update: { type: "string", value: "ID", help: "change that memory instead" },
    supersede: { type: "string", value: "ID", help: "replace that memory by this one" },
    force: { type: "boolean", help: "save although one like it is there" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const title = positionals[0] ?? "";
    if (title.trim() === "")
      throw new UserError(
        "usage",
        "a title is needed",
        'Such as: holdfast memory save "Use pnpm" --category preference',
      );
    const draft: Draft = {
      title,
      body: await readBody(options.body),
      category: readCategoryOption(options.category),
      tags: readTags(options.tags) ?? [],
      personal: options.personal === true,
      who: readSpeaker(options.who) ?? (env.insideClaude ? "claude" : "user"),
      confidence: readConfidence(options.confidence) ?? 1,
      session: env.sessionId !== null && isSessionId(env.sessionId) ? env.sessionId : null,
    };
    return withMemories(invocation, async (store, place) => {
      const attempt = (choice: Choice) =>
        store.transaction(() => save(store, place, draft, choice)).immediate();
      let done = attempt(options);
      if ("similar" in done && out.interactive && !options.json) {
        const choice = await chooseSimilar(done.similar);
        if (choice === null) return 0;
        done = attempt(choice);
      }
      if ("similar" in done) return offer(out, draft, done.similar, options.json === true);
      noteSaved(store, env, done.memory.title);
      tellSaved(out, done, options.json === true);
      return 0;
    });
  },
});

interface Choice {
  update?: string;
  supersede?: string;
  force?: boolean;
}

function save(
  store: Store,
  place: MemoryPlace,
  draft: Draft,
  choice: Choice,
): Saved | { similar: Similar[] } {
  const now = Date.now();
  if (choice.update !== undefined) {
    const { title, body, tags = [], confidence = 1 } = draft;
    const row = pickMemory(store, place, choice.update);
    const change = {
      title,
      ...(body === "" ? {} : { body }),
      ...(tags.length > 0 ? { tags } : {}),
      confidence,
    };
    return changeMemory(store, place, row, { ...change, category: draft.category }, now);
  }
  if (choice.supersede !== undefined) {
    const old = pickMemory(store, place, choice.supersede);
    const saved = writeNewMemory(store, place, { ...draft, supersedes: [old.memory_id] }, now);
    changeMemory(store, place, old, { status: "superseded" }, now);
    return saved;
  }
  const similar = choice.force ? [] : findSimilar(store, place, draft);
  return similar.length > 0 ? { similar } : writeNewMemory(store, place, draft, now);
}

function offer(out: Output, draft: Draft, similar: readonly Similar[], asJson: boolean): number {
  const words = `holdfast memory save ${quote(draft.title)} --category ${draft.category.toLowerCase()}`;
  const nearest = similar[0]?.id ?? "";
  const commands = {
    update: `${words} --update ${quote(nearest)}`,
    supersede: `${words} --supersede ${quote(nearest)}`,
    force: `${words} --force`,
  };
  if (asJson) {
    out.json({ saved: false, similar, commands });
    return CHOOSE;
  }
  out.line("Not saved: a memory like it is there.");
  for (const { id, title, category } of similar.slice(0, 3)) out.line(`  ${id}: ${title} (${category})`);
  out.line("Choose one:");
  out.line(`  change it:      ${commands.update}`);
  out.line(`  replace it:     ${commands.supersede}`);
  out.line(`  keep them both: ${commands.force}`);
  return CHOOSE;
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
