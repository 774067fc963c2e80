// Runs a command at a terminal and answers its questions like a person.
import { expect } from "bun:test";
import { EXECUTABLE, type Place } from "./holdfast.ts";

export const ENTER = "\r";
export const CTRL_C = "\u0003";
/** Clears the line and shows the cursor. */
export const TERMINAL_GIVEN_BACK = "\r\u001b[K\u001b[?25h";
const SENDS_SIGNALS = process.platform === "darwin" ? 0x80 : 0x1;

/** The reaction to a question: a key, or something done to the process. */
type Act = string | ((pid: number, terminal: Bun.Terminal) => void);

/** What the terminal makes of Ctrl-C: a signal, or a key for a program that wants every key. It does not control the
 * process here, so it sends no signal itself. */
export const pressCtrlC: Act = (pid, terminal) => {
  if (terminal.localFlags & SENDS_SIGNALS) process.kill(pid, "SIGINT");
  else terminal.write(CTRL_C);
};

/** Answers each question when it is asked; returns the exit code and the output. */
export async function answer(place: Place, words: string[], dialogue: [question: string, act: Act][]) {
  let drawn = "";
  let answered = 0;
  const pending = [...dialogue];
  const decoder = new TextDecoder();
  const terminal = new Bun.Terminal({
    cols: 200,
    rows: 50,
    data: (self, bytes) => {
      drawn += decoder.decode(bytes, { stream: true });
      const [next] = pending;
      const shown = Bun.stripANSI(drawn);
      const at = next ? shown.indexOf(next[0], answered) : -1;
      if (!next || at < 0) return;
      // Earlier output does not count as a new question.
      answered = at + next[0].length;
      pending.shift();
      if (typeof next[1] === "string") self.write(next[1]);
      else next[1](child.pid, self);
    },
  });
  const env = { HOME: place.home, PATH: "/usr/bin:/bin", TERM: "xterm-256color", ...place.env };
  const child = Bun.spawn([EXECUTABLE, ...words], { cwd: place.project, env, terminal });
  const exitCode = await child.exited;
  await settle(() => drawn.length);
  terminal.close();
  expect(pending).toEqual([]);
  return { exitCode, shown: Bun.stripANSI(drawn), drawn };
}

/** The last output of a process arrives after it has ended. */
async function settle(measure: () => number): Promise<void> {
  const until = Date.now() + 2000;
  for (let before = -1; before !== measure() || (before === 0 && Date.now() < until); ) {
    before = measure();
    await Bun.sleep(50);
  }
}
