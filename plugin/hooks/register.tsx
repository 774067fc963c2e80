// Shows inside Claude Code what holdfast holds: a band above the prompt, a pane, and toasts. Everything comes from one call
// of `holdfast status`; a button runs the command that a person would type.

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
/** Columns between two items of the band, with a key and its colon. */
const BETWEEN = 5;
const COLOURS = { hold: "warning", bad: "error", quiet: undefined } as const;

// Change the shape's tag when the fields change: values stored by an earlier version survive a reload.
const band = atom({ plugin: "holdfast", key: "band" } as const, QUIET, { shape: "band-1" });
const details = atom({ plugin: "holdfast", key: "details" } as const, null, { shape: "details-2" });
const edited = atom({ plugin: "holdfast", key: "edited" } as const, null);

/** Clears AI_AGENT, which marks an agent's commands: a button press is the person's act. */
async function run($: EngineInterface, session: string, words: string[], timeoutMs: number) {
  const home = (await $.env.get("HOLDFAST_HOME")) ?? `${await $.env.get("HOME")}/.holdfast`;
  const { version } = await $.session.version();
  const env = { CLAUDE_CODE_SESSION_ID: session, HOLDFAST_MOD: version, AI_AGENT: "", NO_COLOR: "1" };
  const installed = `${home}/bin/holdfast`;
  // Checked first, not retried on failure: a failed run may have begun, and a second one might do it twice.
  const program = (await $.fs.exists(installed)) ? installed : "holdfast";
  return $.process.run([program, ...words], { env, timeoutMs });
}

/** One call per update. Without the program, or if it fails, nothing is shown. */
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
  // The status line prints nothing while this band is shown.
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
      // Another plugin may own a command of that name; the band still opens the pane.
      await $.command
        .register({ name: "holdfast", description: "Show what holdfast holds, and why" })
        .catch(() => {});
    }
    return next(e);
  });
  // Also after /clear, which starts another session. Our own hook has recorded it by then.
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
  // A held stop: the turn continues.
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
