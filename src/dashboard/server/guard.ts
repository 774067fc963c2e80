// Answers only the browser that presented the token, only our own pages, and only this user: not other pages (even on other ports
// of this machine), nor other users.
import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { SECRET_HEADER } from "../contract.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export interface Refusal {
  status: 401 | 403;
  code: string;
  message: string;
  hint: string;
}

const START_AGAIN = "Run `holdfast dashboard` again, or press Enter in its terminal for a new address.";

export class Guard {
  readonly #port: number;
  /** In the address that the terminal shows. Works once. */
  #token: string | null = null;
  /** Kept by the pages, which send it with each request. A cookie would also go to every other port of this machine. */
  readonly #secret = randomText();

  constructor(port: number) {
    this.#port = port;
  }

  /** A new address; an earlier unused one stops working. */
  newToken(): string {
    this.#token = randomText();
    return this.#token;
  }

  /** Refuses requests by where they come from; null if it is fine. Checked first. `peerPort`: the client's port. */
  checkSource(request: Request, peerPort: number | null): Refusal | null {
    if (!isOwnUser(this.#port, peerPort))
      return refuse("other-user", "it belongs to another user", "Run `holdfast dashboard` yourself.");
    const host = request.headers.get("host") ?? "";
    const hosts = [`127.0.0.1:${this.#port}`, `localhost:${this.#port}`];
    if (!hosts.includes(host))
      return refuse(
        "wrong-host",
        "this is not the address of the dashboard",
        "Use the address in the terminal.",
      );
    const origin = request.headers.get("origin");
    const site = request.headers.get("sec-fetch-site");
    const isRead = request.method === "GET";
    // "none": a person typed the address. Any other page is another origin, even on this machine.
    const isOwn = origin === null ? isRead : origin === `http://${host}`;
    if (!isOwn || (site !== null && site !== "same-origin" && !(isRead && site === "none")))
      return refuse("wrong-origin", "the request comes from another page", "Use the dashboard's own pages.");
    return null;
  }

  /** Whether the page has traded the token for the secret. A live stream cannot send headers. */
  hasSecret(request: Request, url: URL): boolean {
    const given =
      request.headers.get(SECRET_HEADER) ??
      (url.pathname === "/api/live" ? url.searchParams.get("secret") : null);
    return given !== null && isSame(given, this.#secret);
  }

  /** The secret in exchange for the token; null for a wrong or used one. */
  exchange(token: string): string | null {
    if (this.#token === null || !isSame(token, this.#token)) return null;
    this.#token = null;
    return this.#secret;
  }

  static readonly notSignedIn: Refusal = {
    status: 401,
    code: "not-signed-in",
    message: "this browser is not signed in, or the address was already used",
    hint: START_AGAIN,
  };
}

function refuse(code: string, message: string, hint: string): Refusal {
  return { status: 403, code, message, hint };
}

/** 256 bits. */
function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

const ROOT = 0;

/** Linux says whose connection it is; root may be a relay and sees everything anyway. Elsewhere the secret alone counts. */
function isOwnUser(port: number, peerPort: number | null): boolean {
  const own = process.getuid?.();
  if (process.platform !== "linux" || own === undefined || peerPort === null) return true;
  try {
    const uid = peerOwner(readFileSync("/proc/net/tcp", "latin1"), peerPort, port);
    return uid === null || uid === own || uid === ROOT;
  } catch {
    return true; // Unknown on this system.
  }
}

/** The user of a local connection, from the system's table; null if it is not listed. */
export function peerOwner(table: string, from: number, to: number): number | null {
  const address = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const row = table.split("\n").find((each) => each.includes(` ${address(from)} ${address(to)} `));
  const uid = row?.trim().split(/\s+/)[7];
  return uid === undefined ? null : Number(uid);
}
