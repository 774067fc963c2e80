// Starts a backtest of two configs, shows its progress and its result. The choices are in the address.
import { useState } from "preact/hooks";
import { ApiError, useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { LabelledSelect, withDays } from "../fields.tsx";
import { count, formatBytes, formatDayAndClock, formatLength } from "../format.ts";
import { Empty, Loaded, Meter, Problem } from "../parts.tsx";
import { go, withQuery } from "../router.ts";
import { BacktestResult } from "./backtest-result.tsx";

const CHOICES: readonly (readonly [value: string, label: string])[] = [
  ["in-force", "Current settings"],
  ["strict", "Preset: strict"],
  ["gentle", "Preset: gentle"],
  ["own", "Custom settings…"],
];
const SPANS: readonly (readonly [value: string, label: string])[] = [
  ["7", "the last 7 days"],
  ["30", "the last 30 days"],
  ["90", "the last 90 days"],
  ["3650", "any time"],
];
const DEFAULTS = { first: "in-force", second: "strict", days: "30" };
/** It goes into the address. */
const MAX_TEXT = 4000;

interface Chosen {
  first: string;
  second: string;
  days: string;
  firstText: string;
  secondText: string;
}

export function BacktestTab({ query }: { query: URLSearchParams }) {
  const project = query.get("project") ?? undefined;
  const chosen: Chosen = {
    first: query.get("first") ?? DEFAULTS.first,
    second: query.get("second") ?? DEFAULTS.second,
    days: query.get("days") ?? DEFAULTS.days,
    firstText: query.get("firstText") ?? "",
    secondText: query.get("secondText") ?? "",
  };
  const state = useRead("/api/backtest", { project, ...chosen }, ["backtest"]);
  const { isBusy, run } = useAction();
  const { data } = state;
  const isRunning = data?.state === "running" || (data?.state === "none" && data.isBusy);
  const stop = (
    <button type="button" onClick={() => run("/api/backtest/stop", {})}>
      Stop
    </button>
  );
  return (
    <>
      <BacktestForm
        key={JSON.stringify([chosen.firstText, chosen.secondText])}
        project={project}
        chosen={chosen}
        isRunning={isBusy || isRunning}
        isDone={data?.state === "done"}
      />
      <Loaded state={state} rows={2} height={160}>
        {(backtest) => {
          switch (backtest.state) {
            case "none":
              return backtest.isBusy ? (
                <div class="wrap" role="status">
                  <p>A backtest with other choices is running. Only one can run at a time.</p>
                  {stop}
                </div>
              ) : (
                <Empty title="Not run yet.">
                  A backtest replays the stops of past sessions under both settings and lists those they judge
                  differently. It changes nothing.
                </Empty>
              );
            case "running": {
              const { bytes, totalBytes, sessions } = backtest;
              return (
                <div class="wrap" role="status">
                  <p>
                    Replaying: {count(sessions, "session")}, {formatBytes(bytes)} of {formatBytes(totalBytes)}
                  </p>
                  <Meter
                    value={bytes}
                    max={totalBytes}
                    label={`${formatBytes(bytes)} of ${formatBytes(totalBytes)}`}
                  />
                  {stop}
                </div>
              );
            }
            case "failed":
              return <Problem error={new ApiError(backtest.error)} />;
            case "done":
              if (backtest.report.stops === 0)
                return (
                  <Empty title="No past stops to replay." command="holdfast backtest --transcripts DIR">
                    Choose a longer period{project ? ", or all projects" : ""}. For transcripts in another
                    folder, use a terminal:
                  </Empty>
                );
              return (
                <>
                  <p class="quiet">
                    Finished {formatDayAndClock(Date.parse(backtest.finishedAt))} in{" "}
                    {formatLength(backtest.durationMs)}.
                  </p>
                  <BacktestResult report={backtest.report} />
                </>
              );
          }
        }}
      </Loaded>
    </>
  );
}

function BacktestForm({
  project,
  chosen,
  isRunning,
  isDone,
}: {
  project: string | undefined;
  chosen: Chosen;
  isRunning: boolean;
  isDone: boolean;
}) {
  const { run } = useAction();
  const { first, second, days } = chosen;
  const [texts, setTexts] = useState({ firstText: chosen.firstText, secondText: chosen.secondText });
  /** Without defaults; typed text is added once something else is chosen or the backtest is run. */
  const addressWith = (change: Partial<Chosen>) => {
    const next = { ...chosen, ...texts, ...change };
    const unusual = (name: keyof typeof DEFAULTS) => (next[name] === DEFAULTS[name] ? null : next[name]);
    return withQuery({
      first: unusual("first"),
      second: unusual("second"),
      days: unusual("days"),
      firstText: next.first === "own" ? next.firstText : null,
      secondText: next.second === "own" ? next.secondText : null,
    });
  };
  const settings = (name: string, text: string) => ({ name, text: name === "own" ? text : undefined });
  const start = async () => {
    const { answer } = await run("/api/backtest", {
      config: settings(first, texts.firstText),
      against: settings(second, texts.secondText),
      days: Number(days),
      project,
    });
    if (answer) go(addressWith({}), true);
  };
  const isSame = first === second && (first !== "own" || texts.firstText === texts.secondText);
  return (
    <form
      class="backtest-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Choice
        label="First"
        value={first}
        onChange={(one) => go(addressWith({ first: one }))}
        text={texts.firstText}
        onText={(firstText) => setTexts({ ...texts, firstText })}
      />
      <Choice
        label="Against"
        value={second}
        onChange={(one) => go(addressWith({ second: one }))}
        text={texts.secondText}
        onText={(secondText) => setTexts({ ...texts, secondText })}
      />
      <LabelledSelect
        label="Sessions of"
        value={days}
        options={withDays(SPANS, days)}
        onChange={(one) => go(addressWith({ days: one }))}
      />
      <button type="submit" class="primary" disabled={isRunning || isSame}>
        {isDone ? "Run again" : "Run backtest"}
      </button>
      {isSame && <p class="quiet">Both are the same: choose two that differ.</p>}
    </form>
  );
}

function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  text: string;
  onText: (text: string) => void;
}) {
  const { label, value, onChange, text, onText } = props;
  return (
    <div class="choice">
      <LabelledSelect label={label} value={value} options={CHOICES} onChange={onChange} />
      {value === "own" && (
        <label class="block-field">
          As in .claude/holdfast.json
          <textarea
            class="mono"
            rows={5}
            maxLength={MAX_TEXT}
            spellcheck={false}
            placeholder={'{"tasks": {"block": "always"}}'}
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}
