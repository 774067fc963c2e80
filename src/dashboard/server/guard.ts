// Who may ask: the browser that brought the token, from a page of our own. Other pages of the same browser, also those of
// other ports of this machine, and other users of it may not.
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
  /** Of the address in the terminal. Works once. */
  #token: string | null = null;
  /** Another one than the token: whoever has seen the address has not seen this. */
  readonly #cookie = randomText();

  constructor(port: number) {
    this.#port = port;
  }

  /** A new address; an older one that nobody used does not work any more. */
  newToken(): string {
    this.#token = randomText();
    return this.#token;
  }

  /** What is wrong with where a request comes from; null when nothing is. Before anything else. */
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
    const isRead = request.method === "GET" || request.method === "HEAD";
    // A person types an address ("none"); every other page is another origin, be it on this machine.
    const isOwn = origin === null ? isRead : origin === `http://${host}`;
    if (!isOwn || (site !== null && site !== "same-origin" && !(isRead && site === "none")))
      return refuse("wrong-origin", "another page asked", "Use the dashboard's own pages.");
    return null;
  }

  /** Whether the browser has shown the token before. */
  hasCookie(request: Request): boolean {
    const cookies = (request.headers.get("cookie") ?? "").split(";").map((one) => one.trim());
    const prefix = `${this.#cookieName}=`;
    return cookies.some((one) => one.startsWith(prefix) && isSame(one.slice(prefix.length), this.#cookie));
  }

  /** The cookie for the token; null for a wrong or used one. `peerPort`: where the request comes from. */
  exchange(token: string, peerPort: number | null): string | null {
    if (this.#token === null || !isSame(token, this.#token) || !isOwnUser(this.#port, peerPort)) return null;
    this.#token = null;
    return `${this.#cookieName}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/`;
  }

  static readonly noCookie: Refusal = {
    status: 401,
    code: "no-cookie",
    message: "this browser has not been let in, or its address was used before",
    hint: START_AGAIN,
  };

  /** Cookies are not kept apart by port, and two dashboards may run. */
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
 * The address stands in the arguments of the program that opens it, where every user of the machine may read it. Linux tells whose
 * connection it is; root may be a relay, and sees everything anyway. Where nobody tells, the token alone counts.
 */
function isOwnUser(port: number, peerPort: number | null): boolean {
  const own = process.getuid?.();
  if (process.platform !== "linux" || own === undefined || peerPort === null) return true;
  try {
    const uid = peerOwner(readFileSync("/proc/net/tcp", "latin1"), peerPort, port);
    return uid === null || uid === own || uid === ROOT;
  } catch {
    return true; // No such list here.
  }
}

/** Whose connection leads from one port of this machine to another, by the system's list; null when it is not in it. */
export function peerOwner(table: string, from: number, to: number): number | null {
  const address = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const row = table.split("\n").find((each) => each.includes(` ${address(from)} ${address(to)} `));
  const uid = row?.trim().split(/\s+/)[7];
  return uid === undefined ? null : Number(uid);
}
