import { EVENTS, type EventName, registeredEvents } from "../src/protocol/claude-code/events.ts";

const jsonForm = (event: EventName) =>
  EVENTS[event].continuesAfterContext
    ? "JSON block (or context: `holdAnswer`), exit 0"
    : "JSON block, exit 0";

/** docs/internals/events.md, from the event table. */
export function renderEventTable(): string {
  const registered = new Map(registeredEvents().map(({ event, registration }) => [event, registration]));
  const rows = (Object.keys(EVENTS) as EventName[]).flatMap((event) => {
    const registration = registered.get(event);
    if (!registration) return [];
    const { refuse: form, use = "" } = EVENTS[event];
    const answer = form === undefined ? "–" : form === "json" ? jsonForm(event) : "stderr, exit 2";
    const wait = registration.async ? "no (`async`)" : `up to ${registration.timeout} s`;
    return [`| ${event} | ${use} | ${wait} | ${answer} |`];
  });
  const others = (Object.keys(EVENTS) as EventName[]).filter((event) => !registered.has(event));
  return `# Hook events

Generated from \`src/protocol/claude-code/events.ts\` by \`npm run generate\`.

| event | what holdfast does with it | Claude Code waits | how it refuses |
|---|---|---|---|
${rows.join("\n")}

Known, but not registered: ${others.join(", ")}. An event that is not in the table passes: exit 0, no output.
`;
}
