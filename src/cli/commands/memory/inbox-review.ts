// Reviews the inbox at a terminal, item by item: quotes, their source, and a key for each answer.
import { noteSavedMemory } from "../../../gates/flow/note-evidence.ts";
import type { MemoryPlace } from "../../../memory/files/roots.ts";
import {
  acceptCandidate,
  type CandidateEdit,
  type Dismissal,
  dismissCandidate,
  textOf,
  titleOf,
} from "../../../memory/inbox/accept-candidate.ts";
import type { CandidateRow } from "../../../memory/inbox/candidates.ts";
import { CATEGORIES, type Category, toCategory } from "../../../memory/memory.ts";
import type { CandidateEvidence } from "../../../memory/triage/candidate.ts";
import type { Store } from "../../../store/open.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Context, Output } from "../../command.ts";
import { type Answered, loadPrompts, reviewItems } from "../../terminal.ts";
import { describeDismissed, reportAccepted } from "./answer.ts";
import { printSaved } from "./saved-view.ts";

type Choice = { row: CandidateRow } & ({ act: "accept"; wording: CandidateEdit } | { act: Dismissal });

/** Returns the exit code. */
export async function reviewInbox(
  call: Context,
  store: Store,
  place: MemoryPlace,
  rows: readonly CandidateRow[],
): Promise<number> {
  const { out } = call;
  const choices = await reviewItems<CandidateRow, Choice>(rows, {
    show: (row) => showCandidate(out, row),
    title: ({ id }) => `What about ${id}?`,
    keys: (row) => [
      { key: "a", label: "accept: save it", choose: () => ({ choice: { row, act: "accept", wording: {} } }) },
      { key: "e", label: "edit, then save it", choose: () => askWording(row) },
      {
        key: "r",
        label: "reject: not worth remembering",
        choose: () => ({ choice: { row, act: "rejected" } }),
      },
      {
        key: "d",
        label: "duplicate: already known",
        choose: () => ({ choice: { row, act: "duplicate" } }),
      },
      { key: "s", label: "skip for now", choose: () => "skip" },
    ],
  });
  if (choices === null || choices.length === 0) {
    out.line("Nothing was changed.");
    return choices === null ? 1 : 0;
  }
  let failed = 0;
  const accepted: string[] = [];
  for (const choice of choices) {
    try {
      const saved = await carryOut(call, store, place, choice);
      if (saved !== null) accepted.push(saved);
    } catch (error) {
      // One refusal does not stop the others.
      if (!(error instanceof UserError)) throw error;
      failed += 1;
      out.error(`${choice.row.id}: ${error.message}\n${error.hint}`);
    }
  }
  if (accepted.length > 0) await reportAccepted(call, accepted);
  return failed > 0 ? 1 : 0;
}

/** Returns the title of what was saved. */
async function carryOut(
  call: Context,
  store: Store,
  place: MemoryPlace,
  choice: Choice,
): Promise<string | null> {
  const { env, out } = call;
  const number = String(choice.row.id);
  if (choice.act !== "accept") {
    for (const one of dismissCandidate(store, place, number, choice.act))
      out.line(describeDismissed(one, choice.act));
    return null;
  }
  const done = acceptCandidate(store, place, number, choice.wording, true);
  if (done.state !== "similar") {
    noteSavedMemory(store, env, done.memory.title);
    printSaved(out, done, { verb: "Saved", json: false });
    return done.memory.title;
  }
  const [nearest] = done.similar;
  const answer = await askAboutSimilar(choice.row, `${nearest?.id}: ${nearest?.title}`);
  if (answer === "both")
    return carryOut(call, store, place, { ...choice, wording: { ...choice.wording, force: true } });
  if (answer === "duplicate") return carryOut(call, store, place, { row: choice.row, act: "duplicate" });
  out.line(`Left in the inbox: ${choice.row.id}`);
  return null;
}

async function askAboutSimilar(row: CandidateRow, nearest: string): Promise<"both" | "duplicate" | "later"> {
  const { isCancel, select } = await loadPrompts();
  const answer = await select<"both" | "duplicate" | "later">({
    message: `${row.id} ${printable(row.title)}: a similar memory exists, ${printable(nearest)}`,
    options: [
      { value: "duplicate", label: "it is a duplicate" },
      { value: "both", label: "save both" },
      { value: "later", label: "leave it in the inbox" },
    ],
  });
  return isCancel(answer) ? "later" : answer;
}

/** Esc or Ctrl-C asks for the item again. */
async function askWording(row: CandidateRow): Promise<Answered<Choice>> {
  const { isCancel, select, text } = await loadPrompts();
  const title = await text({
    message: "Title",
    initialValue: titleOf(row),
    validate: (given) => (given?.trim() ? undefined : "Give a title."),
  });
  if (isCancel(title)) return "again";
  const said = textOf(row, title);
  // Only a single line can be edited here.
  const body = said.includes("\n") ? said : await text({ message: "Text", initialValue: said });
  if (isCancel(body)) return "again";
  const category = await select<Category>({
    message: "Category",
    initialValue: toCategory(row.category) ?? "DECISION",
    options: CATEGORIES.map((value) => ({ value, label: value.toLowerCase().replace("_", " ") })),
  });
  if (isCancel(category)) return "again";
  return { choice: { row, act: "accept", wording: { title, body: body ?? "", category } } };
}

const SPEAKERS: Record<string, string> = { user: "You", claude: "The agent", tool: "A tool" };

function showCandidate(out: Output, row: CandidateRow): void {
  const { bold, cyan, dim } = out.style;
  out.line();
  // Of what is only stored, the category is a guess.
  const category = row.status === "said" ? "" : `  ${cyan(row.category.toLowerCase().replace("_", " "))}`;
  out.line(`${bold(`${row.id}  ${printable(row.title)}`)}${category}`);
  for (const { line, who, why } of evidenceOf(row)) {
    const quote = line === row.title ? "" : `“${printable(line)}” `;
    out.line(wrap(`${quote}(${printable(why)})`, out.width, `   ${SPEAKERS[who] ?? who}: `));
  }
  const session = row.session_id.slice(0, 8);
  const where = session === "" ? "" : `, session ${session}: holdfast transcript ${session}`;
  out.line(dim(`   ${formatTime(row.found_at)}${where}`));
}

function evidenceOf(row: CandidateRow): CandidateEvidence[] {
  return JSON.parse(row.evidence);
}
