// Interaction at a terminal: questions, and a line that shows progress.
import type { Progress } from "../recording/ingest/ingest-history.ts";
import { withoutControls } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";
import type { Output } from "./command.ts";

const DEFAULT_WIDTH = 80;
const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const MAX_INPUT_BYTES = 1024 * 1024;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The library of questions. */
export async function loadPrompts() {
  // A terminal of unknown width reports 0, and questions would be drawn one letter per line.
  if (!process.stdout.columns) process.stdout.columns = DEFAULT_WIDTH;
  return import("@clack/prompts");
}

/** All of stdin, for an argument of "-". */
export async function readStandardInput(maxBytes = MAX_INPUT_BYTES): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Bun.stdin.stream()) {
    size += chunk.length;
    if (size > maxBytes)
      throw new UserError(
        "too-large",
        `stdin has more than ${maxBytes} bytes`,
        "Check what is piped into it, or give it in parts.",
      );
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Ctrl-C means no. `enter`: the answer to a bare Enter. */
export async function confirm(question: string, enter: "yes" | "no" = "yes"): Promise<boolean> {
  return (await askYesOrNo(question, enter)) === true;
}

/** A question before the one that decides: Ctrl-C ends it all. */
export async function confirmFirst(question: string, enter: "yes" | "no" = "yes"): Promise<boolean> {
  return orCancel(await askYesOrNo(question, enter));
}

async function askYesOrNo(question: string, enter: "yes" | "no"): Promise<boolean | symbol> {
  const prompts = await loadPrompts();
  return prompts.confirm({ message: withoutControls(question), initialValue: enter === "yes" });
}

/** The first answer is the one to a bare Enter. */
export async function selectFirst<T extends { label: string; hint?: string }>(
  question: string,
  answers: readonly T[],
): Promise<T> {
  const prompts = await loadPrompts();
  const options = answers.map(({ label, hint }, value) => ({ value, label, ...(hint ? { hint } : {}) }));
  return answers[
    Number(orCancel(await prompts.select({ message: withoutControls(question), options })))
  ] as T;
}

/** All are chosen until the person says otherwise. */
export async function chooseSome<T extends { id: string; name: string }>(
  question: string,
  items: readonly T[],
): Promise<T[]> {
  const prompts = await loadPrompts();
  const ids = await prompts.multiselect({
    message: withoutControls(question),
    options: items.map(({ id, name }) => ({ value: id, label: name })),
    initialValues: items.map(({ id }) => id),
    required: false,
  });
  const chosen = orCancel(ids);
  return items.filter(({ id }) => chosen.includes(id));
}

/** An answer before the question that decides: Ctrl-C ends it all. */
function orCancel<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer !== "symbol") return answer as Exclude<T, symbol>;
  throw new UserError(
    "cancelled",
    "cancelled, so nothing was changed",
    "Run it again, or with --yes to be asked nothing.",
  );
}

/** "other": yes, but as `other` says. */
export type Confirmed = "yes" | "other" | "no";

interface Asking {
  /** The answer to a bare Enter, where yes and no are the only ones. */
  enter?: "yes" | "no";
  /** Prints every change. */
  show?: (() => void) | undefined;
  /** Another way to say yes. */
  other?: { key: string; label: string } | undefined;
}

/** Yes with --yes; throws without a terminal. */
export async function confirmChanges(
  { out, options }: { out: Output; options: { yes?: boolean } },
  command: string,
  question: string,
  { enter = "yes", show, other }: Asking = {},
): Promise<Confirmed> {
  if (options.yes) return "yes";
  if (!out.interactive)
    throw new UserError(
      "needs-yes",
      "There is no terminal to ask at, so nothing was changed.",
      `Preview: ${command} --dry-run. Apply: ${command} --yes`,
    );
  let answer = await askForChanges(out, question, { enter, show, other });
  if (show && answer === "show") {
    show();
    answer = await askForChanges(out, "Apply all of this?", { enter, other });
  }
  if (answer === "yes" || answer === "other") return answer;
  out.line("Nothing was changed.");
  return "no";
}

async function askForChanges(
  out: Output,
  question: string,
  { enter = "yes", show, other }: Asking,
): Promise<Confirmed | "show"> {
  out.line();
  if (!show && !other) return (await confirm(question, enter)) ? "yes" : "no";
  const { selectKey } = await loadPrompts();
  const answer = await selectKey({
    message: withoutControls(question),
    initialValue: "y",
    options: [
      { value: "y", label: "yes" },
      ...(show ? [{ value: "d", label: "show the diff first" }] : []),
      ...(other ? [{ value: other.key, label: other.label }] : []),
      { value: "n", label: "no" },
    ],
  });
  if (typeof answer === "symbol" || answer === "n") return "no";
  // A bare Enter is no letter.
  return answer === "d" ? "show" : answer === other?.key ? "other" : "yes";
}

/**
 * Start it before anything else listens to signals. A library's spinner would take Ctrl-C as a key and end the process
 * with success; here it stays a signal, and the line is removed first.
 */
export function startStatusLine(out: Output) {
  let isShown = true;
  const end = () => {
    if (!isShown) return;
    isShown = false;
    for (const signal of SIGNALS) process.off(signal, passOn);
    out.draw("");
  };
  const passOn = (signal: (typeof SIGNALS)[number]) => {
    end();
    // Other listeners decide what happens next; without any, the signal has its usual effect.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return {
    show(text: string) {
      if (isShown) out.draw(`${out.style.cyan("…")} ${text}`);
    },
    end,
  };
}

/** Progress of reading transcripts; null without a terminal. */
export function startProgressBar(out: Output) {
  if (!out.interactive) return null;
  const line = startStatusLine(out);
  const startedAt = performance.now();
  let shownAt = 0;
  line.show("reading transcripts");
  return {
    show({ bytes, totalBytes, sessions }: Progress) {
      const now = performance.now();
      if (now - shownAt < REDRAW_MS) return;
      shownAt = now;
      const rate = bytes / Math.max(1, now - startedAt);
      const secondsLeft = Math.ceil((totalBytes - bytes) / Math.max(1, rate) / 1000);
      const full = Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * bytes) / Math.max(1, totalBytes)));
      const bar = out.style.cyan("━".repeat(full)) + out.style.dim("─".repeat(BAR_WIDTH - full));
      const size = `${formatSize(bytes)} of ${formatSize(totalBytes)}`;
      line.show(`${bar} ${size}, ${sessions} sessions, ${secondsLeft} s left`);
    },
    end: line.end,
  };
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}

// Reviews items one by one, with a key for each answer; used for findings and the inbox. Choices take effect at the end, so
// that each can be undone.

/** The result of a key: a choice, skip, ask again, or quit without changes. */
export type Answered<Choice> = { choice: Choice } | "skip" | "again" | "left";

interface ReviewKey<Choice> {
  /** One letter. */
  key: string;
  label: string;
  choose(): Answered<Choice> | Promise<Answered<Choice>>;
}

export interface ReviewScreen<Item, Choice> {
  /** The question, one line. */
  title(item: Item): string;
  keys(item: Item): ReviewKey<Choice>[];
  /** Printed above the question. */
  show?(item: Item): void;
}

/** null: the person quit. */
export async function reviewItems<Item, Choice>(
  items: readonly Item[],
  screen: ReviewScreen<Item, Choice>,
): Promise<Choice[] | null> {
  const { isCancel, selectKey } = await loadPrompts();
  const made: (Choice | null)[] = [];
  for (let item = items[0]; item !== undefined; item = items[made.length]) {
    const keys = screen.keys(item);
    screen.show?.(item);
    const position = items.length > 1 ? ` (${made.length + 1} of ${items.length})` : "";
    const answer = await selectKey({
      message: withoutControls(screen.title(item)) + position,
      options: [
        ...keys.map(({ key, label }) => ({ value: key, label })),
        ...(made.length > 0 ? [{ value: "u", label: "undo: back to the previous one" }] : []),
        ...(items.length > 1 ? [{ value: "q", label: "stop here and apply the choices so far" }] : []),
      ],
    });
    if (isCancel(answer)) return null;
    if (answer === "q") break;
    if (answer === "u") made.pop();
    else {
      const answered = (await keys.find(({ key }) => key === answer)?.choose()) ?? "again";
      if (answered === "left") return null;
      if (answered !== "again") made.push(answered === "skip" ? null : answered.choice);
    }
  }
  return made.filter((choice) => choice !== null);
}
