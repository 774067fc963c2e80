// Claims in Claude's final messages, compared with the record.
import type { ApiClaim, Claims } from "../../contract.ts";
import { useRead } from "../api.ts";
import { ANY_TIME, Select, SPANS, TimeSelect, useSince } from "../fields.tsx";
import { count, formatNumber, formatShare } from "../format.ts";
import {
  Age,
  Badge,
  Empty,
  Line,
  Loaded,
  ProjectName,
  Rows,
  Tile,
  type Tone,
  UntrustedText,
} from "../parts.tsx";
import { linkTo } from "../router.ts";

export const CLAIMS: Record<ApiClaim["verdict"], { label: string; tone: Tone; means: string }> = {
  backed: { label: "Backed", tone: "good", means: "a passing run after the last change" },
  part: { label: "Part", tone: "held", means: "said all, but only some ran" },
  stale: { label: "Stale", tone: "held", means: "source changed after the last run" },
  red: { label: "Failed", tone: "bad", means: "the last run failed" },
  none: { label: "No run", tone: "bad", means: "no run on record" },
  "not-done": { label: "Not done", tone: "bad", means: "the session did not do it" },
  unknown: { label: "Unknown", tone: "calm", means: "not enough evidence" },
};

const KINDS: Record<ApiClaim["kind"], string> = {
  tests: "Tests",
  lint: "Lint",
  types: "Types",
  build: "Build",
  commit: "Commit",
  push: "Push",
  file: "File",
  done: "Done",
};
const DEFAULT_DAYS = "30";

export function ClaimFilters() {
  return (
    <div class="filters">
      <Select name="kind" label="Kind" options={[["", "Any kind"], ...Object.entries(KINDS)]} />
      <TimeSelect options={[...SPANS, ANY_TIME]} usual={DEFAULT_DAYS} />
    </div>
  );
}

export function ClaimsTab({ query }: { query: URLSearchParams }) {
  const since = useSince(query.get("days") ?? DEFAULT_DAYS);
  const project = query.get("project") ?? undefined;
  const kind = query.get("kind") ?? undefined;
  const state = useRead("/api/claims", { project, kind, since }, []);
  return (
    <div class="scroll">
      <Loaded state={state} rows={6} height={64}>
        {(claims) => <ClaimsPage claims={claims} isFiltered={kind !== undefined} />}
      </Loaded>
    </div>
  );
}

function ClaimsPage({
  claims: { claims, runs, sessions, more },
  isFiltered,
}: {
  claims: Claims;
  isFiltered: boolean;
}) {
  if (claims.length === 0)
    return (
      <Empty title={isFiltered ? "No claims match these filters." : "No claims."} command="holdfast claims">
        In {count(sessions, "session")} of that period there is no
        {isFiltered
          ? " such claim"
          : " claim that checks pass or that something was written, committed, pushed or done"}
        . Choose a longer period, or search all transcripts:
      </Empty>
    );
  const unknown = claims.filter(({ verdict }) => verdict === "unknown");
  const backed = claims.filter(({ verdict }) => verdict === "backed");
  const contradicted = claims.filter(({ verdict }) => verdict !== "unknown" && verdict !== "backed");
  const judged = backed.length + contradicted.length;
  return (
    <>
      <dl class="tiles">
        <Tile
          label="Claims"
          value={formatNumber(claims.length)}
          note={`in ${count(sessions, "session")}${more ? ", the newest" : ""}`}
        />
        <Tile
          label="Backed by the record"
          value={formatShare(backed.length, judged)}
          note={`${backed.length} of ${judged} with enough evidence`}
        />
        <Tile label="Not backed" value={formatNumber(contradicted.length)} />
        <Tile
          label="Failed test runs that reported success"
          value={formatNumber(runs.hidden)}
          note={`of ${runs.red} failed, ${count(runs.total, "run")} in total`}
        />
      </dl>
      <ClaimList title="Not backed by the record" claims={contradicted} />
      <ClaimList title="Backed by the record" claims={backed} />
      {unknown.length > 0 && (
        <details class="section">
          <summary>{count(unknown.length, "claim")} without enough evidence</summary>
          <ul class="rows">
            {unknown.map((claim, n) => (
              <ClaimRow key={n} claim={claim} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export function ClaimList({ title, claims }: { title: string; claims: readonly ApiClaim[] }) {
  return (
    <Rows
      title={title}
      note={formatNumber(claims.length)}
      rows={claims.map((claim, n) => <ClaimRow key={n} claim={claim} />)}
    />
  );
}

function ClaimRow({ claim }: { claim: ApiClaim }) {
  const { kind, verdict, text, commands, files, session, at, name } = claim;
  const { label, tone } = CLAIMS[verdict];
  const means =
    verdict === "not-done" && (kind === "commit" || kind === "push")
      ? `no ${kind} succeeded in the session`
      : CLAIMS[verdict].means;
  const record = commands.length > 0 ? commands.join("; ") : files.join(", ");
  return (
    <Line
      badge={
        <Badge tone={tone} title={means}>
          {label}
        </Badge>
      }
      note={
        <>
          <span>{KINDS[kind]}</span>
          {verdict !== "backed" && <span>{means}</span>}
          {record && <code class="foreign">{record}</code>}
        </>
      }
      end={
        <>
          {name && <ProjectName of={claim} />} {at && <Age at={at} />}
        </>
      }
    >
      <a href={linkTo("sessions", session)} data-row>
        <UntrustedText text={text} />
      </a>
    </Line>
  );
}
