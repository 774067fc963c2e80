import { expect, test } from "bun:test";
import { readGhProblem } from "../../../../src/platform/process/gh.ts";

const LOGIN = "To get started with GitHub CLI, please run:  gh auth login\n";

test.each([
  ["logged-out", 4, LOGIN],
  ["logged-out", 1, "HTTP 401: Bad credentials (https://api.github.com/graphql)\n"],
  ["rate-limited", 1, "HTTP 403: API rate limit exceeded for user ID 1. (https://api.github.com/graphql)\n"],
  ["rate-limited", 1, "HTTP 403: You have exceeded a secondary rate limit. Please wait a few minutes\n"],
  ["rate-limited", 1, "GraphQL: was submitted too quickly (createIssue)\n"],
  ["offline", 1, "error connecting to api.github.com\ncheck your internet connection\n"],
  ["offline", 1, 'Post "https://api.github.com/graphql": dial tcp 140.82.121.6:443: i/o timeout\n'],
  [
    "no-repository",
    1,
    "failed to run git: fatal: not a git repository (or any of the parent directories): .git\n",
  ],
  ["no-repository", 1, "no git remotes found\n"],
  [
    "no-repository",
    1,
    "none of the git remotes configured for this repository point to a known GitHub host. To tell gh about a new GitHub host, please use `gh auth login`\n",
  ],
  ["no-repository", 1, "GraphQL: Could not resolve to a Repository with the name 'a/b'. (repository)\n"],
  ["refused", 1, "HTTP 410: Issues are disabled for this repo\n"],
  ["refused", 7, ""],
])("%s: exit code %d, %s", (code, exitCode, stderr) => {
  expect(readGhProblem({ how: "exited", exitCode, stderr }).code).toBe(code as "refused");
});

test("what gh printed is reported briefly, without secrets and control characters", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const stderr = `bad thing ${token} \u001b[2J ${"x".repeat(2000)}\nsecond line`;
  const { message } = readGhProblem({ how: "exited", exitCode: 1, stderr });
  expect(message).not.toContain(token);
  expect(message).not.toContain("\u001b");
  expect(message).not.toContain("second line");
  expect(message.length).toBeLessThan(600);
});

test("a secret is not cut before it is recognised", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const stderr = `${"x".repeat(280)} ${token}`;
  const { message } = readGhProblem({ how: "exited", exitCode: 1, stderr });
  expect(message).not.toContain(token.slice(0, 12));
});
