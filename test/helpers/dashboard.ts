// Starts the executable's dashboard and talks to it by plain requests, like a browser.
import { EXECUTABLE, type Place } from "./holdfast.ts";

export interface OpenDashboard {
  pid: number;
  /** Works once. */
  url: string;
  base: string;
  exited: Promise<number>;
  stop(): Promise<number>;
}

export async function openDashboard(place: Place, ...words: string[]): Promise<OpenDashboard> {
  const child = Bun.spawn([EXECUTABLE, "dashboard", "--no-open", "--json", ...words], {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", ...place.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  let text = "";
  for await (const chunk of child.stdout) {
    text += Buffer.from(chunk).toString();
    if (text.trimEnd().endsWith("}")) break;
  }
  const { url, port } = JSON.parse(text) as { url: string; port: number };
  return {
    pid: child.pid,
    url,
    base: `http://127.0.0.1:${port}`,
    exited: child.exited,
    stop() {
      child.kill("SIGTERM");
      return child.exited;
    },
  };
}

/** Logs in like a browser. */
export async function enter({ url, base }: OpenDashboard): Promise<Visitor> {
  const { secret = "" } = (await (await signIn(base, url)).json()) as { secret?: string };
  return new Visitor(base, secret);
}

/** As the page does with the token in its address. */
export function signIn(base: string, url: string): Promise<Response> {
  return fetch(`${base}/api/sign-in`, {
    method: "POST",
    headers: { origin: base, "content-type": "application/json" },
    body: JSON.stringify({ token: new URL(url).searchParams.get("token") }),
  });
}

export class Visitor {
  readonly base: string;
  readonly secret: string;

  constructor(base: string, secret: string) {
    this.base = base;
    this.secret = secret;
  }

  send(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(`${this.base}${path}`, {
      redirect: "manual",
      ...options,
      headers: {
        "x-holdfast-secret": this.secret,
        "sec-fetch-site": "same-origin",
        ...(options.headers as object),
      },
    });
  }

  /** Returns the answer; throws if it is refused. */
  async get<T>(path: string): Promise<T> {
    const response = await this.send(path);
    const value = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${path}: ${JSON.stringify(value)}`);
    return value as T;
  }

  async post(path: string, body: object): Promise<{ status: number; value: Record<string, unknown> }> {
    const response = await this.send(path, {
      method: "POST",
      headers: { origin: this.base, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, value: (await response.json()) as Record<string, unknown> };
  }

  /** Collects events until closed. */
  async watch(): Promise<Watcher> {
    const abort = new AbortController();
    const response = await this.send("/api/live", { signal: abort.signal });
    const watcher: Watcher = { status: response.status, events: [], close: () => abort.abort() };
    const collect = async () => {
      let text = "";
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString();
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
          if (name && data) watcher.events.push({ name, data: JSON.parse(data) });
        }
      }
    };
    collect().catch(() => {}); // Ended by `close`, or with the server.
    return watcher;
  }
}

export interface Watcher {
  status: number;
  events: { name: string; data: Record<string, unknown> }[];
  close(): void;
}
