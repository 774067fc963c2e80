// Starts a backtest of two configs, shows how far it is, and its result.
import { useState } from "preact/hooks";
import type { Settings } from "../../contract.ts";
import { ApiError, useRead } from "../api.ts";
import { useAction } from "../dialog.tsx";
import { count, formatBytes, formatDayAndClock, formatLength } from "../format.ts";
import { Empty, Loaded, Meter, Problem } from "../parts.tsx";
import { BacktestResult } from "./backtest-result.tsx";

const CHOICES: readonly (readonly [value: string, label: string])[] = [
  ["in-force", "Settings in force"],
  ["strict", "Preset: strict"],
  ["gentle", "Preset: gentle"],
  ["own", "Settings of my own…"],
];

export function BacktestTab({ project }: { project: string | undefined }) {
  const state = useRead("/api/backtest", {}, ["backtest"]);
  const { isBusy, run } = useAction();
  const { data } = state;
  const isRunning = data?.state === "running";
  return (
    <>
      <BacktestForm project={project} isRunning={isBusy || isRunning} />
      <Loaded state={state} rows={2} height={160}>
        {(backtest) => {
          switch (backtest.state) {
            case "none":
              return (
                <Empty title="No backtest has run yet.">
                  It replays the stops of past sessions under two settings and lists those on which they
                  differ. Nothing is changed.
                </Empty>
              );
            case "running": {
              const { bytes, totalBytes, sessions } = backtest;
              return (
                <div class="running" role="status">
                  <p>
                    Replaying: {count(sessions, "session")}, {formatBytes(bytes)} of {formatBytes(totalBytes)}
                  </p>
                  <Meter
                    value={bytes}
                    max={totalBytes}
                    label={`${formatBytes(bytes)} of ${formatBytes(totalBytes)}`}
                  />
                  <button type="button" onClick={() => run("/api/backtest/stop", {})}>
                    Stop it
                  </button>
                </div>
              );
            }
            case "failed":
              return <Problem error={new ApiError(backtest.error)} />;
            case "done":
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

function BacktestForm({ project, isRunning }: { project: string | undefined; isRunning: boolean }) {
  const { run } = useAction();
  const [first, setFirst] = useState("in-force");
  const [second, setSecond] = useState("strict");
  const [texts, setTexts] = useState({ first: "", second: "" });
  const [days, setDays] = useState("30");
  const settings = (name: string, text: string): Settings =>
    name === "own" ? { name: "own", text } : { name: name as "strict" };
  const start = () =>
    run("/api/backtest", {
      config: settings(first, texts.first),
      against: settings(second, texts.second),
      days: Number(days),
      ...(project ? { project } : {}),
    });
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
        onChange={setFirst}
        text={texts.first}
        onText={(one) => setTexts({ ...texts, first: one })}
      />
      <Choice
        label="Against"
        value={second}
        onChange={setSecond}
        text={texts.second}
        onText={(one) => setTexts({ ...texts, second: one })}
      />
      <label class="block-field">
        Sessions of
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          <option value="7">the last 7 days</option>
          <option value="30">the last 30 days</option>
          <option value="90">the last 90 days</option>
          <option value="3650">any time</option>
        </select>
      </label>
      <button type="submit" class="primary" disabled={isRunning}>
        Run the backtest
      </button>
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
      <label class="block-field">
        {label}
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {CHOICES.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {value === "own" && (
        <label class="block-field">
          As in .claude/holdfast.json
          <textarea
            class="mono"
            rows={5}
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
