import { resolve } from "node:path";
import { cleanText } from "../capture/clean-value.ts";
import { loadConfig } from "../config/load-config.ts";
import { loadTriageSettings } from "../config/triage-settings.ts";
import { UserError } from "../config/user-error.ts";
import { isSessionId } from "../protocol/parse-event.ts";
import { createOutcome, streamItems } from "../transcript/stream-items.ts";
import type { Candidate, Evidence } from "../triage/candidate.ts";
import { CATEGORIES, type Thresholds } from "../triage/category.ts";
import { type Triage, triageItems } from "../triage/triage.ts";
import { defineCommand, type Invocation, type Output } from "./command.ts";
import { pickSession } from "./pick-session.ts";
import { findProject } from "./project.ts";
import { withStore } from "./with-store.ts";

const MOST_LINE = 400;
const MOST_SHOWN = 10;

export const command = defineCommand({
  summary: "what of a transcript is worth remembering, and why",
  usage: "TRANSCRIPT|ID",
  details:
    "A transcript is given by its file, or by the ID of its session, of which the beginning is enough; without one: the\n" +
    "session at hand, inside Claude. Reads it, keeps nothing. A score is the strength of the evidence from 0 to 1; what\n" +
    "reaches its category's threshold (`triage.thresholds` in the config) would go to the inbox.",
  examples: ["holdfast triage ~/.claude/projects/-home-me-app/3f2a.jsonl", "holdfast triage 3f2a --json"],
  options: {
    project: {
      type: "string",
      value: "DIR",
      help: "whose settings hold, when not those of the session or the one at hand",
    },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, out } = invocation;
    const { path, projectDir } = await choose(invocation);
    const settings = await settingsOf(invocation, projectDir);
    const off = CATEGORIES.filter((category) => !settings.categories[category]);
    const items = await readAll(path);
    const triage = triageItems(items, { thresholds: settings.thresholds, off });
    if (options.json) out.json(toJson(triage));
    else print(out, triage, settings.thresholds);
    return 0;
  },
});

/** What is there as a file, or is named like one, is no ID. */
async function choose({ positionals, env, cwd }: Invocation) {
  const [given] = positionals;
  const id = given ?? env.sessionId;
  if (id === null)
    throw new UserError(
      "usage",
      "which transcript?",
      "Give a .jsonl file of Claude Code, or the ID of a session: `holdfast sessions list` shows them.",
    );
  const path = resolve(cwd, id);
  if (given !== undefined && (!isSessionId(id) || id.endsWith(".jsonl") || (await Bun.file(path).exists())))
    return { path, projectDir: null };
  const session = await withStore(env, (store) => pickSession(store, id));
  if (session.transcript_path !== null)
    return { path: session.transcript_path, projectDir: session.project_dir };
  const message = `the transcript of session ${session.session_id} is not known`;
  throw new UserError("no-transcript", message, "Give the path of its file.");
}

async function settingsOf(invocation: Invocation, ofSession: string | null) {
  const given = invocation.options.project as string | undefined;
  const dir =
    given === undefined && ofSession !== null ? ofSession : (await findProject(invocation, given)).dir;
  return loadTriageSettings(await loadConfig(invocation.env, dir), dir);
}

async function readAll(path: string) {
  const outcome = createOutcome();
  const items = await Array.fromAsync(streamItems(path, outcome));
  if (outcome.problem)
    throw new UserError(
      "transcript",
      `${path} could not be read: ${outcome.problem.message}`,
      "Give the path of a .jsonl file of Claude Code, such as those below ~/.claude/projects.",
    );
  return items;
}

function toJson({ scores, candidates }: Triage) {
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [
        category,
        { score: scores[category].score, evidence: scores[category].evidence.map(clean) },
      ]),
    ),
    candidates: candidates.map((one) => ({
      ...one,
      title: cleanText(one.title, MOST_LINE),
      evidence: one.evidence.map(clean),
    })),
  };
}

/** A transcript may hold secrets; what is printed may be piped anywhere. */
function clean(evidence: Evidence): Evidence {
  return { ...evidence, line: cleanText(evidence.line, MOST_LINE) };
}

function print(out: Output, { scores, candidates }: Triage, thresholds: Thresholds): void {
  const { bold, dim } = out.style;
  for (const category of CATEGORIES) {
    const { score } = scores[category];
    const mark = score >= thresholds[category] ? bold(score.toFixed(2)) : dim(score.toFixed(2));
    out.line(`${category.padEnd(16)} ${mark}  ${dim(`threshold ${thresholds[category]}`)}`);
    const found = candidates.filter((one) => one.category === category);
    for (const one of found.slice(0, MOST_SHOWN)) printCandidate(out, one);
    if (found.length > MOST_SHOWN) out.line(dim(`  and ${found.length - MOST_SHOWN} more (--json has all)`));
  }
}

function printCandidate(out: Output, { title, score, evidence }: Candidate): void {
  out.line(`  ${cleanText(title, MOST_LINE)}  ${out.style.dim(score.toFixed(2))}`);
  for (const { line, who, why } of evidence.slice(0, 3).map(clean))
    out.line(out.style.dim(`    ${who}: ${line.slice(0, 100)} (${why})`));
}
