// Trends, what reflections found, and backtests.
import type { FindingStatus, InsightsAnswer, ReflectionFinding } from "../../contract.ts";
import { SLOWLY_MS, useRead } from "../api.ts";
import { ConfirmButton, useAction } from "../dialog.tsx";
import { Select, Tabs, TimeSelect, useSince } from "../fields.tsx";
import { capitalise, count } from "../format.ts";
import { Badge, CardHead, Command, Empty, Loaded, LongText, UntrustedText } from "../parts.tsx";
import { linkTo, type Route } from "../router.ts";
import { BacktestTab } from "./backtest.tsx";
import { ProjectSection, TrendCharts } from "./project-insights.tsx";

const DEFAULT_DAYS = "30";

export function InsightsView({ id, query }: Route) {
  const project = query.get("project") ?? undefined;
  const days = query.get("days") ?? DEFAULT_DAYS;
  const { data: open } = useRead("/api/findings", { project, status: "new" }, ["insights"]);
  return (
    <div class="page">
      <div class="toolbar">
        <Tabs
          label="Insights"
          tabs={[
            { href: linkTo("insights"), name: "Trends", isHere: id === "" },
            {
              href: linkTo("insights", "findings"),
              name: "Findings",
              isHere: id === "findings",
              count: open?.length ?? 0,
            },
            { href: linkTo("insights", "backtest"), name: "Backtest", isHere: id === "backtest" },
          ]}
        />
        {id === "" && (
          <div class="filters">
            <TimeSelect usual={DEFAULT_DAYS} />
          </div>
        )}
      </div>
      {id === "findings" ? (
        <Findings project={project} status={query.get("status") ?? "new"} />
      ) : id === "backtest" ? (
        <BacktestTab query={query} />
      ) : (
        <Trends project={project} days={days} />
      )}
    </div>
  );
}

function Trends({ project, days }: { project: string | undefined; days: string }) {
  const since = useSince(days);
  const state = useRead("/api/insights", { project, since }, ["insights"], SLOWLY_MS);
  return (
    <Loaded state={state} rows={3} height={180}>
      {(answer) => <TrendPage answer={answer} />}
    </Loaded>
  );
}

function TrendPage({ answer: { projects, trend } }: { answer: InsightsAnswer }) {
  if (projects.length === 0)
    return (
      <Empty title="No session was recorded in that period." command="holdfast ingest">
        Trends need sessions. Past ones can be read from their transcripts:
      </Empty>
    );
  return (
    <>
      <TrendCharts trend={trend} />
      {projects.map((one) => (
        <ProjectSection key={one.projectKey ?? one.project} insights={one} />
      ))}
    </>
  );
}

const STATUSES: readonly (readonly [FindingStatus, string])[] = [
  ["new", "Open"],
  ["accepted", "Accepted"],
  ["dismissed", "Dismissed"],
];

function Findings({ project, status }: { project: string | undefined; status: string }) {
  const chosen = STATUSES.find(([one]) => one === status)?.[0] ?? "new";
  const state = useRead("/api/findings", { project, status: chosen }, ["insights"]);
  return (
    <>
      <div class="filters">
        <Select name="status" label="Status" options={STATUSES} usual="new" />
      </div>
      <Loaded state={state} rows={3} height={120}>
        {(findings) =>
          findings.length === 0 ? (
            <Empty title="No findings." command="holdfast reflect">
              Reflection looks for repeated corrections, checks that stayed red, and work thrown away:
            </Empty>
          ) : (
            <>
              {chosen === "new" && (
                <p class="quiet">
                  To file an issue or see a change as a diff, use a terminal:{" "}
                  <Command text="holdfast reflect review" />
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
    </>
  );
}

function FindingCard({ finding }: { finding: ReflectionFinding }) {
  const { id, title, text, evidence, action, status, outcome, sessions, session, lastAt } = finding;
  const { isBusy, run } = useAction();
  const decide = (accept: boolean) => run("/api/findings/decide", { id, accept });
  const writes = action.writes.join("\n");
  // Without something to write, accepting and dismissing are the same.
  const close = writes ? "Dismiss" : "Mark as read";
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
          {evidence.map(({ where, stop, text: line }, n) => (
            <li key={n}>
              {stop === null ? <UntrustedText text={where} /> : <a href={linkTo("stops", stop)}>{where}</a>}
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
          {writes && (
            <ConfirmButton
              label={`Accept: ${action.does}`}
              question={`${capitalise(action.does)}?`}
              answers={[["Accept", () => decide(true)]]}
            >
              <p class="foreign">{writes}</p>
            </ConfirmButton>
          )}
          <button
            type="button"
            disabled={isBusy}
            aria-label={`${close}: ${title}`}
            onClick={() => decide(!writes)}
          >
            {close}
          </button>
        </div>
      )}
    </article>
  );
}
