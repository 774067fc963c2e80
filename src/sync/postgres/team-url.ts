// The URL of a team's database. It is taken apart here, so that nothing in it or in the environment can weaken the connection.
import { readFileSync } from "node:fs";
import { UserError } from "../../text/user-error.ts";

export interface TeamUrl {
  hostname: string;
  port: number;
  database: string;
  /** The developer's role. */
  username: string;
  /** Whether the server has to prove who it is: always, except on this machine. */
  isVerified: boolean;
  /** PEM, when the server's certificate is not signed by a public authority. */
  rootCertificate: string | null;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const PARAMETERS = ["sslmode", "sslrootcert"];
const PORT = 5432;

export function isTeamUrl(url: string): boolean {
  return /^postgres(?:ql)?:/i.test(url);
}

export function readTeamUrl(url: string): TeamUrl {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (/ /.test(url)) throw unusable("it has a space in it", "Write %20 for each space.");
  if (parsed === null || /[\p{Cc}\s]/u.test(url)) throw unusable("it is not a URL");
  const { hostname, port, username, password, searchParams, hash } = parsed;
  const database = decode(parsed.pathname.slice(1));
  if (password !== "")
    throw unusable(
      "it has a password in it",
      "Leave the password out: setup asks for it and keeps it in a file that only you can read.",
    );
  if (hostname === "" || username === "" || database === "" || database.includes("/") || hash !== "")
    throw unusable("it needs your name, a host and a database");
  const other = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (other !== undefined)
    throw unusable(`it has the parameter "${other}", and only ${PARAMETERS.join(" and ")} are known`);
  const isVerified = needsProof(hostname, searchParams.getAll("sslmode"));
  return {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? PORT : Number(port),
    database,
    username: decode(username),
    isVerified,
    rootCertificate: readCertificate(searchParams.get("sslrootcert")),
  };
}

/** The same database, for another role. */
export function developerUrl(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.username = name;
  return parsed.href;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unusable("it is not a URL");
  }
}

function needsProof(hostname: string, modes: readonly string[]): boolean {
  const [mode = ""] = modes;
  if (mode === "verify-full" && modes.length === 1) return true;
  if (LOOPBACK.includes(hostname) && (mode === "" || mode === "disable")) return false;
  const why =
    mode === ""
      ? "it does not say that the server has to prove who it is"
      : `sslmode=${mode} accepts a server that only claims to be ${hostname}`;
  throw unusable(
    why,
    "Write ?sslmode=verify-full at its end, and &sslrootcert=FILE for a certificate authority of your own.",
  );
}

function readCertificate(path: string | null): string | null {
  if (path === null || path === "system") return null;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(
      `${path} cannot be read`,
      "Give the path of the authority's certificate as sslrootcert.",
      error,
    );
  }
}

function unusable(
  why: string,
  hint = "Write postgres://NAME@HOST/DATABASE?sslmode=verify-full",
  cause?: unknown,
): UserError {
  return new UserError("bad-remote", `this database cannot be used: ${why}`, hint, { cause });
}
