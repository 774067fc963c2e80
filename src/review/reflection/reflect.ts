// Reflects on a session in one pass: metrics and patterns. Memory use does not grow with the session.
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import { clipLine } from "../../text/clip.ts";
import { type ReadProblem, readPiece } from "../../transcript/read-bytes.ts";
import { createOutcome, streamItems } from "../../transcript/read-since.ts";
import type {
  PatternDraft,
  ReflectionThresholds,
  TraceDetector,
  TranscriptDetector,
} from "./detectors/detector.ts";
import { frustration } from "./detectors/frustration.ts";
import { longSession } from "./detectors/long-session.ts";
import { repeatedCommands } from "./detectors/repeated-commands.ts";
import { repeatedErrors } from "./detectors/repeated-errors.ts";
import { repeatedReads } from "./detectors/repeated-reads.ts";
import { sameCorrection } from "./detectors/same-correction.ts";
import { slowHooks } from "./detectors/slow-hooks.ts";
import { traceLog } from "./detectors/trace-log.ts";
import type { Pattern, Reflection, TraceMetrics } from "./reflection.ts";
import { readTrace, SessionMeter } from "./session-metrics.ts";

const MAX_TEXT = 240;
const MAX_TITLE = 160;
const PIECE = 1024 * 1024;
const NEWLINE = 0x0a;

interface ReflectionRequest {
  transcriptPath: string;
  /** null when unknown; then it is taken from the transcript. */
  sessionId: string | null;
  projectDir: string | null;
  thresholds: ReflectionThresholds;
  trigger: Reflection["trigger"];
  now: number;
}

type ReflectionResult = { ok: true; reflection: Reflection } | { ok: false; problem: ReadProblem };

export async function reflect(request: ReflectionRequest): Promise<ReflectionResult> {
  const { transcriptPath, thresholds } = request;
  const meter = new SessionMeter();
  const watchers = TRANSCRIPT_DETECTORS.map((detector) => detector(thresholds));
  const outcome = createOutcome();
  let { sessionId, projectDir } = request;
  for await (const item of streamItems(transcriptPath, outcome)) {
    if (item.sidechain) continue;
    sessionId ??= item.sessionId;
    projectDir ??= item.cwd;
    meter.follow(item);
    for (const watcher of watchers) watcher.follow(item);
  }
  if (outcome.problem) return { ok: false, problem: outcome.problem };

  const span = meter.span();
  const traced = projectDir === null || span === null ? null : await watchTrace(projectDir, span, request);
  const drafts = [...watchers.flatMap((watcher) => watcher.listPatterns()), ...(traced?.drafts ?? [])];
  const places = drafts.flatMap(({ evidence }) => evidence.map(({ at }) => at));
  const offsets = places.filter((at) => typeof at === "number");
  const lines = await locateLines(transcriptPath, offsets);
  const reflection: Reflection = {
    sessionId,
    projectDir,
    transcriptPath,
    at: request.now,
    trigger: request.trigger,
    metrics: meter.read(),
    trace: traced?.metrics ?? null,
    patterns: drafts.map((draft) => finishPattern(draft, lines, projectDir)),
  };
  return { ok: true, reflection };
}

async function watchTrace(
  projectDir: string,
  span: { from: number; to: number },
  { thresholds }: ReflectionRequest,
): Promise<{ metrics: TraceMetrics; drafts: PatternDraft[] } | null> {
  const watchers = TRACE_DETECTORS.map((detector) => detector(thresholds));
  const slowMs = thresholds.slow_seconds * 1000;
  const metrics = await readTrace(projectDir, span, slowMs, (request) => {
    for (const watcher of watchers) watcher.follow(request);
  });
  return metrics === null ? null : { metrics, drafts: watchers.flatMap((watcher) => watcher.listPatterns()) };
}

/** Line numbers by offset; offsets beyond the end of the file are left out. */
export async function locateLines(path: string, offsets: Iterable<number>): Promise<Map<number, number>> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const lines = new Map<number, number>();
  let line = 1;
  let next = 0;
  for (let start = 0; next < wanted.length; start += PIECE) {
    const piece = await readPiece(path, start, start + PIECE);
    if (!piece.ok || piece.bytes.length === 0) return lines;
    let counted = 0;
    for (; next < wanted.length; next++) {
      const within = (wanted[next] ?? 0) - start;
      if (within >= piece.bytes.length) break;
      line += countNewlines(piece.bytes, counted, within);
      counted = within;
      lines.set(start + within, line);
    }
    line += countNewlines(piece.bytes, counted, piece.bytes.length);
  }
  return lines;
}

function countNewlines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at !== -1 && at < to; at = bytes.indexOf(NEWLINE, at + 1))
    count++;
  return count;
}

/** Paths become relative to the project's folder. */
function finishPattern(
  draft: PatternDraft,
  lines: ReadonlyMap<number, number>,
  projectDir: string | null,
): Pattern {
  const { id, count } = draft;
  const relative = (text: string) => (projectDir === null ? text : text.replaceAll(`${projectDir}/`, ""));
  // Redacts before it cuts, because half a secret would not be recognised.
  const clean = (text: string, max: number) => clipLine(redactAndShorten(relative(text), max * 4), max);
  const subject = relative(draft.subject);
  return {
    id,
    count,
    title: clean(draft.title, MAX_TITLE),
    evidence: draft.evidence.map(({ at, text }) => ({
      where: typeof at === "string" ? at : `line ${lines.get(at) ?? "?"}`,
      text: clean(text, MAX_TEXT),
    })),
    suggestion: { text: clean(draft.suggestion, MAX_TEXT) },
    fingerprint: new Bun.CryptoHasher("sha256").update(`${id}\n${subject}`).digest("hex").slice(0, 16),
  };
}

/** In the order of a report: what can be acted on comes first. */
const TRANSCRIPT_DETECTORS: readonly TranscriptDetector[] = [
  sameCorrection,
  frustration,
  repeatedErrors,
  repeatedCommands,
  slowHooks,
  longSession,
  repeatedReads,
];

const TRACE_DETECTORS: readonly TraceDetector[] = [traceLog];
