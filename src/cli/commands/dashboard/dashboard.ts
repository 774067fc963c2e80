import type { Environment } from "../../../config/environment.ts";
import { type Dashboard, startDashboard } from "../../../dashboard/server/serve.ts";
import { isTerminal } from "../../../platform/libc.ts";
import { gitRoot, searchPathOutside } from "../../../platform/repository.ts";
import { defineCommand, flag, JSON_OPTION, type Output, option, parseNumber } from "../../command.ts";
import { refuseAgents } from "../hold/actor.ts";
import { createActions } from "./actions.ts";
import { claimsOfSession, readClaims } from "./claims.ts";
import { readNow } from "./live-sessions.ts";

const MAX_PORT = 65_535;
const LOOK_MS = 1000;
const STDIN = 0;

export const command = defineCommand({
  details:
    "What happens across all sessions while it happens: what holds each, every stop with its evidence, sessions as stories,\n" +
    "memories with the inbox, trends, and the health of holdfast. Served on 127.0.0.1 only; the address works once, in one\n" +
    "browser. Press Enter for another address. It ends with Ctrl-C, or with its terminal, and leaves nothing running.",
  examples: [
    "holdfast dashboard",
    "holdfast dashboard --port 7777 --no-open",
    "holdfast dashboard --no-open --json",
  ],
  options: {
    port: option("7777", "the port (default: any that is free)"),
    "no-open": flag("print the address, open no browser"),
    ...JSON_OPTION,
  },
  async run({ options, env, cwd, out }) {
    refuseAgents(env, "only a person opens the dashboard", "Run it in a terminal of your own.");
    const port = parseNumber("port", options.port, { max: MAX_PORT, example: 7777 }) ?? 0;
    const own = { ...env, sessionId: null, projectDir: null };
    const dashboard = await startDashboard(
      {
        env: own,
        readNow: (...given) => readNow(own, ...given),
        readClaims,
        claimsOf: async (store, session) => (await claimsOfSession(store, session)).claims,
        act: createActions(own),
      },
      port,
    );
    const url = dashboard.newAddress();
    const isOpened = !options["no-open"] && env.hasDisplay && (await openBrowser(env, cwd, url));
    if (options.json) out.json({ url, port: dashboard.port });
    else print(out, url, isOpened);
    const stopReading = out.interactive && !options.json ? offerAddresses(dashboard, out) : () => {};
    const end = await untilEnd();
    stopReading();
    await dashboard.stop();
    // Below the ^C of the terminal.
    if (end === "SIGINT" && out.interactive) out.line();
    return 0;
  },
});

function print(out: Output, url: string, isOpened: boolean): void {
  const how = isOpened ? "opens in your browser. If it does not:" : "is at this address, which works once:";
  out.line(`${out.style.bold("The dashboard")} ${how}`);
  out.line(`  ${out.style.cyan(url)}`, "unwrapped");
  out.line(
    out.style.dim(
      out.interactive ? "Enter: a new address. Ctrl-C: end." : "It runs until this process ends.",
    ),
  );
}

/** No shell in between. A browser that cannot be started is no reason to fail: the address is on the screen. */
async function openBrowser({ path }: Environment, cwd: string, url: string): Promise<boolean> {
  // A project must not bring its own.
  const PATH = await searchPathOutside(path, (await gitRoot(cwd)) ?? cwd);
  const opener = process.platform === "darwin" ? "/usr/bin/open" : Bun.which("xdg-open", { PATH });
  if (opener === null) return false;
  try {
    // In a session of its own: Ctrl-C here must not end a browser that was started by it.
    Bun.spawn([opener, url], {
      ...{ stdin: "ignore", stdout: "ignore", stderr: "ignore" },
      detached: true,
      env: { ...process.env, PATH },
    }).unref();
    return true;
  } catch {
    return false;
  }
}

/** For another browser, or one that lost its cookie. */
function offerAddresses(dashboard: Dashboard, out: Output): () => void {
  const onLine = () => out.line(`  ${out.style.cyan(dashboard.newAddress())}`, "unwrapped");
  process.stdin.on("data", onLine);
  return () => {
    process.stdin.off("data", onLine);
    process.stdin.pause();
  };
}

/** Ctrl-C, a signal, or the end of what started us: its process or its terminal. */
function untilEnd(): Promise<NodeJS.Signals | "orphaned"> {
  const parent = process.ppid;
  const hasTerminal = isTerminal(STDIN);
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, resolve);
    const timer = setInterval(() => {
      if (process.ppid === parent && isTerminal(STDIN) === hasTerminal) return;
      clearInterval(timer);
      resolve("orphaned");
    }, LOOK_MS);
  });
}
