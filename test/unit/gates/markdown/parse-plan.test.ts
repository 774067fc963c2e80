import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { allItems, itemsOf, parsePlan, validatePlan } from "../../../../src/gates/markdown/parse-plan.ts";

const PLAN = `# Login

Some words.

## Phase 1: Server
- [x] Route (verify: \`npm test -- route\`)
- [ ] Session store
  with a timeout
  (verify: node -e "check('a (b)')")

<checkpoint>
- [ ] the user looks at it
</checkpoint>

- [ ] Cookies

## Phase 2: Pages
### Form
1. [ ] Fields
* [-] Captcha, dropped

**STOP** for approval

- [ ] Styles

## Ship criteria
- [ ] Docs
- [x] Tests

## Out of scope
- [ ] Passkeys

\`\`\`md
- [ ] not an item
\`\`\`
<!-- - [ ] not one either -->
`;

describe("PLAN.md", () => {
  const plan = parsePlan(PLAN);

  test("has phases with their items, whatever headings follow", () => {
    expect(
      plan.phases.map(({ title, steps }) => [title, steps.map(({ kind, text }) => `${kind}: ${text}`)]),
    ).toEqual([
      [
        "Phase 1: Server",
        ["item: Route", "item: Session store with a timeout", "checkpoint: ", "item: Cookies"],
      ],
      [
        "Phase 2: Pages",
        ["item: Fields", "item: Captcha, dropped", "checkpoint: STOP for approval", "item: Styles"],
      ],
    ]);
  });

  test("has ship criteria, and leaves out what is postponed, code and comments", () => {
    expect(plan.ship.map(({ text, done }) => [text, done])).toEqual([
      ["Docs", false],
      ["Tests", true],
    ]);
    expect(allItems(plan).map(({ text }) => text)).not.toContain("Passkeys");
    expect(allItems(plan)).toHaveLength(8);
  });

  test("has the command that proves an item", () => {
    expect(allItems(plan).flatMap(({ verify }) => verify ?? [])).toEqual([
      "npm test -- route",
      `node -e "check('a (b)')"`,
    ]);
  });

  test("without phases is a single phase", () => {
    const { phases } = parsePlan("# A\n## Tasks\n- [ ] one\n## Testing\n- [x] two\n");
    expect(phases.map(({ steps }) => itemsOf(steps).map(({ text }) => text))).toEqual([["one", "two"]]);
  });

  test.each([
    "STOP",
    "**STOP**: ask",
    "## STOP and wait",
    "> STOP here",
    "- [ ] STOP — approval",
    "🛑 STOP",
    "<checkpoint/>",
    '<checkpoint name="a">look</checkpoint>',
    "CHECKPOINT: review",
  ])("%s needs the user", (line) => {
    const { phases } = parsePlan(`- [ ] a\n${line}\n- [ ] b\n`);
    expect(phases.flatMap(({ steps }) => steps.map(({ kind }) => kind))).toEqual([
      "item",
      "checkpoint",
      "item",
    ]);
  });

  test.each([
    "- [ ] STOP words are filtered",
    "- [ ] Stop the server",
    "Stop.",
    "NONSTOP",
    "- [ ] add a checkpoint table",
  ])("%s does not need the user", (line) => {
    const { phases } = parsePlan(`- [ ] a\n${line}\n`);
    expect(phases.flatMap(({ steps }) => steps.map(({ kind }) => kind))).not.toContain("checkpoint");
  });

  test("may have Windows line endings", () => {
    expect(allItems(parsePlan(PLAN.replaceAll("\n", "\r\n")))).toEqual(allItems(plan));
  });

  test("made of any text parses the same twice and never throws", () => {
    const line = fc.constantFrom(
      "# A",
      "## Phase 1",
      "- [ ] x",
      "- [x] y (verify: z)",
      "STOP",
      "<checkpoint>",
      "```",
      "<!--",
      "-->",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        expect(parsePlan(lines.join("\n"))).toEqual(parsePlan(lines.join("\n")));
      }),
    );
  });
});

describe("a plan is ready for work", () => {
  test("with tasks, ship criteria and no empty section", () => {
    expect(validatePlan(parsePlan(PLAN))).toEqual([]);
  });

  test.each([
    ["# A\n\nwords\n\n## Ship criteria\n- [ ] docs\n", "no tasks"],
    ["# A\n\n- [ ] one\n", "no ship criteria"],
    ["# A\n- [ ] one\n## Risks\n## Ship criteria\n- [ ] docs\n", '"Risks" is empty'],
    ["# A\n- [ ] one\n## Ship criteria\n- [ ] docs\n## Notes\n", '"Notes" is empty'],
  ])("%j is not: %s", (text, problem) => {
    expect(validatePlan(parsePlan(text)).join("; ")).toContain(problem);
  });
});
