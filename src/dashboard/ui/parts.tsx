// The small things all views are made of.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Verdict } from "../contract.ts";
import type { ApiError } from "./api.ts";
import { formatAge, formatExactly, useNow } from "./format.ts";

/** What each verdict means to a person; its colour is never alone. */
export const VERDICTS: Record<Verdict, { label: string; tone: Tone; means: string }> = {
  complete: { label: "Complete", tone: "good", means: "allowed, nothing open" },
  blocked: { label: "Held", tone: "held", means: "Claude went on" },
  waiting: { label: "Waiting", tone: "calm", means: "allowed, work in the background" },
  asking: { label: "Asking", tone: "ask", means: "allowed, the next step is yours" },
  stalled: { label: "Stalled", tone: "bad", means: "released, nothing had changed" },
  capped: { label: "Capped", tone: "bad", means: "released, the budget was used up" },
  paused: { label: "Paused", tone: "calm", means: "not judged" },
  fault: { label: "Fault", tone: "bad", means: "allowed, a gate failed" },
};

export type Tone = "good" | "held" | "bad" | "ask" | "calm";

export function Badge({
  tone,
  children,
  title,
}: {
  tone: Tone;
  children: ComponentChildren;
  title?: string;
}) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { label, tone, means } = VERDICTS[verdict] ?? { label: verdict, tone: "calm", means: "" };
  return (
    <Badge tone={tone} title={means}>
      {label}
    </Badge>
  );
}

/** Of others: in its own direction, and it breaks anywhere. */
export function Foreign({ text, class: name = "" }: { text: string; class?: string }) {
  return (
    <span class={`foreign ${name}`} dir="auto">
      {text}
    </span>
  );
}

const LONG = 480;

/** Long ones are cut until somebody wants them. */
export function LongText({ text, mono = false }: { text: string; mono?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > LONG || text.split("\n").length > 9;
  return (
    <div class={`long ${mono ? "mono" : ""}`}>
      <div class={`foreign ${isLong && !isOpen ? "clamped" : ""}`} dir="auto">
        {text}
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}

export function Age({ at }: { at: string }) {
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={formatExactly(time)}>
      {formatAge(time, now)}
    </time>
  );
}

export function Section({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span class="quiet">{note}</span>}
        {action !== undefined && <span class="section-action">{action}</span>}
      </header>
      {children}
    </section>
  );
}

export function Tile({ label, value, note }: { label: string; value: string; note?: ComponentChildren }) {
  return (
    <div class="tile">
      <dt>{label}</dt>
      <dd>
        <span class="tile-value">{value}</span>
        {note !== undefined && <span class="tile-note">{note}</span>}
      </dd>
    </div>
  );
}

/** Says what to do, with the command that does it. */
export function Empty({
  title,
  children,
  command,
}: {
  title: string;
  children?: ComponentChildren;
  command?: string;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p class="quiet">{children}</p>}
      {command && <Command text={command} />}
    </div>
  );
}

export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <span class="command">
      <code class="foreign">{text}</code>
      <button type="button" class="link" onClick={copy} aria-label={`Copy: ${text}`}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}

export function Problem({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p class="problem-title">{error.message}</p>
      {error.hint && <p>{error.hint}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Of the size of what is coming, so that nothing moves. */
export function Skeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton-row" style={{ height: `${height}px` }} />
      ))}
    </div>
  );
}

/** The error above what is known already, or instead of it. */
export function Loaded<T>({
  state,
  rows,
  height,
  children,
}: {
  state: { data: T | null; error: ApiError | null; reload: () => void };
  rows: number;
  height: number;
  children: (data: T) => ComponentChildren;
}) {
  const { data, error, reload } = state;
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {data === null ? error ? null : <Skeleton rows={rows} height={height} /> : children(data)}
    </>
  );
}

export function Select({
  label,
  value,
  options,
  usual = "",
  onChange,
}: {
  label: string;
  value: string;
  /** Anything else stands out. */
  usual?: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  const known = options.some(([one]) => one === value);
  return (
    <label class="field">
      <span class="visually-hidden">{label}</span>
      <select
        value={value}
        class={value === usual ? "" : "chosen"}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!known && <option value={value}>{value}</option>}
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Tells what was typed when the typing pauses. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the address has, as far as this field knows: only a change from elsewhere replaces what is typed. */
  const known = useRef(value);
  if (value !== known.current) {
    known.current = value;
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="field search">
      <span class="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={text}
        data-search
        onInput={(event) => {
          const { value: typed } = event.currentTarget;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            known.current = typed.trim();
            onChange(known.current);
          }, 180);
        }}
      />
      <span class="key-hint" aria-hidden="true">
        /
      </span>
    </label>
  );
}

export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; name: string; isHere: boolean; count?: number }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, name, isHere, count }) => (
        <a key={name} href={href} aria-current={isHere ? "page" : undefined}>
          {name}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** How much of something is used. */
export function Meter({ value, max, label }: { value: number; max: number; label: string }) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <span class="meter" role="img" aria-label={label}>
      <span class={share >= 0.8 ? "near" : ""} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
