// Asks a judge one question about one digest. Its answer is cached by what it was asked about, counted, and stored. A judge that
// cannot answer is a failure and nothing more: nobody is held for it, and nothing counts as verified.
import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import {
  beginJudgeCall,
  countRetry,
  endJudgeCall,
  findAnswer,
  type JudgeCall,
  startOfDay,
} from "../store/judge-calls.ts";
import type { Store } from "../store/open.ts";
import { parseDuration } from "../text/parse-duration.ts";
import { printable } from "../text/printable.ts";
import { redact } from "../text/redaction/redact.ts";
import { askModel, type ModelReply } from "./ask-model.ts";
import { describeJudge } from "./describe-judge.ts";
import { AGENT_RULES, boundDigest, composePrompt, type DigestPart, RULES } from "./digest.ts";
import { type AnswerReading, type JudgeAnswer, readAnswer } from "./read-answer.ts";

export interface JudgeQuestion {
  /** The judge's id, or the kind of goal that asks. */
  judge: string;
  ask: string;
  /** What it is about, the most important first. Bounded, and without secrets, before it is sent. */
  parts: readonly DigestPart[];
  /** Parts that are shown, but do not make a new question when they change. */
  besides?: readonly string[];
  sessionId: string | null;
  projectDir: string | null;
  /** Makes it an agent: the folder that it may read. */
  folder?: string | null;
}

export interface JudgeContext {
  env: Environment;
  store: Store;
  settings: Config["judge"];
  signal?: AbortSignal;
}

export type Judgement =
  | ({ kind: "answered"; id: number } & JudgeAnswer)
  | { kind: "failed"; why: string }
  /** As many calls were made today as are allowed, or nobody waits for the answer any more. */
  | { kind: "not-asked"; why: "limit" | "superseded" };

const ATTEMPTS = 2;

/** Never rejects because of the judge. */
export async function askJudge(context: JudgeContext, question: JudgeQuestion): Promise<Judgement> {
  const { folder = null, parts, ...about } = question;
  const digest = boundDigest(parts);
  const key = keyOf(context.settings, question, digest);
  const known = findAnswer(context.store, key);
  if (known !== null) return toJudgement(known);
  const reply = await askModelAbout(context, {
    ...{ ...about, digest, key, folder },
    rules: folder === null ? RULES : AGENT_RULES,
    read: (text) => readAnswer(text, digest, folder),
    record: ({ ok, reason, evidence }) => ({ outcome: ok ? "yes" : "no", reason, evidence }),
  });
  if (reply.kind !== "answered") return reply;
  const { ok, reason, evidence } = reply.answer;
  return { kind: "answered", id: reply.id, ok, ...cleanWords({ reason, evidence }) };
}

type Words = Pick<JudgeAnswer, "reason" | "evidence">;

/** What is asked of a model, about a session. */
export interface Inquiry<Answer> extends Pick<JudgeQuestion, "judge" | "ask" | "sessionId" | "projectDir"> {
  rules: string;
  /** Bounded, without secrets. */
  digest: readonly DigestPart[];
  /** Identifies the question and what it is about. */
  key: string;
  folder: string | null;
  read: (text: string) => AnswerReading<Answer>;
  /** What is stored of an answer. */
  record: (answer: Answer) => Words & { outcome: "yes" | "no" };
}

/** The answer is not redacted yet. */
export type InquiryReply<Answer> =
  | { kind: "answered"; id: number; answer: Answer }
  | Exclude<Judgement, { kind: "answered" }>;

/** Never rejects because of the model. */
export async function askModelAbout<Answer>(
  context: JudgeContext,
  inquiry: Inquiry<Answer>,
): Promise<InquiryReply<Answer>> {
  const { store, settings, signal } = context;
  const { sessionId, projectDir, judge, ask, digest, key } = inquiry;
  const at = Date.now();
  const limit = { since: startOfDay(at), calls: settings.perDay };
  const id = beginJudgeCall(
    store,
    {
      session_id: sessionId,
      project_dir: projectDir,
      ...{ judge, at, key, ask: redact(ask).text, digest: JSON.stringify(digest) },
      by: describeJudge(settings),
    },
    limit,
  );
  if (id === null) return { kind: "not-asked", why: "limit" };
  const asked = await askUntilUsable(context, inquiry, () => countRetry(store, id, limit));
  const isSuperseded = asked.answer === null && signal?.aborted === true;
  const found =
    asked.answer !== null
      ? inquiry.record(asked.answer)
      : isSuperseded
        ? ({ outcome: "superseded", reason: "a newer turn began", evidence: [] } as const)
        : ({ outcome: "failed", reason: asked.problem, evidence: [] } as const);
  const { reason, evidence } = cleanWords(found);
  endJudgeCall(store, {
    ...{ id, outcome: found.outcome, reason, evidence: JSON.stringify(evidence), calls: asked.calls },
    ...{ tokens: asked.tokens, cost_usd: asked.costUsd, duration_ms: Date.now() - at },
  });
  if (isSuperseded) return { kind: "not-asked", why: "superseded" };
  if (asked.answer === null) return { kind: "failed", why: reason };
  return { kind: "answered", id, answer: asked.answer };
}

/** For Claude and for terminals. */
function cleanWords({ reason, evidence }: { reason: string; evidence: readonly string[] }): Words {
  const clean = (text: string) => printable(redact(text).text);
  return { reason: clean(reason), evidence: evidence.map(clean) };
}

/** The answer of one judge is not that of another. */
function keyOf(
  settings: Config["judge"],
  { judge, ask, besides = [], sessionId, folder = null }: JudgeQuestion,
  digest: readonly DigestPart[],
): string {
  const evidence = digest.filter(({ name }) => !besides.includes(name));
  const text = JSON.stringify([sessionId, judge, ask, describeJudge(settings), folder !== null, evidence]);
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function toJudgement({ id, outcome, reason, evidence }: JudgeCall): Judgement {
  const quotes = JSON.parse(evidence) as string[];
  return { kind: "answered", id, ok: outcome === "yes", reason, evidence: quotes };
}

interface Asked<Answer> extends Pick<Extract<ModelReply, { ok: true }>, "tokens" | "costUsd"> {
  answer: Answer | null;
  /** Why there is no answer. */
  problem: string;
  calls: number;
}

/** Both attempts share the time. */
async function askUntilUsable<Answer>(
  { env, settings, signal }: JudgeContext,
  { ask, rules, digest, folder, read }: Inquiry<Answer>,
  mayRetry: () => boolean,
): Promise<Asked<Answer>> {
  const until = Date.now() + (parseDuration(settings.timeout) ?? 0);
  const asked: Asked<Answer> = { answer: null, problem: "", calls: 0, tokens: null, costUsd: null };
  let unusable: string | null = null;
  while (asked.answer === null && asked.calls < ATTEMPTS && !signal?.aborted) {
    if (asked.calls > 0 && !mayRetry()) break;
    asked.calls++;
    const timeoutMs = Math.max(1, until - Date.now());
    const prompt = composePrompt(ask, digest, unusable, rules);
    const reply = await askModel({ env, settings, prompt, folder, timeoutMs, signal });
    if (!reply.ok) {
      asked.problem = reply.problem;
      if (reply.isFinal) break;
      continue;
    }
    asked.tokens = add(asked.tokens, reply.tokens);
    asked.costUsd = add(asked.costUsd, reply.costUsd);
    const reading = read(reply.text);
    if (reading.usable) asked.answer = reading.answer;
    else {
      unusable = reading.problem;
      asked.problem = `its answer could not be used: ${unusable}`;
    }
  }
  return asked;
}

function add(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}
