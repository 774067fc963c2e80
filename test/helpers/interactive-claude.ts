// The real client in a terminal, for what it does not do headless, such as agent teams.
import unicode from "@xterm/addon-unicode11";
import xterm from "@xterm/headless";
import type { SessionOptions } from "./claude.ts";
import { buildCommand, buildEnvironment, endGroup, limitTime } from "./client-process.ts";
import type { ModelRequest } from "./model-request.ts";
import { startScriptedApi } from "./scripted-api.ts";
import { writeFileIn } from "./temp.ts";
import { waitUntil } from "./wait.ts";

export type InteractiveClaude = {
  pid: number;
  requests: ModelRequest[];
  /** Everything drawn so far, without colours and positions; also what was erased since. */
  shown(): string;
  /** The same with control sequences. */
  drawn(): string;
  /** What the terminal shows now. */
  screen(): string;
  emulator: InstanceType<typeof xterm.Terminal>;
  /** Types a line and presses Enter. */
  type(line: string): Promise<void>;
  /** One key, such as Esc. */
  press(key: string): void;
  done: Promise<{ exitCode: number }>;
  end(): void;
};

type InteractiveOptions = SessionOptions & {
  prompt: string;
  size?: { cols: number; rows: number };
  /** What the client's maker switches on for some people only, as the client would have stored it. */
  features?: readonly string[];
};

export function startInteractiveClaude(options: InteractiveOptions): InteractiveClaude {
  const api = options.api ?? startScriptedApi(options.script);
  skipOnboarding(options);
  const decoder = new TextDecoder();
  let drawn = "";
  const size = options.size ?? { cols: 120, rows: 40 };
  const emulator = startEmulator(size);
  const terminal = new Bun.Terminal({
    ...size,
    data: (_terminal, bytes) => {
      emulator.write(bytes);
      drawn += decoder.decode(bytes, { stream: true });
    },
  });
  // Avoids a spinner that is drawn twenty times a second.
  const settings = { prefersReducedMotion: true, ...options.settings };
  const child = Bun.spawn(buildCommand({ ...options, settings }, ["--", options.prompt]), {
    cwd: options.project,
    env: {
      ...buildEnvironment(options, api.url),
      TERM: "xterm-256color",
      ...featureVariables(options),
      ...options.env,
    },
    terminal,
    detached: true,
  });
  limitTime(child, options);

  async function finish(): Promise<{ exitCode: number }> {
    const exitCode = await child.exited;
    terminal.close();
    if (!options.api) await api.stop();
    return { exitCode };
  }

  return {
    pid: child.pid,
    requests: api.requests,
    shown: () => Bun.stripANSI(drawn),
    drawn: () => drawn,
    screen: () => readScreen(emulator),
    emulator,
    // The client would treat an Enter that comes with the text as a pasted line break, or submit only what it has read so far.
    type: async (line) => {
      terminal.write(line);
      await Bun.sleep(200);
      const typed = line.replaceAll(/\s/g, "").slice(-20);
      await waitUntil(() => readInput(readScreen(emulator)).replaceAll(/\s/g, "").includes(typed), 5_000);
      terminal.write("\r");
    },
    press: (key) => terminal.write(key),
    done: finish(),
    end: () => endGroup(child.pid),
  };
}

function startEmulator(size: { cols: number; rows: number }): InteractiveClaude["emulator"] {
  const emulator = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 0 });
  // The client's table of character widths; the emulator's default is older.
  emulator.loadAddon(new unicode.Unicode11Addon());
  emulator.unicode.activeVersion = "11";
  return emulator;
}

function readScreen({ buffer, rows }: InteractiveClaude["emulator"]): string {
  const lines = Array.from({ length: rows }, (_, row) => buffer.active.getLine(row)?.translateToString(true));
  return lines.join("\n").trimEnd();
}

/** What stands in the input box, between two rules; without a box, as in a dialog, all of the screen. */
function readInput(screen: string): string {
  const boxes = [...screen.matchAll(/(?<=^─{20,}\n)[❯!>][^─]*?(?=\n─{20,})/gm)];
  return boxes.at(-1)?.[0] ?? screen;
}

/** Otherwise the client of a test reads none, stored or not. */
function featureVariables({ features }: InteractiveOptions): Record<string, string> {
  return features ? { DISABLE_GROWTHBOOK: "0", CLAUDE_CODE_GB_DISK_CACHE_WHEN_TELEMETRY_OFF: "1" } : {};
}

function skipOnboarding({ home, project, features = [] }: InteractiveOptions): void {
  const state = {
    hasCompletedOnboarding: true,
    theme: "dark",
    cachedFeatureFlags: Object.fromEntries(features.map((name) => [name, true])),
    customApiKeyResponses: { approved: ["scripted"], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileIn(home, ".claude.json", JSON.stringify(state));
}
