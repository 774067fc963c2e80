// What holdfast holds, inside Claude Code: a band above the prompt, a pane, and toasts. Everything shown comes from one
// call of `holdfast status`; a button runs the command that a person would type.

import type { EngineInterface, Register } from "claude-code";
import { atom, read, update } from "claude-code";
import type { Band, Details, OnItem } from "../types";
import { drawPane } from "./pane";

const PANE = "holdfast";
const QUIET: Band = { session: "", on: [], buttons: [], told: [], note: "" };
const ROWS = 24;
const STATUS_MS = 5_000;
const COMMAND_MS = 30_000;
/** How a key reaches a button. */
const HINT = "ctrl+x tab, then the key";
/** Between two words of the band, with a key and its colon. */
const BETWEEN = 5;
const COLOURS = { hold: "warning", bad: "error", quiet: undefined } as const;

// Change a tag when the fields change: a value that an earlier version stored outlives a reload.
const band = atom({ plugin: "holdfast", key: "band" } as const, QUIET, { shape: "band-1" });
const details = atom({ plugin: "holdfast", key: "details" } as const, null, { shape: "details-1" });
const edited = atom({ plugin: "holdfast", key: "edited" } as const, null);

/** AI_AGENT marks what an agent runs; a press is the person's. */
async function run($: EngineInterface, session: string, words: string[], timeoutMs: number) {
  const home = (await $.env.get("HOLDFAST_HOME")) ?? `${await $.env.get("HOME")}/.holdfast`;
  const { version } = await $.session.version();
  const env = { CLAUDE_CODE_SESSION_ID: session, HOLDFAST_MOD: version, AI_AGENT: "", NO_COLOR: "1" };
  const installed = `${home}/bin/holdfast`;
  // Looked for first: of a run that fails nobody can tell whether it began, and a second one might do it twice.
  const program = (await $.fs.exists(installed)) ? installed : "holdfast";
  return $.process.run([program, ...words], { env, timeoutMs });
}

/** One call an update; without the program, or when it fails, nothing is shown. */
async function look($: EngineInterface, { note = "", isOpening = false } = {}): Promise<void> {
  const session = await $.session.id();
  const isOpen = isOpening || (await $.ui.panes()).some(({ id }) => id === PANE);
  const words = ["status", "--json", "--session", session, ...(isOpen ? ["--details"] : [])];
  const status = await run($, session, words, STATUS_MS)
    .then(({ exitCode, stdout }) => (exitCode === 0 ? JSON.parse(stdout) : null))
    .catch(() => null);
  const ended: { id: string; text: string }[] = status?.ended ?? [];
  let news: string[] = [];
  await update($, band, (before) => {
    const isFirst = before.session !== session;
    news = isFirst ? [] : ended.filter(({ id }) => !before.told.includes(id)).map(({ text }) => text);
    const told = ended.map(({ id }) => id);
    return { session, on: status?.on ?? [], buttons: status?.buttons ?? [], told, note };
  });
  // The status line is silent where this band is drawn.
  await $.env.set("HOLDFAST_BAND", status === null ? undefined : session);
  for (const text of news) $.ui.toast(text);
  if (!isOpen) return;
  const at = await $.clock.now();
  const seen: Details | null = status === null ? null : { ...status, at };
  await update($, details, () => seen);
}

async function press($: EngineInterface, words: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await run($, await $.session.id(), words, COMMAND_MS).catch(
    ({ message }: Error) => ({
      exitCode: 1,
      stdout: "",
      stderr: `\`${words[0]}\` did not finish: ${message}`,
    }),
  );
  const [line = ""] = (exitCode === 0 ? stdout : stderr).trim().split("\n");
  await update($, edited, () => null);
  await look($, { note: line });
}

async function open($: EngineInterface): Promise<void> {
  await look($, { isOpening: true });
  await $.ui.open({ id: PANE, title: "holdfast", focus: true, closeOnEscape: true, rows: ROWS });
}

export const register: Register = (on) => {
  on("session.start", async ($, e, next) => {
    if (e.isInteractive) {
      // A command of that name which somebody else made is theirs; the band opens the pane all the same.
      await $.command
        .register({ name: "holdfast", description: "Show what holdfast holds, and why" })
        .catch(() => {});
    }
    return next(e);
  });
  // A /clear starts another session, too. By then our own hook has recorded it.
  on("classic.SessionStart", async ($, e, next) => {
    const result = await next(e);
    void look($).catch(() => {});
    return result;
  });
  on("turn.start", async ($, e, next) => {
    const result = await next(e);
    void look($).catch(() => {});
    return result;
  });
  // A stop that is refused: the turn goes on.
  on("classic.Stop", async ($, e, next) => {
    const result = await next(e);
    void look($).catch(() => {});
    return result;
  });
  on("turn.complete", async ($, e, next) => {
    const result = await next(e);
    await look($).catch(() => {});
    return result;
  });
  on("command.run", { command: "holdfast" }, async ($) => {
    await open($);
    return { text: "The pane is open. Esc closes it." };
  });

  on("ui.render", { component: "AbovePrompt" }, async ($, e, next) => {
    const { on: items, buttons, note } = await read($, band);
    if (e.props.hasSurvey || items.length === 0) return next(e);
    const { Box, Button, Text } = $.ui.resolve(e);
    const words = [...items.map(({ text }) => text), ...buttons.map(({ label }) => label), "o: open", HINT];
    const room = words.reduce((sum, word) => sum + word.length + BETWEEN, 0);
    return (
      <Box flexDirection="column">
        <Box>
          <Text wrap="truncate-end">
            <Text color="warning">⚓ </Text>
            {items.map((item: OnItem, index: number) => (
              <Text color={COLOURS[item.tone]} dimColor={item.tone === "quiet"}>
                {index > 0 ? " · " : ""}
                {item.text}
              </Text>
            ))}
            {"  "}
          </Text>
          {buttons.map(({ id, label, hotkey, command }) => (
            <Box marginRight={2} flexShrink={0}>
              <Button key={id} plain label={label} hotkey={hotkey} onPress={() => press($, command)} />
            </Box>
          ))}
          <Button key="open" plain label="open" hotkey="o" onPress={() => open($)} />
          {room <= e.props.bodyColumns && <Text dimColor>{`  ${HINT}`}</Text>}
        </Box>
        {note !== "" && <Text dimColor>{note}</Text>}
      </Box>
    );
  });

  on("ui.render", { component: "Pane", requestId: PANE }, async ($, e) => {
    return drawPane($.ui.resolve(e), {
      band: await read($, band),
      details: await read($, details),
      edited: await read($, edited),
      isFocused: e.props.isFocused,
      press: (words: string[]) => press($, words),
      edit: (id: number | null) => update($, edited, () => id),
    });
  });
};
