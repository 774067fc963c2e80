// Records what real clients send to their hooks: the payloads of each scenario in the order of arrival.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { normalise } from "../helpers/record/normalise.ts";
import type { EventPayload } from "../helpers/recording-hook.ts";
import { say, useTool } from "../helpers/turns.ts";
import type { HostName } from "./clients.ts";
import { HOST_RUNS } from "./command-lines.ts";
import { recordLogs } from "./record-logs.ts";
import { registerRecorder } from "./register-recorder.ts";
import { type ClientPlace, makeClientPlace, removeClientPlaces, runClient } from "./run-client.ts";
import type { ScriptedAnswer } from "./scripted-model.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/events");

/** What the recorder answers to the first event of a name, and the same for all hosts. */
type Answers = Record<string, object>;

interface Scenario {
  script(place: ClientPlace): ScriptedAnswer[];
  prompt: string;
  answers?: Answers;
  /** Hosts of which this is not recorded, because they have no such thing. */
  without?: HostName[];
}

const REASON = "Look again.";
const CONTEXT = "The deploy script is tools/deploy.sh.";

const SCENARIOS: Record<string, Scenario> = {
  tools: {
    prompt: "Write a note.",
    script: ({ host, project }) => {
      const { shell, write } = HOST_RUNS[host];
      return [
        shell("echo hello"),
        write(host === "codex" ? "note.txt" : `${project}/note.txt`, "one\ntwo\n"),
        shell("cat missing.txt"),
        say("The note is written."),
      ];
    },
  },
  held: {
    prompt: "Be quick.",
    script: () => [say("I am done."), say("I am done now.")],
    answers: {
      Stop: { decision: "block", reason: REASON },
      AfterAgent: { decision: "block", reason: REASON },
    },
  },
  context: {
    prompt: "Where is the deploy script?",
    script: () => [say("In tools.")],
    answers: Object.fromEntries(
      ["SessionStart", "UserPromptSubmit", "BeforeAgent"].map((name) => [
        name,
        {
          additionalContext: CONTEXT,
          hookSpecificOutput: { hookEventName: name, additionalContext: CONTEXT },
        },
      ]),
    ),
  },
  // A patch in a shell command, one that does not apply, and a command that goes on in the background.
  "missed-ends": {
    prompt: "Write a note.",
    script: () => [
      HOST_RUNS.codex.shell(patchCommand("*** Add File: note.txt\n+one")),
      HOST_RUNS.codex.shell(patchCommand("*** Update File: missing.txt\n@@\n-a\n+b")),
      useTool("exec_command", { cmd: "echo begun; sleep 60; echo ended", yield_time_ms: 500 }),
      say("The note is written."),
    ],
    without: ["copilot", "gemini", "qwen"],
  },
  subagent: {
    prompt: "Ask a helper.",
    script: ({ host }) => [...HOST_RUNS[host].delegate("Count the files."), say("The helper counted.")],
  },
};

function patchCommand(lines: string): string {
  return `apply_patch <<'EOF'\n*** Begin Patch\n${lines}\n*** End Patch\nEOF`;
}

export async function recordHost(host: HostName): Promise<void> {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (scenario.without?.includes(host)) continue;
    const place = makeClientPlace(host);
    const folder = makeRecorder(place, scenario.answers ?? {});
    registerRecorder(place, join(folder, "record.sh"));
    const run = await runClient(place, scenario.script(place), scenario.prompt);
    const payloads = readRecorded(folder);
    if (payloads.length === 0) throw new Error(`${host} called no hook:\n${run.output}`);
    const path = join(FIXTURES, host, `${name}.json`);
    mkdirSync(join(FIXTURES, host), { recursive: true });
    writeFileSync(path, `${JSON.stringify(normaliseAll(payloads, place), null, 2)}\n`);
    recordLogs(place, name, (records) => normaliseAll(records, place));
    console.log(`${host}/${name}: ${payloads.map((payload) => payload.hook_event_name).join(", ")}`);
  }
  removeClientPlaces();
}

/** An id is the same in all payloads of a scenario. */
function normaliseAll<T extends object>(payloads: T[], place: ClientPlace): T[] {
  const all = { hook_event_name: "", session_id: "", payloads };
  return JSON.parse(replaceNumbers(JSON.stringify(normalise(all, place).payloads)));
}

/** Times in the names of the clients' logs, process groups and milliseconds. */
function replaceNumbers(json: string): string {
  return json
    .replace(/sessions\/\d{4}\/\d\d\/\d\d\//g, "sessions/2026/01/01/")
    .replace(/rollout-[-\dT]{19}-/g, "rollout-2026-01-01T00-00-00-")
    .replace(/session-[-\dT]{16}-[0-9a-f]{8}/g, "session-2026-01-01T00-00-00000000")
    .replace(/(PGID: )\d+/g, "$11000")
    .replace(/("timestamp":)\d+/g, "$11767225600000");
}

function makeRecorder(place: ClientPlace, answers: Answers): string {
  const folder = join(place.home, "recorded");
  mkdirSync(folder);
  for (const [event, answer] of Object.entries(answers))
    writeFileSync(join(folder, `${event}.answer`), JSON.stringify(answer));
  const script = join(folder, "record.sh");
  writeFileSync(script, RECORD);
  chmodSync(script, 0o755);
  return folder;
}

function readRecorded(folder: string): EventPayload[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

// Hooks may run at once: `ln` fails when the number is taken. An answer is given once.
const RECORD = `#!/bin/sh
dir=$(dirname "$0")
payload=$(mktemp "$dir/.payload.XXXXXX") || exit 0
cat >"$payload"
n=100
until ln "$payload" "$dir/$n.json" 2>/dev/null || [ "$n" -ge 999 ]; do n=$((n + 1)); done
event=$(tr -d ' \\n' <"$payload" | grep -o '"hook_event_name":"[A-Za-z]*"' | head -n 1 | cut -d '"' -f 4)
rm -f "$payload"
mv "$dir/$event.answer" "$dir/$event.given" 2>/dev/null && cat "$dir/$event.given"
exit 0
`;
