// Allows requests only from the browser that presented the token, and only from our own pages: not from other pages (even on
// other ports of this machine), nor from other users.
import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";

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
  /** Differs from the token, so that seeing the address does not reveal it. */
  readonly #cookie = randomText();

  constructor(port: number) {
    this.#port = port;
  }

  /** A new address; an earlier unused one stops working. */
  newToken(): string {
    this.#token = randomText();
    return this.#token;
  }

  /** Refuses requests by their origin; null if it is fine. Checked first. */
  checkSource(request: Request): Refusal | null {
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

  /** Whether the browser has traded the token for the cookie. */
  hasCookie(request: Request): boolean {
    const cookies = (request.headers.get("cookie") ?? "").split(";").map((one) => one.trim());
    const prefix = `${this.#cookieName}=`;
    return cookies.some((one) => one.startsWith(prefix) && isSame(one.slice(prefix.length), this.#cookie));
  }

  /** The cookie in exchange for the token; null for a wrong or used one. `peerPort`: the client's port. */
  exchange(token: string, peerPort: number | null): string | null {
    if (this.#token === null || !isSame(token, this.#token) || !isOwnUser(this.#port, peerPort)) return null;
    this.#token = null;
    return `${this.#cookieName}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/`;
  }

  static readonly noCookie: Refusal = {
    status: 401,
    code: "no-cookie",
    message: "this browser is not signed in, or the address was already used",
    hint: START_AGAIN,
  };

  /** Cookies are shared between ports, and two dashboards may run. */
  get #cookieName(): string {
    return `holdfast-${this.#port}`;
  }
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

/**
 * The address is an argument of the program that opens it, which other users can read. Linux says whose connection it is;
 * root may be a relay and sees everything anyway. Where this is unknown, the token alone counts.
 */
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
