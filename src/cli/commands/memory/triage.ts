import { resolve } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import type { Config } from "../../../config/schema.ts";
import { prepareItems } from "../../../memory/inbox/prepare-items.ts";
import { CATEGORIES } from "../../../memory/memory.ts";
import { scoreActivity } from "../../../memory/triage/ask/read-messages.ts";
import { type TextScore, type TextScores, whyScored } from "../../../memory/triage/ask/score-messages.ts";
import { scoreSession } from "../../../memory/triage/ask/score-session.ts";
import type { Candidate } from "../../../memory/triage/candidate.ts";
import { type Triage, triageItems } from "../../../memory/triage/triage-items.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { valueWithoutSecrets } from "../../../text/redaction/without-secrets.ts";
import { UserError } from "../../../text/user-error.ts";
import { createOutcome, streamItems } from "../../../transcript/read-since.ts";
import { defineCommand, type Invocation, JSON_OPTION, type Output, option } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { requireOwnTranscript } from "../../own-transcripts.ts";
import { findByBeginning, findProject, withStore } from "../../target.ts";
import { findSessionFile, INGEST_HINT } from "../history/transcripts.ts";

const TAIL_BYTES = 4096;

export const command = defineCommand({
  usage: "TRANSCRIPT|ID",
  details:
    "Give a transcript file, or a session's ID or its beginning; inside Claude, the default is this session. Saves nothing.\n" +
    'It prints a score for each category, by which mode "ask" decides, and what would go to the inbox. --json also prints\n' +
    "the lines that the scores come from, and the store: your other short messages, which are only searched.",
  examples: ["holdfast triage ~/.claude/projects/-home-me-app/3f2a.jsonl", "holdfast triage 3f2a --json"],
  options: {
    project: option("DIR", "use the settings of this project"),
    ...JSON_OPTION,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, out } = invocation;
    const { path, projectDir } = await chooseTranscript(invocation);
    await requireOwnTranscript(invocation, path);
    const settings = await loadSettings(invocation, projectDir);
    const off = CATEGORIES.filter((category) => !settings.categories[category]);
    const { items, skippedLines } = await readItems(path);
    const scores = {
      ...(await scoreSession(items, { maxMessages: settings.max_messages })),
      SESSION_SUMMARY: { score: scoreActivity(items), lines: [] },
    };
    const triaged = await prepareItems(items);
    const { inbox, store } = triageItems(triaged, { off });
    // A title has no markup, which may have stood inside a secret.
    const found = await valueWithoutSecrets({ scores, inbox, store });
    const report = { ...found, messages: triaged.length, skippedLines };
    if (options.json) out.json(toJson(report, settings));
    else printReport(out, report, settings);
  },
});

/** An existing file, or something that looks like a path, is not an ID. */
async function chooseTranscript(invocation: Invocation) {
  const { positionals, env, cwd } = invocation;
  const [given] = positionals;
  const id = given ?? env.sessionId;
  if (id === null)
    throw new UserError(
      "usage",
      "a transcript or session is missing",
      "Give one of Claude Code's .jsonl files, or a session ID from `holdfast sessions list`.",
    );
  const path = resolve(cwd, id);
  if (given !== undefined && (!isSessionId(id) || id.endsWith(".jsonl") || (await Bun.file(path).exists())))
    return { path, projectDir: null };
  const own = await onlyProject(invocation);
  const session = await withStore(env, (store) => findByBeginning(store, id, own));
  if (session === null) {
    const found = findSessionFile(env, id);
    if (found === null) throw new UserError("no-session", `there is no session ${id}`, INGEST_HINT);
    return { path: found, projectDir: null };
  }
  if (session.transcript_path !== null)
    return { path: session.transcript_path, projectDir: session.project_dir };
  const message = `there is no transcript of session ${session.session_id}`;
  throw new UserError("no-transcript", message, "Give the path of its file.");
}

async function loadSettings(invocation: Invocation, ofSession: string | null) {
  const given = invocation.options.project as string | undefined;
  const dir =
    given === undefined && ofSession !== null ? ofSession : (await findProject(invocation, given)).dir;
  return (await loadConfig(invocation.env, dir)).config.triage;
}

async function readItems(path: string) {
  const outcome = createOutcome();
  const items = await Array.fromAsync(streamItems(path, outcome));
  if (outcome.problem)
    throw new UserError(
      "transcript",
      `${path} could not be read: ${outcome.problem.message}`,
      "Give one of Claude Code's .jsonl files, such as those below ~/.claude/projects.",
    );
  const isCut = await hasTextFrom(path, outcome.readTo);
  return { items, skippedLines: outcome.report.damagedLines + (isCut ? 1 : 0) };
}

async function hasTextFrom(path: string, offset: number): Promise<boolean> {
  const file = Bun.file(path);
  // Under /proc, reading a file of size 0 may block for ever.
  if (file.size <= offset) return false;
  return (await file.slice(offset, offset + TAIL_BYTES).text()).trim() !== "";
}

interface Report extends Pick<Triage, "inbox" | "store"> {
  scores: TextScores & Record<"SESSION_SUMMARY", TextScore>;
  /** How many items were judged. */
  messages: number;
  skippedLines: number;
}

type Settings = Pick<Config["triage"], "categories">;

const MAX_QUOTED = 100;
const MAX_SHOWN = 10;

function toJson({ scores, inbox, store, messages, skippedLines }: Report, { categories }: Settings) {
  return {
    messages,
    skippedLines,
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [
        category,
        {
          score: scores[category].score,
          evidence: scores[category].lines.map(({ line, who, isConfirmed }) => ({
            line,
            who,
            why: whyScored(isConfirmed),
          })),
          ...(categories[category] ? {} : { off: true }),
        },
      ]),
    ),
    inbox,
    store,
  };
}

function printReport(out: Output, report: Report, { categories }: Settings): void {
  const { bold, dim } = out.style;
  for (const category of CATEGORIES) {
    if (!categories[category]) {
      out.line(`${category.padEnd(16)} ${dim("off")}`);
      continue;
    }
    const { score } = report.scores[category];
    out.line(`${category.padEnd(16)} ${score > 0 ? bold(score.toFixed(2)) : dim(score.toFixed(2))}`);
    const found = report.inbox.filter((one) => one.category === category);
    for (const one of found.slice(0, MAX_SHOWN)) printCandidate(out, one);
    if (found.length > MAX_SHOWN) out.line(dim(`  and ${found.length - MAX_SHOWN} more (--json shows all)`));
  }
  if (report.store.length > 0)
    out.line(
      dim(`${countNoun(report.store.length, "more message")} from you in the store (--json shows them)`),
    );
  if (report.messages === 0) out.error("No messages found: is this a transcript of Claude Code?");
  if (report.skippedLines > 0)
    out.error(`${countNoun(report.skippedLines, "line")} skipped: unreadable or incomplete.`);
}

function printCandidate(out: Output, { title, evidence }: Candidate): void {
  out.line(`  ${printable(title)}`);
  for (const { line, who, why } of evidence.slice(0, 3))
    out.line(out.style.dim(`    ${who}: ${printable(clipLine(line, MAX_QUOTED))} (${printable(why)})`));
}
