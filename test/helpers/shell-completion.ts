// Presses Tab in a real shell, at a terminal, with holdfast's completion loaded.
import { dirname } from "node:path";
import { EXECUTABLE, type Place } from "./holdfast.ts";
import { waitUntil } from "./wait.ts";

const SHELLS = {
  bash: {
    command: ["bash", "--norc", "--noprofile", "-i"],
    start: `bind 'set show-all-if-ambiguous on'; eval "$(holdfast completions bash)"`,
  },
  zsh: {
    command: ["zsh", "-f", "-i"],
    start: `autoload -Uz compinit; compinit -u -d "$HOME/.zcompdump"; eval "$(holdfast completions zsh)"`,
  },
  fish: { command: ["fish", "--no-config", "-i"], start: "holdfast completions fish | source" },
};

export type Shell = keyof typeof SHELLS;
const NAMES = Object.keys(SHELLS) as Shell[];

export const installedShells = NAMES.filter((name) => Bun.which(name) !== null);
export const missingShells = NAMES.filter((name) => Bun.which(name) === null);

/** Without a terminal of its own, fish does not start. */
const AT_TERMINAL = process.platform === "darwin" ? ["script", "-q", "/dev/null"] : ["setsid", "-c"];
const TAB = "\t";
const CLEAR_LINE = "\u0015";

/** What the terminal shows after Tab behind each line: `expected` at least. With `enters`, the completed line is run. */
export async function pressTab(
  shell: Shell,
  place: Place,
  lines: readonly { typed: string; expected: string; enters?: boolean }[],
): Promise<string> {
  let shown = "";
  const decoder = new TextDecoder();
  const terminal = new Bun.Terminal({
    cols: 160,
    rows: 60,
    data: (_, bytes) => {
      shown += decoder.decode(bytes, { stream: true });
    },
  });
  const { command, start } = SHELLS[shell];
  const env = {
    HOME: place.home,
    PATH: `${dirname(EXECUTABLE)}:/usr/bin:/bin`,
    TERM: "xterm",
    LC_ALL: "C.UTF-8",
    ...place.env,
  };
  const child = Bun.spawn([...AT_TERMINAL, ...command], { cwd: place.project, env, terminal });
  const after = async (from: number, text: string) => {
    const isShown = () => Bun.stripANSI(shown.slice(from)).includes(text);
    await waitUntil(isShown);
    if (!isShown())
      throw new Error(`${shell} did not show ${text} after ${JSON.stringify(shown.slice(from))}`);
  };
  // The echoed line has a quote where the output has none.
  const run = async (line: string) => {
    const from = shown.length;
    terminal.write(`${line}; echo fini''shed\r`);
    await after(from, "finished");
  };
  await run(start);
  for (const { typed, expected, enters } of lines) {
    const from = shown.length;
    terminal.write(`${typed}${TAB}`);
    await after(from, expected);
    terminal.write(enters ? "\r" : CLEAR_LINE);
    await run("true");
  }
  terminal.write("exit\r");
  await child.exited;
  terminal.close();
  return Bun.stripANSI(shown);
}
