// What reflections found.
import type { FindingStatus, ReflectionFinding } from "../../contract.ts";
import { useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { Select } from "../fields.tsx";
import { count } from "../format.ts";
import { Badge, CardHead, Command, Empty, Loaded, LongText, UntrustedText } from "../parts.tsx";
import { linkTo, type Route } from "../router.ts";

const STATUSES: readonly (readonly [FindingStatus, string])[] = [
  ["new", "Open"],
  ["accepted", "Accepted"],
  ["dismissed", "Dismissed"],
];

export function FindingsView({ query }: Route) {
  const project = query.get("project") ?? undefined;
  const status = query.get("status") ?? "new";
  const chosen = STATUSES.find(([one]) => one === status)?.[0] ?? "new";
  const state = useRead("/api/findings", { project, status: chosen }, ["findings"]);
  return (
    <div class="page">
      <div class="filters">
        <Select name="status" label="Status" options={STATUSES} usual="new" />
      </div>
      <Loaded state={state} rows={3} height={120}>
        {(findings) =>
          findings.length === 0 ? (
            <Empty title="No findings." command="holdfast reflect">
              Reflection looks for repeated corrections, errors and commands, and for slow hooks:
            </Empty>
          ) : (
            <>
              {chosen === "new" && (
                <p class="quiet">
                  To file an issue, use a terminal: <Command text="holdfast reflect review" />
                </p>
              )}
              <div class="cards">
                {findings.map((finding) => (
                  <FindingCard key={finding.id} finding={finding} />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function FindingCard({ finding }: { finding: ReflectionFinding }) {
  const { id, title, text, evidence, status, outcome, sessions, session, lastAt } = finding;
  const { isBusy, run } = useAction();
  return (
    <article class="card">
      <CardHead
        badge={
          <Badge tone={status === "new" ? "ask" : "calm"}>
            {STATUSES.find(([one]) => one === status)?.[1]}
          </Badge>
        }
        of={finding}
        at={lastAt}
      />
      <p class="request">
        <a href={linkTo("sessions", session)} data-row>
          <UntrustedText text={title} />
        </a>
      </p>
      <LongText text={text} />
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map(({ where, text: line }, n) => (
            <li key={n}>
              <UntrustedText text={where} />
              {/^line \d+$/.test(where) && " of the transcript"}
              <LongText text={line} mono />
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        in {count(sessions, "session")}
        {outcome && (
          <>
            ; <UntrustedText text={outcome} />
          </>
        )}
      </p>
      {status === "new" && (
        <div class="buttons">
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Dismiss: ${title}`}
            onClick={() => run("/api/findings/dismiss", { id })}
          >
            Dismiss
          </button>
        </div>
      )}
    </article>
  );
}
