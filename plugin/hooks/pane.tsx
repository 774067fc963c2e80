// The pane: what is active and why Claude is held, checks, the inbox, the last stops, what was recalled, faults.
import type { ElementTable } from "claude-code";
import type { Band, Details, Holding, InboxItem, Stop } from "../types";

type Elements = Pick<ElementTable, "Box" | "Button" | "Input" | "Text">;
type PaneState = {
  band: Band;
  details: Details | null;
  /** It has the keyboard. */
  isFocused: boolean;
  /** The inbox item whose title is being changed. */
  edited: number | null;
  press(words: string[]): Promise<void>;
  edit(id: number | null): Promise<unknown>;
};

const MAX_STOPS = 5;
const MINUTE = 60_000;

export function drawPane(elements: Elements, state: PaneState) {
  const { Box, Button, Text } = elements;
  const { band, details } = state;
  if (details === null)
    return <Text dimColor>holdfast does not respond. Run `holdfast doctor` to find out why.</Text>;
  const { holding, checks, stops, given, faults, faultsToday, at } = details;
  const line = (
    text: string,
    props: { dimColor?: boolean; color?: "success" | "error" | "warning" } = {},
  ) => <Text {...props}>{text}</Text>;
  const section = (title: string) => <Text bold>{title}</Text>;
  return (
    <Box flexDirection="column">
      {section("holdfast")}
      {!state.isFocused && line("ctrl+x tab, then a key", { dimColor: true })}
      {holding.length === 0 && line("Nothing holds this session.", { dimColor: true })}
      {holding.map((each) => drawHolding(elements, each, at))}
      {band.buttons.length > 0 && (
        <Box>
          {band.buttons.map(({ id, label, hotkey, command }) => (
            <Box marginRight={2}>
              <Button key={id} plain label={label} hotkey={hotkey} onPress={() => state.press(command)} />
            </Box>
          ))}
        </Box>
      )}
      {band.note !== "" && line(band.note, { color: "warning" })}
      {checks.length > 0 && section("Checks")}
      {checks.length > 0 &&
        details.checksRefused &&
        line(
          `  ${details.checksRefused === "changed" ? "Changed since they were trusted" : "Not trusted"}, so the project's checks do not run: \`holdfast trust\` in a terminal`,
          { color: "warning" },
        )}
      {checks.map(({ stage, outcome, isCurrent }) =>
        line(
          `  ${stage}  ${outcome ?? "not run yet"}${isCurrent || outcome === null ? "" : ", before the last change"}`,
          {
            ...(outcome === null ? {} : { color: outcome === "passed" ? "success" : "error" }),
          },
        ),
      )}
      {details.inbox > 0 && section(`Worth remembering (${details.inbox})`)}
      {details.inboxItems.map((item, index) => drawInboxItem(elements, item, index === 0, state))}
      {stops.length > 0 && section("Last stops")}
      {stops.slice(0, MAX_STOPS).map((each) => (
        <Box marginLeft={2}>
          <Text dimColor={each.outcome !== "held"}>{describeStop(each, at, holding)}</Text>
        </Box>
      ))}
      {given !== null && given.lines.length > 0 && section("Recalled from earlier sessions")}
      {given?.lines.map(({ kind, text }) => line(`  ${kind}: ${text}`, { dimColor: true }))}
      {faultsToday > 0 && section(`Faults in the last 24 h (${faultsToday})`)}
      {faults.map((fault) =>
        line(`  ${ago(fault.at, at)} ${fault.part}: ${fault.message}`, { color: "error" }),
      )}
    </Box>
  );
}

function drawHolding(
  { Box, Text }: Elements,
  { kind, what, why, rounds, maxRounds, endsAt, conditions }: Holding,
  now: number,
) {
  const room = maxRounds === null ? `${rounds} rounds` : `round ${rounds} of ${maxRounds}`;
  const left = endsAt === null ? "" : `, ${duration(Date.parse(endsAt) - now)} left`;
  const met = conditions.filter(({ state }) => state === "met").length;
  const unmet = conditions.filter(({ state }) => state === "open" || state === "waived");
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold color="warning">
          {kind}
        </Text>
        <Text dimColor>
          {"  "}
          {room}
          {left}
          {met > 0 && `, ${met} of ${conditions.length} conditions met`}
        </Text>
      </Text>
      <Box flexDirection="column" marginLeft={2}>
        <Text>{what}</Text>
        {why !== "" && <Text dimColor>{why}</Text>}
        {unmet.map(({ text, state, note }) => (
          <Text dimColor>
            {state === "waived" ? "✗" : "○"} {text}
            {note !== "" && `: ${note}`}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

/** Only the first item has keys; once answered, the next one is first. */
function drawInboxItem(
  { Box, Button, Input, Text }: Elements,
  item: InboxItem,
  isFirst: boolean,
  state: PaneState,
) {
  const number = String(item.id);
  const [quote] = item.quotes;
  const key = (hotkey: string) => (isFirst ? { hotkey } : {});
  const save = (title: string) =>
    state.press(["memory", "accept", number, ...(title.trim() === "" ? [] : [`--title=${title.trim()}`])]);
  return (
    <Box flexDirection="column">
      <Box marginLeft={2}>
        <Text>
          {item.title} <Text dimColor>{item.category.toLowerCase()}</Text>
        </Text>
      </Box>
      {quote && quote.text !== item.title && (
        <Text dimColor wrap="truncate-end">
          {"    "}
          {quote.who}: {quote.text}
        </Text>
      )}
      {state.edited === item.id ? (
        <Input
          key={`title-${number}`}
          label="    title"
          value={item.title}
          submitLabel="save"
          autoFocus
          onSubmit={save}
        />
      ) : (
        <Box marginLeft={4}>
          <Box marginRight={2}>
            <Button key={`accept-${number}`} plain label="accept" {...key("a")} onPress={() => save("")} />
          </Box>
          <Box marginRight={2}>
            <Button
              key={`edit-${number}`}
              plain
              label="edit"
              {...key("e")}
              onPress={() => state.edit(item.id)}
            />
          </Box>
          <Button
            key={`reject-${number}`}
            plain
            label="reject"
            {...key("x")}
            onPress={() => state.press(["memory", "reject", number])}
          />
        </Box>
      )}
    </Box>
  );
}

/** What it was about only if that is not shown above. */
function describeStop({ at, event, title, about }: Stop, now: number, holding: readonly Holding[]): string {
  const where = event === "Stop" ? "" : ` (${event})`;
  const isShown = about === null || holding.some(({ what }) => about.includes(what));
  return `${ago(at, now)}  ${title}${where}${isShown ? "" : `: ${about}`}`;
}

function ago(at: string, now: number): string {
  const ms = now - Date.parse(at);
  return ms < MINUTE ? "now" : duration(ms);
}

function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
