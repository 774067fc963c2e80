// What Claude said was tested, checked, written, committed, pushed or done, and what the record says.
import type { Claim, Claims } from "../../contract.ts";
import { useRead } from "../api.ts";
import { count, formatNumber, formatShare } from "../format.ts";
import { Age, Badge, Empty, Foreign, Loaded, Section, Tile, type Tone } from "../parts.tsx";
import { linkTo } from "../router.ts";
import { useSince } from "./stops.tsx";

export const CLAIMS: Record<Claim["verdict"], { label: string; tone: Tone; means: string }> = {
  backed: { label: "Backed", tone: "good", means: "a passing run after the last change" },
  part: { label: "Part", tone: "held", means: "said all, and only part ran" },
  stale: { label: "Stale", tone: "held", means: "source changed after the last run" },
  red: { label: "Red", tone: "bad", means: "the last run had failed" },
  none: { label: "No run", tone: "bad", means: "no run on record" },
  "not-done": { label: "Not done", tone: "bad", means: "the session did not do it" },
  unknown: { label: "Unknown", tone: "calm", means: "nobody can judge" },
};

const CLAIM_KINDS: Record<Claim["kind"], string> = {
  tests: "Tests",
  lint: "Lint",
  types: "Types",
  build: "Build",
  commit: "Commit",
  push: "Push",
  file: "File",
  done: "Done",
};

export function ClaimsTab({ query }: { query: URLSearchParams }) {
  const since = useSince(query.get("days") ?? "30");
  const state = useRead("/api/claims", { project: query.get("project") ?? undefined, since }, []);
  return (
    <div class="scroll">
      <Loaded state={state} rows={6} height={64}>
        {(claims) => <ClaimsPage claims={claims} />}
      </Loaded>
    </div>
  );
}

function ClaimsPage({ claims: { claims, runs, sessions, more } }: { claims: Claims }) {
  if (claims.length === 0)
    return (
      <Empty title="Nothing was claimed." command="holdfast claims">
        In {count(sessions, "session")} Claude did not say that checks pass, or that something is written,
        committed, pushed or done. All transcripts:
      </Empty>
    );
  const backed = claims.filter(({ verdict }) => verdict === "backed").length;
  const judged = claims.filter(({ verdict }) => verdict !== "unknown").length;
  const contradicted = claims.filter(({ verdict }) => verdict !== "backed" && verdict !== "unknown");
  return (
    <>
      <dl class="tiles">
        <Tile
          label="Claims"
          value={formatNumber(claims.length)}
          note={`in ${count(sessions, "session")}${more ? ", the newest" : ""}`}
        />
        <Tile
          label="Backed"
          value={formatShare(backed, judged)}
          note={`${backed} of ${judged} that can be judged`}
        />
        <Tile label="Not backed" value={formatNumber(contradicted.length)} />
        <Tile
          label="Red runs hidden"
          value={formatNumber(runs.hidden)}
          note={`of ${runs.red} red, ${count(runs.total, "run")}`}
        />
      </dl>
      <ClaimList title="Not backed by the record" claims={contradicted} />
      <ClaimList title="All claims" claims={claims} />
    </>
  );
}

export function ClaimList({ title, claims }: { title: string; claims: readonly Claim[] }) {
  if (claims.length === 0) return null;
  return (
    <Section title={title} note={formatNumber(claims.length)}>
      <ul class="rows">
        {claims.map((claim, n) => (
          <ClaimRow key={n} claim={claim} />
        ))}
      </ul>
    </Section>
  );
}

function ClaimRow({ claim: { kind, verdict, text, commands, files, session, at, name } }: { claim: Claim }) {
  const { label, tone, means } = CLAIMS[verdict];
  const record = commands.length > 0 ? commands.join("; ") : files.join(", ");
  return (
    <li class="line">
      <Badge tone={tone} title={means}>
        {label}
      </Badge>
      <span class="grow">
        <a href={linkTo("sessions", session)} data-row>
          <Foreign text={text} />
        </a>
        <span class="row-note quiet">
          <span>{CLAIM_KINDS[kind]}</span>
          {verdict !== "backed" && <span>{means}</span>}
          {record && <code class="foreign">{record}</code>}
        </span>
      </span>
      <span class="quiet row-end">
        {name} {at && <Age at={at} />}
      </span>
    </li>
  );
}
