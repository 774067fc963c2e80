// One connection to a team's database: reconnects once, gives up in time, and says in plain words what went wrong.
import { printable } from "../../text/printable.ts";
import { UserError } from "../../text/user-error.ts";
import { RemoteError } from "../backend.ts";
import type { TeamUrl } from "./team-url.ts";

const CONNECT_SECONDS = 10;
const QUERY_MS = 30_000;
/** The connection was lost, or another transaction was in the way: nothing was done. */
const LOST = /^(?:08|57P0|40001|40P01)/;
const MAX_MESSAGE = 200;

export class Connection {
  readonly #sql: Bun.SQL;
  readonly #queryMs: number;

  constructor(url: TeamUrl, password: string, queryMs = QUERY_MS) {
    this.#sql = open(url, password);
    this.#queryMs = queryMs;
  }

  /** `query` must have the same effect when it runs twice. Throws a RemoteError. */
  async run<T>(query: (sql: Bun.SQL) => Promise<T>): Promise<T> {
    try {
      return await this.#inTime(query);
    } catch (error) {
      if (!isLost(error)) throw explain(error);
    }
    try {
      return await this.#inTime(query);
    } catch (error) {
      throw explain(error);
    }
  }

  async #inTime<T>(query: (sql: Bun.SQL) => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const seconds = Math.round(this.#queryMs / 1000);
      late.reject(new RemoteError("offline", `did not answer within ${seconds} seconds`));
      void this.close();
    }, this.#queryMs);
    try {
      return await Promise.race([query(this.#sql), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#sql.close({ timeout: 0 });
  }
}

/** Each setting is given: Bun takes what is missing from PGSSLMODE, PGDATABASE and their like. */
function open({ isVerified, rootCertificate, ...place }: TeamUrl, password: string): Bun.SQL {
  const mode = isVerified ? "verify-full" : "disable";
  const host = place.hostname.includes(":") ? `[${place.hostname}]` : place.hostname;
  return new Bun.SQL({
    ...place,
    adapter: "postgres",
    url: `postgres://${host}:${place.port}/?sslmode=${mode}`,
    password,
    // Said again, because NODE_TLS_REJECT_UNAUTHORIZED would undo the mode.
    tls: isVerified
      ? { rejectUnauthorized: true, ...(rootCertificate === null ? {} : { ca: rootCertificate }) }
      : false,
    max: 1,
    connectionTimeout: CONNECT_SECONDS,
    // Poolers give the next query to another connection.
    prepare: false,
  });
}

function isLost(error: unknown): boolean {
  const { code = "", errno } = error as { code?: string; errno?: unknown };
  return code === "ERR_POSTGRES_CONNECTION_CLOSED" || LOST.test(String(errno ?? ""));
}

function explain(error: unknown): unknown {
  if (error instanceof UserError || !(error instanceof Error) || !("code" in error)) return error;
  const { code, errno } = error as { code: unknown; errno?: unknown };
  const state = typeof errno === "string" ? errno : "";
  const message = printable(error.message).slice(0, MAX_MESSAGE);
  const [problem, words] = problemOf(String(code), state, message);
  return new RemoteError(problem, words, { cause: error });
}

function problemOf(code: string, state: string, message: string): ConstructorParameters<typeof RemoteError> {
  if (/^ERR_POSTGRES_CONNECTION|^ECONN|^ENOTFOUND|_TIMEOUT$/.test(code))
    return ["offline", "cannot be reached"];
  if (/^(?:08|57P|53300)/.test(state)) return ["offline", `is not available: ${message}`];
  if (state === "57014") return ["offline", "was too slow"];
  if (/^28/.test(state) || /AUTHENTICATION/.test(code)) return ["refused", `does not let you in: ${message}`];
  if (state === "42501") return ["refused", `does not allow this: ${message}`];
  if (state === "53100") return ["unusable", "has no space left"];
  if (/TLS|CERT|SSL|UNABLE_TO/.test(code))
    return ["unusable", `did not prove who it is (${code}): ${message}`];
  return ["unusable", `answered: ${message}`];
}
