// A report embedded in its page: the same components, without server and links.
import type { ReportFile } from "../contract.ts";
import { capitalise, formatDayAndClock, formatNumber } from "./format.ts";
import { Icon } from "./icons.tsx";
import { Empty, Line, Section, UntrustedText } from "./parts.tsx";
import { ThemeButton } from "./theme.tsx";
import { BacktestResult } from "./views/backtest-result.tsx";
import { ProjectSection, TrendCharts } from "./views/project-insights.tsx";

export function ReportPage({ report }: { report: ReportFile }) {
  return (
    <>
      <header class="bar">
        <span class="brand">
          <Icon name="anchor" />
          holdfast
        </span>
        <div class="bar-end">
          <ThemeButton />
        </div>
      </header>
      <main class="report">
        <div class="page">
          <h1>{capitalise(report.kind)}</h1>
          <p class="quiet">
            Written {formatDayAndClock(Date.parse(report.at))}. This file makes no network requests.
          </p>
          <ReportBody report={report} />
        </div>
      </main>
    </>
  );
}

function ReportBody({ report }: { report: ReportFile }) {
  switch (report.kind) {
    case "insights":
      return (
        <>
          {report.projects.length === 0 && <Empty title="No session was recorded in that period." />}
          {report.trend && <TrendCharts trend={report.trend} />}
          {report.projects.map((one) => (
            <ProjectSection key={one.project} insights={one} />
          ))}
        </>
      );
    case "backtest":
      return <BacktestResult report={report.report} />;
    case "claims":
      return (
        <>
          {report.headline.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {report.sections.map(({ heading, advice, count, lines }) => (
            <Section key={heading} title={heading} note={formatNumber(count)}>
              {advice && <p>{advice}</p>}
              <ul class="rows">
                {lines.map(({ where, said, record }, n) => (
                  <Line key={n} note={record && <code class="foreign">{record}</code>} end={where}>
                    <UntrustedText text={said} />
                  </Line>
                ))}
              </ul>
            </Section>
          ))}
        </>
      );
  }
}
