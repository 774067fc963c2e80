// Memories: browse and search, one with where it comes from and who was told, and the inbox.
import type { Memory, MemoryRow } from "../../contract.ts";
import { addressOf, read, useRead } from "../api.ts";
import { SearchField, Select, Tabs } from "../fields.tsx";
import { count, formatDay, formatNumber } from "../format.ts";
import { VirtualList } from "../list.tsx";
import { Age, Badge, Detail, Empty, Foreign, Loaded, LongText, Section, type Tone } from "../parts.tsx";
import { go, linkTo, type Route, withQuery } from "../router.ts";
import { InboxTab } from "./inbox.tsx";
import { Fact } from "./stop.tsx";

const STATUSES: readonly (readonly [string, string])[] = [
  ["", "Active"],
  ["superseded", "Superseded"],
  ["retired", "Retired"],
  ["quarantined", "Quarantined"],
  ["unreadable", "Unreadable"],
  ["duplicate", "Duplicate"],
  ["any", "Any status"],
];

export const CATEGORIES: readonly (readonly [string, string])[] = [
  ["DECISION", "Decision"],
  ["RUNBOOK", "Runbook"],
  ["CONSTRAINT", "Constraint"],
  ["TECH_DEBT", "Tech debt"],
  ["PREFERENCE", "Preference"],
  ["SESSION_SUMMARY", "Session summary"],
];

export function categoryName(category: string): string {
  return CATEGORIES.find(([name]) => name === category)?.[1] ?? category;
}

export function MemoriesView({ id, query }: Route) {
  const project = query.get("project") ?? undefined;
  const { data: inbox } = useRead("/api/inbox", { project }, ["memories"]);
  const isInbox = id === "inbox";
  const filters = {
    project,
    q: query.get("q") ?? undefined,
    status: query.get("status") ?? undefined,
    category: query.get("category") ?? undefined,
  };
  const isOpen = id !== "" && !isInbox;
  return (
    <div class={`split ${isOpen ? "open" : ""}`}>
      <div class="split-list">
        <div class="toolbar">
          <Tabs
            label="Memories"
            tabs={[
              { href: linkTo("memories"), name: "Memories", isHere: !isInbox },
              {
                href: linkTo("memories", "inbox"),
                name: "Inbox",
                isHere: isInbox,
                count: inbox?.waiting ?? 0,
              },
            ]}
          />
          <div class="filters">
            <SearchField
              label={isInbox ? "Search the inbox" : "Search memories"}
              value={filters.q ?? ""}
              onChange={(q) => go(withQuery({ q }), true)}
            />
            {!isInbox && (
              <>
                <Select
                  label="Category"
                  value={filters.category ?? ""}
                  options={[["", "Any category"], ...CATEGORIES]}
                  onChange={(category) => go(withQuery({ category }))}
                />
                <Select
                  label="Status"
                  value={filters.status ?? ""}
                  options={STATUSES}
                  onChange={(status) => go(withQuery({ status }))}
                />
              </>
            )}
          </div>
        </div>
        {isInbox ? (
          <InboxTab project={project} q={filters.q} />
        ) : (
          <VirtualList<MemoryRow>
            label="Memories"
            address={addressOf("/api/memories", filters)}
            load={(cursor, signal) => read("/api/memories", { ...filters, cursor }, "", signal)}
            parts={["memories"]}
            keyOf={keyOf}
            hrefOf={(row) => linkTo("memories", row.id, { ...filters, key: row.projectKey ?? "" })}
            heights={[60, 76]}
            openKey={isOpen ? `${query.get("key") ?? ""} ${id}` : ""}
            empty={
              filters.q || filters.category || filters.status || project ? (
                <Empty title="No memory fits.">
                  <a href="/memories">Show all</a>
                </Empty>
              ) : (
                <Empty
                  title="Nothing is remembered yet."
                  command='holdfast memory save "We use pnpm, never npm" --category preference'
                >
                  What you accept in the inbox appears here, and what you save yourself:
                </Empty>
              )
            }
          >
            {(row) => <MemoryCells row={row} />}
          </VirtualList>
        )}
      </div>
      {isOpen && (
        <MemoryDetail key={`${query.get("key")} ${id}`} id={id} projectKey={query.get("key") ?? ""} />
      )}
    </div>
  );
}

function keyOf(row: Pick<MemoryRow, "projectKey" | "id">): string {
  return `${row.projectKey ?? ""} ${row.id}`;
}

const TONES: Record<string, Tone> = { active: "good", quarantined: "held", unreadable: "bad" };

function MemoryCells({ row }: { row: MemoryRow }) {
  const { title, category, status, name, personal, tags, updatedAt, injected, used } = row;
  return (
    <span class="memory-row">
      <span class="row-main">
        <span class="row-title">
          <Foreign text={title} />
        </span>
        <span class="row-note quiet">
          <span>{categoryName(category)}</span>
          <span class="foreign">{personal ? "yours, in every project" : name}</span>
          {injected > 0 && (
            <span>
              told to {formatNumber(injected)}, used by {formatNumber(used)}
            </span>
          )}
          {tags.length > 0 && <span class="foreign">{tags.join(", ")}</span>}
        </span>
      </span>
      {status !== "active" && <Badge tone={TONES[status] ?? "calm"}>{status}</Badge>}
      <span class="row-end quiet">
        <Age at={updatedAt} />
      </span>
    </span>
  );
}

function MemoryDetail({ id, projectKey }: { id: string; projectKey: string }) {
  const state = useRead("/api/memory", { projectKey, id }, ["memories"]);
  return (
    <Detail label={"Memory"} back="All memories" backTo={linkTo("memories")}>
      <Loaded state={state} rows={4} height={96}>
        {(memory) => <MemoryPage memory={memory} />}
      </Loaded>
    </Detail>
  );
}

function MemoryPage({ memory }: { memory: Memory }) {
  const { title, body, category, status, note, source, chain, told, file, who, origin, confidence } = memory;
  return (
    <>
      <header class="detail-head">
        <p class="detail-title">
          <Badge tone={TONES[status] ?? "calm"}>{status}</Badge> <Foreign text={title} />
        </p>
        {note && <p class="problem">{note}</p>}
        <dl class="facts">
          <Fact name="Category">{categoryName(category)}</Fact>
          <Fact name="Said by">
            {who}, {origin === "here" ? "saved here" : "came with the repository"}
          </Fact>
          <Fact name="Confidence">{Math.round(confidence * 100)} %</Fact>
          <Fact name="Created">{formatDay(Date.parse(memory.createdAt))}</Fact>
          <Fact name="Use">
            {`told to ${count(memory.injected, "session")}, used by ${formatNumber(memory.used)}`}
          </Fact>
          <Fact name="File">
            <code class="foreign">{file}</code>
          </Fact>
        </dl>
      </header>
      {body.trim() !== "" && (
        <Section title="Text">
          <LongText text={body} />
        </Section>
      )}
      {source && (
        <Section title="Where it comes from">
          <p>
            <a href={linkTo("sessions", source.session)}>
              {source.request ? <Foreign text={source.request} /> : `Session ${source.session.slice(0, 8)}`}
            </a>{" "}
            {source.at && (
              <span class="quiet">
                <Age at={source.at} />
              </span>
            )}
          </p>
          {source.quotes.map(({ who: speaker, text }, n) => (
            <blockquote key={n}>
              <span class="kind">{speaker}</span> <Foreign text={text} />
            </blockquote>
          ))}
        </Section>
      )}
      {chain.length > 1 && (
        <Section title="What replaced what" note="oldest first">
          <ol class="chain">
            {chain.map((link) => (
              <li key={link.id} aria-current={link.self ? "step" : undefined}>
                {link.self ? (
                  <b class="foreign">{link.title}</b>
                ) : (
                  <a href={linkTo("memories", link.id, { key: memory.projectKey ?? "" })}>
                    <Foreign text={link.title} />
                  </a>
                )}{" "}
                <span class="quiet">
                  {link.status}, <Age at={link.updatedAt} />
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Section title="Told to">
        {told.length === 0 ? (
          <p class="quiet">No session has been told this yet.</p>
        ) : (
          <ul class="rows">
            {told.map(({ session, request, at, used, how }) => (
              <li key={`${session} ${at}`} class="line">
                <Badge tone={used ? "good" : "calm"}>
                  {used === null ? "Not known" : used ? "Used" : "Not used"}
                </Badge>
                <span class="grow">
                  <a href={linkTo("sessions", session)}>
                    {request ? <Foreign text={request} /> : `Session ${session.slice(0, 8)}`}
                  </a>
                  {how && (
                    <span class="row-note quiet">
                      <Foreign text={how} />
                    </span>
                  )}
                </span>
                <span class="quiet row-end">
                  <Age at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
