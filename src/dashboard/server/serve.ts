// The dashboard's server: every request passes the guard first, then one handler.
import { databasePath, type Environment } from "../../config/environment.ts";
import { recordFault } from "../../store/fault-log.ts";
import { openStore, type Store, toStoreError } from "../../store/open.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import { MOVED, PAGE, readAsset } from "../assets.ts";
import type { Actions, ApiFailure, SignedIn } from "../contract.ts";
import { Guard, HEADERS, type Refusal } from "./guard.ts";
import { LiveFeed } from "./live.ts";
import { type Routes, routesOf } from "./routes.ts";
import { isStoreError, StoreReader } from "./store-reader.ts";

const MAX_BODY_BYTES = 256 * 1024;
const IDLE_SECONDS = 60;

/** Supplied by the command line, whose commands carry out actions. */
export interface DashboardHost {
  env: Environment;
  act: {
    [Path in PersonalAction]: (body: Actions[Path]["body"], store: Store) => Promise<Actions[Path]["answer"]>;
  };
}

/** Actions recorded as the person's; the others change nothing. */
export type PersonalAction = Exclude<keyof Actions, "/api/doctor">;

export interface Dashboard {
  port: number;
  /** Makes a new address, which works once. */
  newAddress(): string;
  stop(): Promise<void>;
}

/** `port`: 0 for any free one. */
export async function startDashboard(host: DashboardHost, port: number): Promise<Dashboard> {
  // The build delays the JIT for hooks; this process lives longer.
  Bun.unsafe.setJITPolicy(1);
  // Creates or migrates the files, as every command does. If it cannot, the pages say so and keep trying.
  await openStore(databasePath(host.env)).then(
    (store) => store.close(),
    () => {},
  );
  const reader = new StoreReader(host.env);
  const live = new LiveFeed(reader);
  const routes = routesOf(host, reader);
  let guard: Guard;
  const server = listen(port, (request, bun) => answer(request, bun, { host, guard, live, reader, routes }));
  guard = new Guard(server.port ?? port);
  return {
    port: server.port ?? port,
    newAddress: () => `http://127.0.0.1:${server.port}/?token=${guard.newToken()}`,
    async stop() {
      live.close();
      await server.stop(true);
      reader.close();
    },
  };
}

type BunServer = Bun.Server<undefined>;

function listen(port: number, fetch: (request: Request, server: BunServer) => Promise<Response>): BunServer {
  try {
    return Bun.serve({
      hostname: "127.0.0.1",
      port,
      fetch,
      development: false,
      // Otherwise Bun lets two processes listen on one port.
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      // Above our own limit, so that the page gets our answer.
      maxRequestBodySize: 2 * MAX_BODY_BYTES,
      error: () => failure(500, "bug", "the request could not be answered", "Reload the page."),
    });
  } catch (error) {
    throw new UserError(
      "port-taken",
      `the server cannot start on port ${port}: ${errorMessage(error)}`,
      "Choose another with --port, or leave it out to use any free one.",
      { cause: error },
    );
  }
}

interface Parts {
  host: DashboardHost;
  guard: Guard;
  live: LiveFeed;
  reader: StoreReader;
  routes: Routes;
}

async function answer(request: Request, server: BunServer, parts: Parts): Promise<Response> {
  const { guard, live } = parts;
  const refusal = guard.checkSource(request, server.requestIP(request)?.port ?? null);
  // A refused host may make an address that is no URL.
  const url = URL.parse(request.url);
  const isData = url?.pathname.startsWith("/api/") ?? false;
  if (refusal || url === null) return refuse(refusal ?? Guard.notSignedIn, isData);
  const isRead = request.method === "GET";
  // The pages themselves have no data.
  if (!isData) return isRead ? page(url.pathname) : notAllowed(request);
  if (url.pathname === "/api/sign-in") return signIn(request, guard);
  if (!guard.hasSecret(request, url)) return refuse(Guard.notSignedIn, isData);
  if (url.pathname === "/api/live") {
    if (!isRead) return notAllowed(request);
    if (live.isFull)
      return failure(429, "too-many", "too many pages are open", "Close some of them, then reload this one.");
    server.timeout(request, 0);
    return new Response(live.open(), {
      headers: { ...HEADERS, "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  }
  try {
    return await answerData(request, url, isRead, parts);
  } catch (error) {
    return toFailure(error, request.method, parts);
  }
}

async function answerData(request: Request, url: URL, isRead: boolean, { routes }: Parts): Promise<Response> {
  const read = routes.reads.get(url.pathname);
  const act = routes.actions.get(url.pathname);
  if (!read && !act)
    return failure(404, "no-path", `unknown path ${url.pathname.slice(0, 80)}`, "Reload the page.");
  if (isRead && read) return json(await read(Object.fromEntries(url.searchParams)));
  if (request.method !== "POST" || !act) return notAllowed(request);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    return failure(415, "not-json", "the body is not sent as JSON", "Send content-type: application/json.");
  const body = await readBody(request);
  if (body === null)
    return failure(413, "too-large", `the body has more than ${MAX_BODY_BYTES / 1024} KB`, "Send less.");
  return json(await act(body));
}

/** null if it is too long, or does not say how long it is. */
async function readBody(request: Request): Promise<unknown> {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > MAX_BODY_BYTES) return null;
  return request.json().catch((cause: unknown) => {
    throw new UserError("bad-body", "the body is not JSON", "Send one JSON object.", { cause });
  });
}

/** Trades the token in the address for the secret. */
async function signIn(request: Request, guard: Guard): Promise<Response> {
  if (request.method !== "POST") return notAllowed(request);
  const token = (await readBody(request)?.catch(() => null)) as { token?: unknown } | null;
  const secret = typeof token?.token === "string" ? guard.exchange(token.token) : null;
  return secret === null ? refuse(Guard.notSignedIn, true) : json({ secret } satisfies SignedIn);
}

function page(path: string): Response {
  const moved = MOVED.get(path);
  if (moved !== undefined)
    return new Response(null, { status: 303, headers: { ...HEADERS, location: moved } });
  const asset = readAsset(path);
  // The page itself says that the address is unknown.
  const { type, body } = asset ?? PAGE;
  return new Response(body, { status: asset ? 200 : 404, headers: { ...HEADERS, "content-type": type } });
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value ?? null), {
    status,
    headers: { ...HEADERS, "content-type": "application/json; charset=utf-8" },
  });
}

function failure(status: number, code: string, message: string, hint: string): Response {
  return json({ error: { code, message, hint } } satisfies ApiFailure, status);
}

function notAllowed({ method }: Request): Response {
  return failure(405, "wrong-method", `${method.slice(0, 20)} is not allowed here`, "Reload the page.");
}

/** As text for a person, as JSON for a page. */
function refuse({ status, code, message, hint }: Refusal, isData: boolean): Response {
  if (isData) return failure(status, code, message, hint);
  return new Response(`holdfast dashboard: ${message}.\n\n${hint}\n`, {
    status,
    headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}

const MISSING = new Set(["no-stop", "no-session", "no-memory"]);

async function toFailure(error: unknown, method: string, { host, reader }: Parts): Promise<Response> {
  if (error instanceof UserError) {
    const { code, message, hint } = error;
    const isBad = code === "usage" || code.startsWith("bad-");
    const status = code === "store" ? 503 : isBad ? 400 : method !== "POST" && MISSING.has(code) ? 404 : 409;
    return failure(status, code, message, hint);
  }
  if (isStoreError(error)) {
    // The file may have been replaced.
    reader.close();
    const { problem, message } = toStoreError(error);
    return failure(503, `store-${problem}`, message, "`holdfast doctor` says more.");
  }
  const message = errorMessage(error);
  await recordFault(host.env, { part: "dashboard", message });
  return failure(500, "bug", "holdfast failed; the fault log has the details", "`holdfast doctor` shows it.");
}
