// Small components that all views use.
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { capitalise } from "../../text/capitalise.ts";
import type { Outcome, ProjectRef } from "../contract.ts";
import { type ApiError, connection } from "./api.ts";
import { clock, formatAge, formatExactly } from "./format.ts";
import { Icon } from "./icons.tsx";
import { readRoute } from "./router.ts";

export type Tone = "good" | "held" | "bad" | "ask" | "calm";

const TONES = { held: "held", allowed: "good", released: "bad" } as const;

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

/** `title`: why it ended so. */
export function OutcomeBadge({ outcome, title }: { outcome: Outcome; title?: string }) {
  return (
    <Badge tone={TONES[outcome]} {...(title === undefined ? {} : { title })}>
      {capitalise(outcome)}
    </Badge>
  );
}

/** Text from elsewhere: with its own direction, and it wraps anywhere. */
export function UntrustedText({ text, class: name = "" }: { text: string; class?: string }) {
  return (
    <span class={`foreign ${name}`} dir="auto">
      {text}
    </span>
  );
}

/** Names by key, unique even if the folders have the same name. Empty in a report. */
export const ProjectNames = createContext<ReadonlyMap<string, string>>(new Map());

export function ProjectName({ of: { projectKey, project, name } }: { of: ProjectRef }) {
  const names = useContext(ProjectNames);
  return (
    <span class="foreign" title={project ?? ""}>
      {names.get(projectKey ?? project ?? "") ?? name ?? "Unknown project"}
    </span>
  );
}

/** What it is about, or the ID before the first prompt. */
export function SessionName({ session, title }: { session: string; title: string | null }) {
  return title ? <UntrustedText text={title} /> : <>Session {session.slice(0, 8)}</>;
}

const LONG = 480;

/** Clamped until the reader expands it. */
export function LongText({ text, mono = false }: { text: string; mono?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > LONG || text.split("\n").length > 9;
  return (
    <div class={`long ${mono ? "mono" : ""}`}>
      <div class={`foreign ${isLong && !isOpen ? "clamped" : ""}`} dir="auto">
        {mono ? markErrors(text) : text}
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}

/** A line that names an error, in the output of compilers and test runners. */
const ERROR_LINE = /(?:^|\s)(?:\w*Error|error(?:\[\w+\])?|FAIL(?:ED)?|✗|✕|✘|panicked)(?=[:\s]|$)/;

function markErrors(text: string): ComponentChildren {
  return text.split(/(?<=\n)/).map((line, n) =>
    ERROR_LINE.test(line) ? (
      <span key={n} class="error-line">
        {line}
      </span>
    ) : (
      line
    ),
  );
}

export function Age({ at }: { at: string }) {
  const now = clock.use();
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

interface Cells {
  badge?: ComponentChildren;
  /** Between the text and the note. */
  below?: ComponentChildren;
  note?: ComponentChildren;
  end?: ComponentChildren;
  children: ComponentChildren;
}

/** Of a row: a badge, text with notes below it, and an end. */
export function RowCells({ badge, below, note, end, children }: Cells) {
  return (
    <>
      {badge}
      <span class="grow">
        <span class="row-title">{children}</span>
        {below && <span class="row-below quiet">{below}</span>}
        {note && <span class="row-note quiet">{note}</span>}
      </span>
      {end && <span class="quiet row-end">{end}</span>}
    </>
  );
}

/** A row of a short list. */
export function Line({ action, ...cells }: Cells & { action?: ComponentChildren }) {
  return (
    <li class="line">
      <RowCells {...cells} />
      {action}
    </li>
  );
}

/** A section with a list; nothing if that is empty. */
export function Rows({
  title,
  note,
  rows,
}: {
  title: string;
  note?: ComponentChildren;
  rows: readonly ComponentChildren[];
}) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} note={note}>
      <ul class="rows">{rows}</ul>
    </Section>
  );
}

/** A section of texts; nothing if there are none. */
export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      <ul class="plain-list">
        {lines.map((line, n) => (
          <li key={n}>
            <UntrustedText text={line} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function CardHead({ badge, of, at }: { badge: ComponentChildren; of: ProjectRef; at: string }) {
  return (
    <header class="card-head">
      {badge}
      <strong>
        <ProjectName of={of} />
      </strong>
      <span class="quiet end">
        <Age at={at} />
      </span>
    </header>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The open item beside a list, or instead of it on a narrow screen, where it takes the focus. */
export function Detail({
  label,
  back,
  backTo,
  children,
}: {
  label: string;
  back: string;
  backTo: string;
  children: ComponentChildren;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    document.title = `${label} · ${capitalise(readRoute().view ?? "")} · holdfast`;
  }, [label]);
  useEffect(() => {
    // Hidden elements cannot be focused.
    link.current?.focus();
  }, []);
  return (
    <aside class="detail" aria-label={label}>
      <a class="back" href={backTo} ref={link}>
        <Icon name="back" />
        {back}
      </a>
      {children}
    </aside>
  );
}

export function Tile({
  label,
  value,
  note,
  tone = "",
}: {
  label: string;
  value: string;
  note?: ComponentChildren;
  tone?: Tone | "";
}) {
  return (
    <div class="tile">
      <dt>{label}</dt>
      <dd>
        <span class="tile-value">{value}</span>
        {note !== undefined && <span class={`tile-note ${tone}`}>{note}</span>}
      </dd>
    </div>
  );
}

/** An empty state: what to do, with its command. */
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

/** Our own text: what is in backticks is code. */
export function WithCode({ text }: { text: string }) {
  return (
    <span class="foreign">
      {text.split(/`([^`\n]+)`/).map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}
    </span>
  );
}

export function Problem({ error, retry }: { error: ApiError; retry?: () => void }) {
  const { state } = connection.use();
  // The bar at the top says so.
  if (state === "lost" && error.code === "server-gone") return null;
  return (
    <div class="problem" role="alert">
      <p class="problem-title">{capitalise(error.message)}</p>
      {error.hint && (
        <p>
          <WithCode text={error.hint} />
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** As large as the expected content, so that nothing moves. */
export function Skeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton-row" style={{ height: `${height}px` }} />
      ))}
    </div>
  );
}

/** Shows an error above the last data, or instead of it. */
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

/** A bar of used rounds. */
export function Meter({ value, max, label }: { value: number; max: number; label: string }) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <span class="meter" role="img" aria-label={label}>
      <span class={share >= 0.8 ? "near" : ""} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
