import { EVENT_SPECS, type EventName, registeredEvents } from "../src/protocol/claude-code/events.ts";

const jsonForm = (event: EventName) =>
  EVENT_SPECS[event].continuesAfterContext
    ? "JSON block (or context: `holdAnswer`), exit 0"
    : "JSON block, exit 0";

/** docs/events.md, from the event table. */
export function renderEventTable(): string {
  const registered = new Map(registeredEvents().map(({ event, registration }) => [event, registration]));
  const rows = (Object.keys(EVENT_SPECS) as EventName[]).flatMap((event) => {
    const registration = registered.get(event);
    if (!registration) return [];
    const { refuse: form, use = "" } = EVENT_SPECS[event];
    const answer = form === undefined ? "–" : form === "json" ? jsonForm(event) : "stderr, exit 2";
    const wait = registration.async ? "no (`async`)" : `up to ${registration.timeout} s`;
    return [`| ${event} | ${use} | ${wait} | ${answer} |`];
  });
  const others = (Object.keys(EVENT_SPECS) as EventName[]).filter((event) => !registered.has(event));
  return `# Hook events

Generated from \`src/protocol/claude-code/events.ts\` by \`npm run generate\`.

| event | what holdfast does with it | Claude Code waits | how it refuses |
|---|---|---|---|
${rows.join("\n")}

Known, but not registered: ${others.join(", ")}. An event that is not in the table passes: exit 0, no output.
`;
}
