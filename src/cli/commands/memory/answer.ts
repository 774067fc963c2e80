import { noteSavedMemory } from "../../../gates/flow/note-evidence.ts";
import type { SaveNotices } from "../../../memory/files/remember.ts";
import type { SavedMemory } from "../../../memory/files/save-memory.ts";
import {
  acceptCandidate,
  type Dismissal,
  type DismissedCandidate,
  dismissAll,
  dismissCandidate,
} from "../../../memory/inbox/accept-candidate.ts";
import type { SimilarMemory } from "../../../memory/index/find-similar.ts";
import { clipLine } from "../../../text/clip.ts";
import { printable, quoteForShell } from "../../../text/printable.ts";
import { withoutUndefined } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { AT_TERMINAL, findActor } from "../../actor.ts";
import {
  type Context,
  defineCommand,
  flag,
  type Output,
  option,
  PROJECT_OPTIONS,
  requireAtMostOne,
} from "../../command.ts";
import { reportLoosening } from "../../loosening.ts";
import { isByPerson } from "../../person.ts";
import { findProject } from "../../target.ts";
import { categoryOption, readBody, tagsOption, withMemories } from "./memories.ts";
import { printSaved, toSavedJson } from "./saved-view.ts";

const MAX_NUMBERS = 1000;
const MAX_REPORTED = 100;

export const accept = defineCommand({
  changes: true,
  usage: "N…",
  details: "Improve the wording with --title and --body; triage learns from it.",
  examples: ["holdfast memory accept 3 5", 'holdfast memory accept 3 --title "Use pnpm, never npm"'],
  options: {
    title: option("TEXT", "a better title"),
    body: option("TEXT", "the whole text; - reads it from stdin"),
    category: categoryOption("another category"),
    tags: tagsOption("words to find it by"),
    personal: flag("about you, not the project"),
    force: flag("save it even if a similar one exists"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: MAX_NUMBERS,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const numbers = distinctNumbers(positionals);
    if (numbers.length > 1 && (options.title ?? options.body) !== undefined)
      throw new UserError(
        "usage",
        "--title and --body work for one item only",
        "Accept the others separately.",
      );
    const { title, category, tags, personal, force } = options;
    const body = await readBody(options.body);
    const wording = withoutUndefined({ title, body, category, tags, personal, force });
    const json = options.json === true;
    const accepted: string[] = [];
    const isPersons = await isByPerson(invocation);
    const code = await withMemories(invocation, (store, place) => {
      const acceptOne = (number: string): SavedMemory & SaveNotices => {
        const done = acceptCandidate(store, place, number, wording, isPersons);
        if (done.state === "similar") throw similarExists(number, done.similar);
        noteSavedMemory(store, env, done.memory.title);
        accepted.push(done.memory.title);
        return done;
      };
      const [first = "", second] = numbers;
      if (second === undefined) {
        printSaved(out, acceptOne(first), { verb: "Saved", json });
        return 0;
      }
      const results = answerEach(out, numbers, json, (number) => {
        const saved = acceptOne(number);
        if (!json) printSaved(out, saved, { verb: "Saved", json });
        return { number, ...toSavedJson(saved) };
      });
      if (json) out.json(results.map((each) => ("error" in each ? { saved: false, ...each } : each)));
      return results.some((each) => "error" in each) ? 1 : 0;
    });
    if (accepted.length > 0) await reportAccepted(invocation, accepted);
    return code;
  },
});

/** Later sessions are given what Claude accepted as saved by the user, so the user must know. */
export async function reportAccepted(invocation: Context, titles: readonly string[]): Promise<void> {
  const { dir } = await findProject(invocation);
  const act = await findActor(invocation.env, dir, "memory accept");
  if (act.by === "user" && act.words !== AT_TERMINAL) return;
  const [first = ""] = titles;
  const others = titles.length === 1 ? "" : ` and ${titles.length - 1} more`;
  const done = `"${clipLine(first, MAX_REPORTED)}"${others} from the inbox ${titles.length === 1 ? "was" : "were"} accepted`;
  await reportLoosening(invocation.env, act, {
    done,
    undo: "`holdfast memory list` shows it, `holdfast memory retire ID` removes it.",
    dir,
  });
}

interface Refusal {
  number: string;
  error: string;
  hint: string;
}

/** One refusal does not stop the others. */
function answerEach<Result extends object>(
  out: Output,
  numbers: readonly string[],
  json: boolean,
  answer: (number: string) => Result,
): (Result | Refusal)[] {
  return numbers.map((number) => {
    try {
      return answer(number);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (!json) out.error(`${number}: ${error.message}\n${error.hint}`);
      return { number, error: error.message, hint: error.hint };
    }
  });
}

function similarExists(number: string, [nearest]: readonly SimilarMemory[]): UserError {
  const id = quoteForShell(nearest?.id ?? "");
  return new UserError(
    "like-another",
    `${nearest?.id} says nearly the same: ${nearest?.title}`,
    `If that is enough: holdfast memory reject ${number} --duplicate (after holdfast memory edit ${id} …, if needed). To keep both: accept it with --force.`,
  );
}

export const reject = defineCommand({
  changes: true,
  usage: "N…",
  details:
    "Triage learns from rejections and proposes fewer such items; see `holdfast memory inbox --stats`. Use --duplicate for what is\n" +
    "right but already known: triage learns nothing from it.",
  examples: [
    "holdfast memory reject 3 5",
    "holdfast memory reject 4 --duplicate",
    "holdfast memory reject --all",
  ],
  options: {
    all: flag("everything new in the inbox"),
    duplicate: flag("already known; triage does not learn from it"),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: MAX_NUMBERS,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    requireAtMostOne({ "--all": options.all, numbers: positionals[0] });
    const numbers = options.all ? [] : distinctNumbers(positionals);
    return withMemories(invocation, (store, place) => {
      const as = options.duplicate ? "duplicate" : "rejected";
      const rejectOne = (number: string) => ({ rejected: dismissCandidate(store, place, number, as) });
      const [first = "", second] = numbers;
      const results = options.all
        ? [{ rejected: dismissAll(store, place, as) }]
        : second === undefined
          ? [rejectOne(first)]
          : answerEach(out, numbers, options.json === true, rejectOne);
      const rejected = results.flatMap((each) => ("rejected" in each ? each.rejected : []));
      const failed = results.filter((each) => "error" in each);
      if (options.json) out.json(failed.length > 0 ? { [as]: rejected, failed } : { [as]: rejected });
      else if (rejected.length === 0 && options.all) out.line("The inbox is empty; nothing was rejected.");
      else for (const one of rejected) out.line(describeDismissed(one, as));
      return failed.length > 0 ? 1 : 0;
    });
  },
});

export function describeDismissed({ id, title }: DismissedCandidate, as: Dismissal): string {
  return `${as === "duplicate" ? "Duplicate" : "Rejected"} ${id}: ${printable(title)}`;
}

function distinctNumbers(positionals: readonly string[]): string[] {
  const numbers = [...new Set(positionals.filter((word) => word.trim() !== ""))];
  if (numbers.length > 0) return numbers;
  throw new UserError(
    "usage",
    "an argument is missing: N, the number in the inbox",
    "`holdfast memory inbox` lists what is new, with its numbers.",
  );
}
