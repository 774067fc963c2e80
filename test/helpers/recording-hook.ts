// A hook that only records its payloads, and the settings that register a hook.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type EventPayload = { hook_event_name: string; session_id: string } & Record<string, unknown>;
type HookEntry = { type: "command"; command: string; args: string[]; timeout: number };
export type HookSettings = { hooks: Record<string, { hooks: HookEntry[] }[]> };

/** What the hook prints on the first, second, … occurrence of an event; nothing where there is no entry. */
export type HookAnswers = Record<string, (string | object)[]>;

/** Writes the script and returns its path. Payloads land in `dir/<Event>-<n>.json`, numbered by arrival. */
export function makeRecordingHook(dir: string, answers: HookAnswers = {}): string {
  mkdirSync(dir, { recursive: true });
  for (const [event, texts] of Object.entries(answers)) {
    texts.forEach((text, index) => {
      const answer = typeof text === "string" ? text : JSON.stringify(text);
      writeFileSync(join(dir, `${event}-${index + 1}.answer`), answer);
    });
  }
  const script = join(dir, "record.sh");
  writeFileSync(script, recordingScript);
  chmodSync(script, 0o755);
  return script;
}

/** Exec form: `args` is present, so the client starts the command without a shell. */
export function hookSettings(command: string, args: string[], events: readonly string[]): HookSettings {
  const entry: HookEntry = { type: "command", command, args, timeout: 10 };
  return { hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [entry] }]])) };
}

/** The recorded payloads of one event, in the order of arrival. */
export function readRecorded(dir: string, event: string): EventPayload[] {
  const payloads: EventPayload[] = [];
  for (let n = 1; existsSync(join(dir, `${event}-${n}.json`)); n += 1) {
    payloads.push(JSON.parse(readFileSync(join(dir, `${event}-${n}.json`), "utf8")));
  }
  return payloads;
}

export function listRecordedEvents(dir: string): string[] {
  const names = readdirSync(dir).flatMap((file) => /^([A-Za-z]+)-\d+\.json$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

// Hooks of one event may run at once: `ln` fails when the number is taken, so no two share one.
const recordingScript = `#!/bin/sh
dir=$(dirname "$0")
payload=$(mktemp "$dir/.payload.XXXXXX") || exit 0
cat >"$payload"
event=$(grep -o '"hook_event_name":"[A-Za-z]*"' "$payload" | head -n 1 | cut -d '"' -f 4)
n=1
until ln "$payload" "$dir/$event-$n.json" 2>/dev/null || [ "$n" -ge 999 ]; do n=$((n + 1)); done
rm -f "$payload"
cat "$dir/$event-$n.answer" 2>/dev/null
exit 0
`;
