// Memories: list and search, one with its source and use, and the inbox.

import { capitalise } from "../../../text/capitalise.ts";
import type { ApiMemory, MemoryListRow } from "../../contract.ts";
import { useRead } from "../api.ts";
import { ConfirmButton, useAction } from "../dialog.tsx";
import { SearchField, Select, Tabs } from "../fields.tsx";
import { count, formatDay, formatNumber } from "../format.ts";
import { List } from "../list.tsx";
import {
  Age,
  Badge,
  Command,
  Detail,
  Empty,
  Fact,
  Line,
  Loaded,
  LongText,
  ProjectName,
  RowCells,
  Section,
  SessionName,
  type Tone,
  UntrustedText,
} from "../parts.tsx";
import { linkTo, type Route } from "../router.ts";
import { InboxTab } from "./inbox.tsx";

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
            <SearchField label={isInbox ? "Search the inbox" : "Search memories"} />
            {!isInbox && (
              <>
                <Select name="category" label="Category" options={[["", "Any category"], ...CATEGORIES]} />
                <Select name="status" label="Status" options={STATUSES} />
              </>
            )}
          </div>
        </div>
        {isInbox ? (
          <InboxTab project={project} q={filters.q} />
        ) : (
          <List
            label="Memories"
            path="/api/memories"
            query={filters}
            part="memories"
            keyOf={keyOf}
            hrefOf={(row) => linkTo("memories", row.id, { ...filters, key: row.projectKey ?? "" })}
            openKey={isOpen ? `${query.get("key") ?? ""} ${id}` : ""}
            empty={
              filters.q || filters.category || filters.status || project ? (
                <Empty title="No memories match.">
                  <a href="/memories">Show all</a>
                </Empty>
              ) : (
                <Empty
                  title="No memories yet."
                  command='holdfast memory save "We use pnpm, never npm" --category preference'
                >
                  Accept something in the inbox, or save a memory yourself:
                </Empty>
              )
            }
          >
            {(row) => <MemoryCells row={row} />}
          </List>
        )}
      </div>
      {isOpen && (
        <MemoryDetail key={`${query.get("key")} ${id}`} id={id} projectKey={query.get("key") ?? ""} />
      )}
    </div>
  );
}

function keyOf(row: Pick<MemoryListRow, "projectKey" | "id">): string {
  return `${row.projectKey ?? ""} ${row.id}`;
}

const TONES: Record<string, Tone> = { active: "good", quarantined: "held", unreadable: "bad" };

function MemoryCells({ row }: { row: MemoryListRow }) {
  const { title, category, status, personal, tags, updatedAt, injected, used, origin, author } = row;
  return (
    <RowCells
      note={
        <>
          <span>{categoryName(category)}</span>
          {personal ? <span>yours, in every project</span> : <ProjectName of={row} />}
          {author !== null && (
            <span>
              {origin === "rule" ? "rule, by" : "by"} <UntrustedText text={author} />
            </span>
          )}
          {origin === "remote" && <span>from the remote</span>}
          {injected > 0 && <span>{describeUse(injected, used)}</span>}
          {tags.length > 0 && <span class="foreign">{tags.map((tag) => `#${tag}`).join(" ")}</span>}
        </>
      }
      end={
        <>
          {status !== "active" && <Badge tone={TONES[status] ?? "calm"}>{capitalise(status)}</Badge>}
          <Age at={updatedAt} />
        </>
      }
    >
      <UntrustedText text={title} />
    </RowCells>
  );
}

function MemoryDetail({ id, projectKey }: { id: string; projectKey: string }) {
  const state = useRead("/api/memory", { projectKey, id }, ["memories"]);
  return (
    <Detail label={state.data?.title ?? "Memory"} back="All memories" backTo={linkTo("memories")}>
      <Loaded state={state} rows={4} height={96}>
        {(memory) => <MemoryPage memory={memory} />}
      </Loaded>
    </Detail>
  );
}

/** For some sessions the use is not known yet. */
function describeUse(given: number, used: number): string {
  return `given to ${count(given, "session")}${used > 0 ? `, used by ${formatNumber(used)}` : ""}`;
}

/** Whether a session used a memory; null if unknown. */
export function UseBadge({ used }: { used: boolean | null }) {
  if (used !== null) return <Badge tone={used ? "good" : "calm"}>{used ? "Used" : "Not used"}</Badge>;
  return (
    <Badge tone="calm" title="Known once the session's work has been processed">
      Unknown
    </Badge>
  );
}

export const SPEAKERS: Record<string, string> = { user: "you", claude: "the agent", tool: "a tool" };

/** Why no session gets this memory, and what to do. */
function WhatToDo({ memory }: { memory: ApiMemory }) {
  const { status, note, origin, id, chain, projectKey, personal } = memory;
  const { run } = useAction();
  const successor = chain[chain.findIndex(({ self }) => self) + 1];
  const words: Record<string, string> = {
    quarantined:
      "No session gets it, because its text tells the model what to do and may come from a stranger. Read it, and restore it if it states a fact.",
    retired: "No session gets it.",
    superseded: successor ? "Another memory replaces it." : "No session gets it.",
    unreadable: "The file cannot be read as a memory, so no session gets it. Fix it or delete it.",
    duplicate: "Another file with the same ID is used instead. Delete one of them, or change its ID.",
  };
  const why: Record<string, string> = {
    repository: personal ? "The file was changed by hand" : "It came with the repository",
    remote: "A machine that you have not confirmed wrote it",
  };
  if (status === "active" && why[origin] !== undefined)
    return (
      <p class="quiet">
        {why[origin]}: sessions see it as a quotation, not as your words. Once you have read it:{" "}
        <Command text={`holdfast memory vouch ${id}`} />
      </p>
    );
  if (status === "active" && origin === "team")
    return (
      <p class="quiet">
        Sessions see it as a quotation. To make it a rule of the project, if your admin allowed you to:{" "}
        <Command text={`holdfast memory edit ${id} --team-rule`} />
      </p>
    );
  if (!note && words[status] === undefined) return null;
  return (
    <div class={status === "active" ? "problem" : "remark"}>
      {note && <p class="problem-title">{capitalise(note)}</p>}
      {words[status] && <p>{words[status]}</p>}
      {["quarantined", "retired", "superseded"].includes(status) && (
        <ConfirmButton
          label="Restore…"
          question="Restore this memory?"
          answers={[["Restore", () => run("/api/memory/restore", { projectKey: projectKey ?? "", id })]]}
        >
          <p>
            Sessions {personal ? "of all projects" : "of this project"} may get it
            {status === "quarantined" && ", with its current text"}.
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

/** Who said it, where it came from, and who that is for the person. */
function Speaker({ memory: { origin, who, author, machine } }: { memory: ApiMemory }) {
  const name = author ?? machine;
  const from = name && (
    <>
      {" "}
      <UntrustedText text={name} />
    </>
  );
  if (author !== null)
    return (
      <>
        {origin === "rule" ? "a rule of your team, by" : "your team:"}
        {from}
      </>
    );
  if (origin === "here")
    return (
      <>
        {SPEAKERS[who] ?? who}
        {from && <>, on{from}</>}
      </>
    );
  if (origin === "remote") return <>unknown: it came from the remote{from && <>, by{from}</>}</>;
  return <>unknown: it came with the repository</>;
}

function MemoryPage({ memory }: { memory: ApiMemory }) {
  const { title, body, category, status, source, chain, given, file, lost, confidence } = memory;
  return (
    <>
      <header class="detail-head">
        <p class="detail-title">
          <Badge tone={TONES[status] ?? "calm"}>{capitalise(status)}</Badge> <UntrustedText text={title} />
        </p>
        <WhatToDo memory={memory} />
        <dl class="facts">
          <Fact name="Category">{categoryName(category)}</Fact>
          <Fact name="Said by">
            <Speaker memory={memory} />
          </Fact>
          {memory.machines > 1 && <Fact name="Written on">{count(memory.machines, "machine")}</Fact>}
          {memory.joined > 0 && (
            <Fact name="Merged">{count(memory.joined, "other memory", "other memories")} said the same</Fact>
          )}
          <Fact name="Confidence">{Math.round(confidence * 100)}%</Fact>
          <Fact name="Created">{formatDay(Date.parse(memory.createdAt))}</Fact>
          <Fact name="Use">
            {memory.injected === 0 ? "given to no session yet" : describeUse(memory.injected, memory.used)}
          </Fact>
          <Fact name="File">
            <code class="foreign" title={file}>
              {memory.project && file.startsWith(`${memory.project}/`)
                ? file.slice(memory.project.length + 1)
                : file}
            </code>
          </Fact>
        </dl>
      </header>
      {body.trim() !== "" && (
        <Section title="Text">
          <LongText text={body} />
        </Section>
      )}
      {lost.length > 0 && (
        <Section title="Not used" note="written at the same time elsewhere">
          {lost.map((text, n) => (
            <blockquote key={n}>
              <UntrustedText text={text.title} />
              {text.body !== "" && <LongText text={text.body} />}
            </blockquote>
          ))}
        </Section>
      )}
      {source && (
        <Section title="Source">
          <p>
            <a href={linkTo("sessions", source.session)}>
              <SessionName {...source} />
            </a>{" "}
            {source.at && (
              <span class="quiet">
                <Age at={source.at} />
              </span>
            )}
          </p>
          {source.quotes.map(({ who: speaker, text }, n) => (
            <blockquote key={n}>
              <span class="kind">{SPEAKERS[speaker] ?? speaker}</span> <UntrustedText text={text} />
            </blockquote>
          ))}
        </Section>
      )}
      {chain.length > 1 && (
        <Section title="History" note="oldest first">
          <ol class="chain">
            {chain.map((link) => (
              <li key={link.id} aria-current={link.self ? "step" : undefined}>
                {link.self ? (
                  <b class="foreign">{link.title}</b>
                ) : (
                  <a href={linkTo("memories", link.id, { key: memory.projectKey ?? "" })}>
                    <UntrustedText text={link.title} />
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
      <Section title="Given to">
        {given.length === 0 ? (
          <p class="quiet">No session has been given this yet.</p>
        ) : (
          <ul class="rows">
            {given.map(({ session, title, at, used, how }) => (
              <Line
                key={`${session} ${at}`}
                badge={<UseBadge used={used} />}
                note={how && <UntrustedText text={how} />}
                end={<Age at={at} />}
              >
                <a href={linkTo("sessions", session)}>
                  <SessionName session={session} title={title} />
                </a>
              </Line>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
