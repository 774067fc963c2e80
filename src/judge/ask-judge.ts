// Asks a judge one question about one digest. Its answer is cached by what it was asked about, counted, and stored. A judge that
// cannot answer is a failure and nothing more: nobody is held for it, and nothing counts as verified.
import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import {
  beginJudgeCall,
  endJudgeCall,
  findAnswer,
  type JudgeCall,
  startOfDay,
} from "../store/judge-calls.ts";
import type { Store } from "../store/open.ts";
import { parseDuration } from "../text/parse-duration.ts";
import { redact } from "../text/redaction/redact.ts";
import { askModel, describeJudge, type ModelReply } from "./ask-model.ts";
import { boundDigest, composePrompt, type DigestPart } from "./digest.ts";
import { type JudgeAnswer, readAnswer } from "./read-answer.ts";

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
  | ({ kind: "answered"; id: number; isCached: boolean } & JudgeAnswer)
  | { kind: "failed"; why: string }
  /** As many calls were made today as are allowed, or nobody waits for the answer any more. */
  | { kind: "not-asked"; why: "limit" | "superseded" };

const ATTEMPTS = 2;

/** Never rejects because of the judge. */
export async function askJudge(context: JudgeContext, question: JudgeQuestion): Promise<Judgement> {
  const { store, settings, signal } = context;
  const digest = boundDigest(question.parts);
  const key = keyOf(settings, question, digest);
  const known = findAnswer(store, key);
  if (known !== null) return toJudgement(known);
  const at = Date.now();
  const { sessionId, projectDir, judge, ask } = question;
  const id = beginJudgeCall(
    store,
    {
      session_id: sessionId,
      project_dir: projectDir,
      ...{ judge, at, key, ask: redact(ask).text, digest: JSON.stringify(digest) },
      by: describeJudge(settings),
    },
    { since: startOfDay(at), calls: settings.perDay },
  );
  if (id === null) return { kind: "not-asked", why: "limit" };
  const asked = await askUntilUsable(context, question, digest);
  const isSuperseded = asked.answer === null && signal?.aborted === true;
  const outcome = asked.answer === null ? "failed" : asked.answer.ok ? "yes" : "no";
  const clean = (text: string) => redact(text).text;
  const reason = clean(asked.answer?.reason ?? (isSuperseded ? "a newer turn began" : asked.problem));
  const evidence = (asked.answer?.evidence ?? []).map(clean);
  endJudgeCall(store, {
    ...{ id, outcome, reason, evidence: JSON.stringify(evidence), calls: asked.calls },
    ...{ tokens: asked.tokens, cost_usd: asked.costUsd, duration_ms: Date.now() - at },
  });
  if (isSuperseded) return { kind: "not-asked", why: "superseded" };
  if (asked.answer === null) return { kind: "failed", why: reason };
  return { kind: "answered", id, isCached: false, ok: asked.answer.ok, reason, evidence };
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
  return { kind: "answered", id, isCached: true, ok: outcome === "yes", reason, evidence: quotes };
}

interface Asked extends Pick<Extract<ModelReply, { ok: true }>, "tokens" | "costUsd"> {
  answer: JudgeAnswer | null;
  /** Why there is no answer. */
  problem: string;
  calls: number;
}

/** Both attempts share the time. */
async function askUntilUsable(
  { env, settings, signal }: JudgeContext,
  { ask, folder = null }: JudgeQuestion,
  digest: readonly DigestPart[],
): Promise<Asked> {
  const until = Date.now() + (parseDuration(settings.timeout) ?? 0);
  const asked: Asked = { answer: null, problem: "", calls: 0, tokens: null, costUsd: null };
  let unusable: string | null = null;
  while (asked.answer === null && asked.calls < ATTEMPTS && !signal?.aborted) {
    asked.calls++;
    const timeoutMs = Math.max(1, until - Date.now());
    const prompt = composePrompt(ask, digest, unusable, folder === null ? "prompt" : "agent");
    const reply = await askModel({ env, settings, prompt, folder, timeoutMs, signal });
    if (!reply.ok) {
      asked.problem = reply.problem;
      if (reply.isFinal) break;
      continue;
    }
    asked.tokens = add(asked.tokens, reply.tokens);
    asked.costUsd = add(asked.costUsd, reply.costUsd);
    const reading = readAnswer(reply.text, digest, folder);
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
