import { expect, test } from "bun:test";
import { readClaims } from "../../../../src/gates/claims/read-claims.ts";

const shown = (message: string) =>
  readClaims(message).map(({ kind, isAll, isScoped, count }) =>
    [
      kind,
      ...(isAll ? ["all"] : []),
      ...(isScoped ? ["scoped"] : []),
      ...(count === null ? [] : [count]),
    ].join(" "),
  );

test.each<[string, string[]]>([
  ["All tests pass.", ["tests all"]],
  ["Done. All tests pass and linting is clean.", ["tests all"]],
  ["Perfect! All tests are now passing.", ["tests all"]],
  ["The full test suite passes.", ["tests all"]],
  ["**Tests:** All 40 tests pass with 100% branch coverage", ["tests all 40"]],
  ["- ✅ **63 tests** pass", ["tests 63"]],
  ["Tests pass.", ["tests"]],
  ["All 6 new tests pass", ["tests all scoped 6"]],
  ["230/230 crypto tests pass, web build clean.", ["tests scoped 230"]],
  ["All tests in `a.test.ts` pass.", []],
  ["All tests pass in the api package.", ["tests all scoped"]],
  ["Committed.", ["commit"]],
  ["Fixed and committed (`159313b5`).", ["commit"]],
  ["**Committed and pushed** `4afd4e47`: inlines it", ["commit", "push"]],
  ["I committed the change and pushed it.", ["commit", "push"]],
  ["Everything is staged and committed.", ["commit all"]],
  ["All tests pass and everything is pushed.", ["tests all", "push all"]],
  ["All tests pass and the change is committed and pushed.", ["tests all", "commit", "push"]],
  ["I committed the old code and pushed back on the request.", ["commit"]],
  ["I pushed back on the request.", []],
  ["I committed the fix and will push it later.", ["commit"]],
  ["I've pushed the branch.", ["push"]],
  ["Everything is committed.", ["commit all"]],
  ["Pushed to origin/main.", ["push"]],
  ["Force pushed the rebased branch", ["push"]],
  ["Pushed successfully - ready for testing", ["push"]],
  ["Spec written and committed to `docs/a.md`.", ["commit"]],
  ["I committed all pending changes including:", ["commit all"]],
  ["Pushed to main.", ["push"]],
  ["TypeScript compiles clean, unit tests pass.", ["tests"]],
  ["I verified that the tests pass.", ["tests"]],
  ["I ran the tests and they all pass.", ["tests"]],
  ["The build succeeds and all tests continue to pass.", ["tests all"]],
  ["All existing tests pass.", ["tests all"]],
  ["Tests: 12 passed, 0 failed", ["tests 12"]],
  ["Crypto tests: 229/229 pass", ["tests scoped 229"]],
  ["`go test ./...` passes clean.", ["tests"]],
  ["`npm test` passes in the api package.", ["tests scoped"]],
  ["All 5 tests pass with `bun test`.", ["tests all 5"]],
  ["I fixed the total, added a test and committed it.", ["commit"]],
  ["Done: fixed the bug, committed it and pushed.", ["commit", "push"]],
])("%s claims %j", (message, claims) => {
  expect(shown(message)).toEqual(claims);
});

test.each([
  "All tests should pass now.",
  "All tests pass except two.",
  "All tests pass, but the linter complains.",
  "Once the server is up, all tests pass.",
  "If all tests pass, merge it.",
  "Make sure all tests pass.",
  "Do all tests pass?",
  "Not all tests pass.",
  "The tests don't pass.",
  "All tests pass except the pre-existing failure.",
  "The tests were passing before.",
  "The agent says that all tests pass.",
  "CI: all tests pass.",
  "> All tests pass.",
  "| Tests | All tests pass |",
  "```\nAll tests pass.\n```",
  "### All tests pass",
  'The log says "All tests pass".',
  "Updated test function calls to pass the new parameter.",
  "The test passes a null to the function.",
  "I ran the tests and the build passes.",
  "Tests: 12 passed, 1 failed",
  "Verifying that each commit builds and all tests pass:",
  "`npm run lint` passes.",
  "I looked at how the hook works and committed files are left alone.",
  "I found the script that formats files and pushed them.",
  "Nothing committed yet.",
  "Not pushed.",
  "Say the word and it gets pushed.",
  "A file that is committed is removed from tracking.",
  "It was pushed earlier.",
  "You pushed it.",
  "Want it committed?",
  "Ready to be committed.",
  "Manual test passed.",
  "The smoke test passes on my phone.",
  "Pushed the Docker image to the registry.",
  "I've pushed the package to npm.",
  "I pushed the deadline to Friday.",
  "Pushed to Slack.",
  "Committed the transaction.",
  "The change is committed to the database.",
  "Committed to the plan.",
  "I have committed the fix in the submodule.",
  "Committed: `97c9c59` fixes the parser",
  "- Committed: 97c9c59, 1234567",
  "",
])("%j claims nothing", (message) => {
  expect(shown(message)).toEqual([]);
});

/** A backtracking pattern would take minutes for each. */
test.each(["all the tests ", "it is now ", "committed and ", "- ", "```\n", '"', "a-b/c. "])(
  "a message of %j is read in reasonable time",
  (part) => {
    const start = performance.now();
    readClaims(`${part.repeat(20_000)} tests pass`);
    readClaims(part.repeat(30));
    expect(performance.now() - start).toBeLessThan(1000);
  },
);
