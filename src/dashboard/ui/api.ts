// Reads, actions and the live stream. Old data stays visible until new data arrives, so that nothing on the page jumps.
import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Actions,
  type ApiFailure,
  type LiveEvents,
  type LivePart,
  type Reads,
  SECRET_HEADER,
} from "../contract.ts";
import { SharedValue } from "./shared-value.ts";
import { readSecret } from "./sign-in.ts";

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string;
  constructor({ code, message, hint }: ApiFailure["error"]) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export type QueryOf<P extends keyof Reads> = { [Name in Reads[P]["query"]]?: string | undefined };
export type AnswerOf<P extends keyof Reads> = Reads[P]["answer"];

export function addressOf<P extends keyof Reads>(path: P, query: QueryOf<P>): string {
  const chosen = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) chosen.set(name, String(value));
  return chosen.size > 0 ? `${path}?${chosen}` : path;
}

export async function read<P extends keyof Reads>(
  path: P,
  query: QueryOf<P>,
  signal: AbortSignal,
): Promise<AnswerOf<P>> {
  return request(addressOf(path, query), { signal }) as Promise<AnswerOf<P>>;
}

export async function act<P extends keyof Actions>(
  path: P,
  body: Actions[P]["body"],
): Promise<Actions[P]["answer"]> {
  const headers = { "content-type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) }) as Promise<
    Actions[P]["answer"]
  >;
}

async function request(address: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    const headers = { ...init.headers, [SECRET_HEADER]: readSecret() };
    response = await fetch(address, { credentials: "omit", ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({
      code: "server-gone",
      message: "The dashboard does not respond.",
      hint: "Start it again with `holdfast dashboard`.",
    });
  }
  const answer = await response.text().then(parse, () => null);
  if (response.ok && answer !== undefined) return answer;
  if (response.status === 401)
    throw new ApiError({
      code: "not-signed-in",
      message: "This page is not signed in.",
      hint: "Open the address from the terminal, or start again with `holdfast dashboard`.",
    });
  throw new ApiError(
    (answer as ApiFailure | null)?.error ?? {
      code: `http-${response.status}`,
      message: `The dashboard answered with status ${response.status}.`,
      hint: "Reload the page. If it happens again, run `holdfast doctor`.",
    },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface ReadState<T> {
  data: T | null;
  error: ApiError | null;
  reload: () => void;
}

const MAX_KEPT = 60;
const lastAnswers = new Map<string, unknown>();

/** The newest ones. */
export function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}

const SOON_MS = 120;
/** For answers that take the server a while. */
export const SLOWLY_MS = 5000;

/** Reads again `afterMs` after one of `parts` changed. With a null query, reads nothing. */
export function useRead<P extends keyof Reads>(
  path: P,
  query: QueryOf<P> | null,
  parts: readonly LivePart[],
  afterMs = SOON_MS,
): ReadState<AnswerOf<P>> {
  const address = query === null ? null : addressOf(path, query);
  const [last, setLast] = useState<{ address: string; error: ApiError | null } | null>(null);
  const [round, setRound] = useState(0);
  const reload = () => setRound((n) => n + 1);
  useEffect(() => {
    if (address === null) return;
    const abort = new AbortController();
    request(address, { signal: abort.signal }).then(
      (answer) => {
        setBounded(lastAnswers, address, answer);
        setLast({ address, error: null });
      },
      (error) => {
        if (!abort.signal.aborted) setLast({ address, error: asApiError(error) });
      },
    );
    return () => abort.abort();
  }, [address, round]);
  useChange(parts, reload, afterMs);
  const data = address === null ? null : ((lastAnswers.get(address) as AnswerOf<P> | undefined) ?? null);
  return { data, error: last?.address === address ? last.error : null, reload };
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    code: "bug",
    message: String(error),
    hint: "This is a bug in the page. Reload it.",
  });
}

// The live stream: one connection for the page.

type Connection = "connecting" | "live" | "lost";

const changeListeners = new Set<(parts: readonly LivePart[] | null) => void>();

/** `since`: start of this state. */
export const connection = new SharedValue<{ state: Connection; since: number }>({
  state: "connecting",
  since: Date.now(),
});

export function startLive(): void {
  const source = new EventSource(`/api/live?secret=${encodeURIComponent(readSecret())}`);
  let wasLost = false;
  source.addEventListener("hello", () => {
    setConnection("live");
    // Changes meanwhile are unknown.
    if (wasLost) announceChange();
    wasLost = false;
  });
  source.addEventListener("change", (event) => {
    const { parts } = JSON.parse(event.data) as LiveEvents["change"];
    announceChange(parts);
  });
  source.addEventListener("error", () => {
    wasLost = true;
    setConnection("lost");
    // EventSource does not retry a refused connection.
    if (source.readyState === EventSource.CLOSED) setTimeout(startLive, 5000);
  });
}

/** Without parts: anything may have changed. */
export function announceChange(parts: readonly LivePart[] | null = null): void {
  for (const listener of [...changeListeners]) listener(parts);
}

/** Calls `onChange` once for several changes in a moment. */
export function useChange(parts: readonly LivePart[], onChange: () => void, afterMs = SOON_MS): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = (changed: readonly LivePart[] | null) => {
      if (!parts.some((part) => changed === null || changed.includes(part))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, afterMs);
    };
    changeListeners.add(listener);
    return () => {
      clearTimeout(timer);
      changeListeners.delete(listener);
    };
  }, [parts.join(), afterMs]);
}

function setConnection(next: Connection): void {
  // Each failed attempt reports this again.
  if (connection.get().state !== next) connection.set({ state: next, since: Date.now() });
}
