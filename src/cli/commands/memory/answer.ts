// accept and reject: what becomes of the inbox. Each answer is also an answer about the patterns that found it.

import { noteSaved } from "../../../gates/flow/note-evidence.ts";
import {
  type Accepted,
  acceptCandidate,
  answerCandidate,
  pickCandidate,
} from "../../../memory/inbox/accept-candidate.ts";
import { type CandidateRow, listCandidates } from "../../../memory/inbox/candidates.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output } from "../../command.ts";
import { readBody } from "./options.ts";
import { PLACE_OPTIONS, withMemories } from "./place.ts";
import { tellSaved, toSavedJson } from "./saved-view.ts";

const MOST = 1000;

export const accept = defineCommand({
  summary: "keep something from the inbox",
  usage: "N…",
  details: "Word it better with --title and --body: that is told to the triage too.",
  examples: ["holdfast memory accept 3 5", 'holdfast memory accept 3 --title "Use pnpm, never npm"'],
  options: {
    title: { type: "string", value: "TEXT", help: "a better title" },
    body: { type: "string", value: "TEXT", help: "the whole text; - reads it from stdin" },
    category: { type: "string", value: "KIND", help: "another category" },
    tags: { type: "string", value: "a,b", help: "words to find it by" },
    personal: { type: "boolean", help: "about you, not the project" },
    force: { type: "boolean", help: "keep it although one like it is there" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: MOST,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const numbers = numbersOf(positionals);
    if (numbers.length > 1 && (options.title ?? options.body) !== undefined)
      throw new UserError("usage", "--title and --body are for one number", "Accept the others apart.");
    const json = options.json === true;
    const wording = {
      ...options,
      body: options.body === undefined ? undefined : await readBody(options.body),
    };
    return withMemories(invocation, (store, place) => {
      const accept = (number: string) => {
        const { saved, given } = store
          .transaction(() => acceptCandidate(store, place, pickCandidate(store, place, number), wording))
          .immediate();
        noteSaved(store, env, saved.memory.title);
        return { saved, given };
      };
      if (numbers.length === 1) {
        const { saved, given } = accept(numbers[0] ?? "");
        tellSaved(out, saved, { how: "Saved", given, json });
        return 0;
      }
      return acceptEach(out, numbers, accept, json);
    });
  },
});

/** One that cannot be kept does not hold up the others. */
function acceptEach(
  out: Output,
  numbers: readonly string[],
  accept: (number: string) => Accepted,
  json: boolean,
): number {
  const results: object[] = [];
  let failed = 0;
  for (const number of numbers) {
    try {
      const { saved, given } = accept(number);
      if (json) results.push({ number, ...toSavedJson(saved, given) });
      else tellSaved(out, saved, { how: "Saved", given, json });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed++;
      if (json) results.push({ number, saved: false, error: error.message, hint: error.hint });
      else out.error(`${number}: ${error.message}\n${error.hint}`);
    }
  }
  if (json) out.json(results);
  return failed > 0 ? 1 : 0;
}

export const reject = defineCommand({
  summary: "say that something in the inbox is not worth it",
  usage: "N…",
  details: "What keeps being rejected is found less and less: see `holdfast memory stats`.",
  examples: ["holdfast memory reject 3 5", "holdfast memory reject --all"],
  options: {
    all: { type: "boolean", help: "everything that is new" },
    ...PLACE_OPTIONS,
  },
  maxPositionals: MOST,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    if (options.all && positionals.length > 0)
      throw new UserError("usage", "--all is for everything that is new", "Give --all or numbers, not both.");
    const numbers = options.all ? [] : numbersOf(positionals);
    return withMemories(invocation, (store, place) => {
      const reject = (pick: () => CandidateRow[]) =>
        store
          .transaction(() => {
            const rows = pick();
            for (const row of rows) answerCandidate(store, row, "rejected", null);
            return rows.map(({ id }) => id);
          })
          .immediate();
      const { projectKey } = place;
      const one = (number: string) => reject(() => [pickCandidate(store, place, number)]);
      if (numbers.length > 1) return rejectEach(out, numbers, one, options.json === true);
      const rejected = options.all
        ? reject(() => listCandidates(store, { projectKey, status: "new", limit: MOST }))
        : one(numbers[0] ?? "");
      if (options.json) out.json({ rejected });
      else out.line(`Rejected ${rejected.length}.`);
      return 0;
    });
  },
});

/** As with accept: one that is not there does not hold up the others. */
function rejectEach(
  out: Output,
  numbers: readonly string[],
  reject: (number: string) => number[],
  json: boolean,
): number {
  const rejected: number[] = [];
  const failed: object[] = [];
  for (const number of numbers) {
    try {
      rejected.push(...reject(number));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push({ number, error: error.message, hint: error.hint });
      if (!json) out.error(`${number}: ${error.message}\n${error.hint}`);
    }
  }
  if (json) out.json(failed.length > 0 ? { rejected, failed } : { rejected });
  else out.line(`Rejected ${rejected.length}.`);
  return failed.length > 0 ? 1 : 0;
}

function numbersOf(positionals: readonly string[]): string[] {
  const numbers = [...new Set(positionals.filter((word) => word.trim() !== ""))];
  if (numbers.length > 0) return numbers;
  throw new UserError(
    "usage",
    "an argument is missing: N, the number in the inbox",
    "`holdfast memory inbox` lists what is new, with its numbers.",
  );
}
