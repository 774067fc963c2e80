import { expect, test } from "bun:test";
import { isTeamUrl, readTeamUrl } from "../../../../src/sync/postgres/team-url.ts";

const PROVEN = "postgres://ann@db.example.com/team?sslmode=verify-full";

test("a server elsewhere has to prove who it is", () => {
  expect(readTeamUrl(PROVEN)).toEqual({
    hostname: "db.example.com",
    port: 5432,
    database: "team",
    username: "ann",
    isVerified: true,
    rootCertificate: null,
  });
});

test.each([
  "postgres://ann@db.example.com/team",
  "postgres://ann@db.example.com/team?sslmode=require",
  "postgres://ann@db.example.com/team?sslmode=verify-ca",
  "postgres://ann@db.example.com/team?sslmode=disable",
  "postgres://ann@db.example.com/team?sslmode=require&sslmode=verify-full",
  "postgres://ann@db.example.com/team?sslmode=verify-full&sslmode=disable",
  "postgres://ann@127.0.0.2/team?sslmode=disable",
  "postgres://ann@localhost.example.com/team",
  "postgres://ann@localhost/team?sslmode=require",
])("%s is refused with what to write", (url) => {
  expect(() => readTeamUrl(url)).toThrow(
    expect.objectContaining({ code: "bad-remote", hint: expect.stringContaining("?sslmode=verify-full") }),
  );
});

test.each(["localhost", "127.0.0.1", "[::1]"])("a server on this machine (%s) need not", (host) => {
  expect(readTeamUrl(`postgresql://ann@${host}:6543/team`)).toMatchObject({ port: 6543, isVerified: false });
});

test.each([
  ["postgres://ann:secret@localhost/team", "password"],
  ["postgres://localhost/team", "your name"],
  ["postgres://ann@localhost/", "a database"],
  ["postgres://ann@localhost/team?host=evil.example.com", '"host"'],
  ["postgres://ann@localhost/team?options=-c%20role=bob", '"options"'],
  ["postgres://ann@loc alhost/team", "a space"],
  ["postgres://ann@localhost/te%am", "not a URL"],
  ["postgres:///team", "a host"],
  ["postgres://ann@localhost/team?sslrootcert=/nowhere/ca.pem", "cannot be read"],
])("%s is refused", (url, why) => {
  expect(isTeamUrl(url)).toBe(true);
  expect(() => readTeamUrl(url)).toThrow(why);
  expect(() => readTeamUrl(url)).not.toThrow("secret");
});

test("git URLs are not of a team", () => {
  for (const url of ["git@github.com:you/postgres.git", "https://example.com/postgres://", "/tmp/postgres"])
    expect(isTeamUrl(url)).toBe(false);
});
