// Prompts, stops, and the work between them.

import { capitalise } from "../../../text/capitalise.ts";
import type { Timeline } from "../../contract.ts";
import { formatClock, formatLength, formatShortDay } from "../format.ts";
import { LongText, OutcomeBadge, UntrustedText, WithCode } from "../parts.tsx";
import { linkTo } from "../router.ts";

/** `here`: the stop whose page this is. */
export function TimelineList({ timeline: { steps, leftOut }, here }: { timeline: Timeline; here?: number }) {
  return (
    <ol class="timeline">
      {steps.map((step, n) => (
        <li
          key={n}
          class={`step ${step.kind}`}
          aria-current={step.kind === "stop" && step.id === here ? "step" : undefined}
        >
          <StepTime at={step.at} after={steps[n - 1]?.at ?? ""} />
          <div>
            <Step step={step} here={here} />
          </div>
        </li>
      ))}
      {leftOut > 0 && <li class="step quiet">{leftOut} steps in the middle are left out.</li>}
    </ol>
  );
}

/** With the day if it differs. */
function StepTime({ at, after }: { at: string; after: string }) {
  const time = Date.parse(at);
  const day = formatShortDay(time);
  return (
    <time class="step-time" dateTime={at}>
      {(after === "" || formatShortDay(Date.parse(after)) !== day) && <span>{day}</span>}
      {formatClock(time)}
    </time>
  );
}

function Step({ step, here }: { step: Timeline["steps"][number]; here: number | undefined }) {
  switch (step.kind) {
    case "prompt":
      return <LongText text={step.text} />;
    case "compaction":
    case "failure":
    case "act":
      return <b>{capitalise(step.text)}</b>;
    case "stop":
      return (
        <p class="wrap">
          <OutcomeBadge outcome={step.outcome} />
          <span>
            {step.event !== "Stop" && `${step.event}, `}
            {step.id === here ? <b>{step.because}</b> : <a href={linkTo("stops", step.id)}>{step.because}</a>}
          </span>
          {step.about && (
            <span class="quiet">
              <WithCode text={step.about} />
            </span>
          )}
        </p>
      );
    case "work": {
      const lasted = Date.parse(step.until) - Date.parse(step.at);
      return (
        <details>
          <summary>
            {describeCounts(step.counts)}
            {lasted >= 1000 && <span class="quiet"> {formatLength(lasted)}</span>}
          </summary>
          <ul class="entries">
            {step.entries.map(({ kind, title, at }) => (
              <li key={`${at} ${title}`}>
                <span class={`kind ${kind}`}>{kind}</span> <UntrustedText text={title} />
              </li>
            ))}
          </ul>
        </details>
      );
    }
  }
}

/** Such as "3 changes, 2 commands, 1 test run". */
function describeCounts(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([kind, n]) => `${n} ${n === 1 ? kind : plural(kind)}`);
  return words.length > 0 ? words.join(", ") : "Work";
}

function plural(kind: string): string {
  if (kind === "fix" || kind.endsWith("ch")) return `${kind}es`;
  return `${kind}s`;
}
