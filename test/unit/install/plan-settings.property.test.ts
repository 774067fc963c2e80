import { expect, test } from "bun:test";
import fc from "fast-check";
import { fingerprint, type InstalledScope } from "../../../src/install/manifest.ts";
import { wantedSettings } from "../../../src/install/registration.ts";
import { planSettings, planWithoutOwn } from "../../../src/install/settings-edit.ts";
import { ownGroups, parseBody } from "../../../src/install/settings-value.ts";
import { runs } from "../../helpers/runs.ts";
import { writeLoosely } from "./loose-json.ts";
import { hasWantedEntries } from "./wanted-entries.ts";

interface Settings {
  [key: string]: unknown;
  hooks?: Record<string, unknown[]>;
  permissions?: { allow?: string[] };
  env?: Record<string, string>;
  statusLine?: unknown;
}

const foreignHook = fc.record(
  {
    type: fc.constant("command"),
    command: fc.constantFrom("make", "/usr/bin/notify", "holdfast-like hook", 'echo "ä" && exit 2'),
    args: fc.array(fc.string(), { maxLength: 2 }),
    timeout: fc.nat(),
  },
  { requiredKeys: ["type", "command"] },
);
const foreignGroup = fc.record(
  { matcher: fc.constantFrom("", "Bash|Edit"), hooks: fc.array(foreignHook, { maxLength: 3 }) },
  { requiredKeys: ["hooks"] },
);
const eventName = fc.constantFrom("Stop", "SessionStart", "PreToolUse", "PostToolUse", "Custom");
const rule = fc.constantFrom("Read", "Bash(ls:*)", "Bash(holdfast status:*)", "Bash(holdfast wrong:*)");
const otherKey = fc
  .string()
  .filter((key) => !["hooks", "permissions", "env", "statusLine", "__proto__"].includes(key));
const settings = fc
  .tuple(
    fc.dictionary(otherKey, fc.jsonValue(), { maxKeys: 4 }),
    fc.record(
      {
        hooks: fc.dictionary(eventName, fc.array(foreignGroup, { maxLength: 3 }), { maxKeys: 4 }),
        permissions: fc.record(
          { allow: fc.array(rule, { maxLength: 4 }), deny: fc.array(rule, { maxLength: 2 }) },
          { requiredKeys: [] },
        ),
        env: fc.dictionary(
          fc.constantFrom("A", "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"),
          fc.constantFrom("1", "99", "x"),
        ),
        statusLine: fc.oneof(
          fc.record({
            type: fc.constant("command"),
            command: fc.oneof(
              fc.string(),
              fc.constantFrom("it's mine\n", "'", "jq -r '.model'", "~/line.sh"),
            ),
            padding: fc.nat(),
          }),
          fc.constantFrom(null, "text", { type: "static", text: "x" }, { type: "command" }),
        ),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([others, known, first]): Settings => (first ? { ...known, ...others } : { ...others, ...known }));
const gaps = fc.array(fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t", "   "), {
  minLength: 1,
  maxLength: 7,
});
const bom = fc.constantFrom("", "\uFEFF");
const text = fc.tuple(bom, settings, gaps).map(([mark, value, spaces]) => mark + writeLoosely(value, spaces));
const original = fc.oneof(
  { weight: 9, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, "", "\n", "{ }") },
);

/** With our status line and rules for the tools in every other case. */
const wanted = (longLoops: boolean, home = "/home/me", statusLine = longLoops) =>
  wantedSettings(`${home}/.holdfast/bin/holdfast`, { longLoops, statusLine, mcp: statusLine });

function remember(plan: ReturnType<typeof planSettings>): InstalledScope {
  const { original, text, blockCap } = plan;
  return { original, hash: fingerprint(text), blockCap, mcp: true, files: [] };
}

test("installing twice equals installing once, and uninstalling restores the bytes", () => {
  fc.assert(
    fc.property(original, fc.boolean(), (before, longLoops) => {
      const first = planSettings(before, undefined, wanted(longLoops));
      expect(hasWantedEntries(parseBody(first.text), wanted(longLoops))).toBe(true);
      const second = planSettings(first.text, remember(first), wanted(longLoops));
      expect(second).toEqual(first);
      expect(planWithoutOwn(second.text, remember(second))).toBe(before);
    }),
    { numRuns: runs(100) },
  );
});

test("an upgrade with other entries keeps the first original", () => {
  fc.assert(
    fc.property(original, (before) => {
      const first = planSettings(before, undefined, wanted(false, "/old"));
      const second = planSettings(first.text, remember(first), wanted(true, "/new"));
      expect(second.text).not.toContain("/old/");
      expect(planWithoutOwn(second.text, remember(second))).toBe(before);
    }),
    { numRuns: runs(50) },
  );
});

const foreignEdit = fc.oneof(
  fc.jsonValue().map((value) => (current: Settings) => ({ ...current, foreign: value })),
  fc.tuple(eventName, foreignGroup, fc.boolean()).map(([event, group, first]) => (current: Settings) => {
    const groups = current.hooks?.[event] ?? [];
    return {
      ...current,
      hooks: { ...current.hooks, [event]: first ? [group, ...groups] : [...groups, group] },
    };
  }),
  fc.constant((current: Settings) => {
    const allow = [...(current.permissions?.allow ?? []), "Bash(cargo:*)"];
    return { ...current, permissions: { ...current.permissions, allow } };
  }),
  fc.constant((current: Settings) => ({ ...current, env: { ...current.env, FOREIGN: "1" } })),
);

test("after a foreign edit everything foreign is kept and nothing of ours stays", () => {
  fc.assert(
    fc.property(text, foreignEdit, gaps, fc.boolean(), (before, edit, spaces, longLoops) => {
      const plan = planSettings(before, undefined, wanted(longLoops));
      const edited = writeLoosely(edit(parseBody(plan.text) as Settings), spaces);
      const expected = JSON.parse(JSON.stringify(edit(parseBody(before) as Settings)));
      expect(parseBody(planWithoutOwn(edited, remember(plan)) ?? "")).toEqual(expected);
      const again = planSettings(edited, remember(plan), wanted(longLoops));
      expect(hasWantedEntries(parseBody(again.text), wanted(longLoops))).toBe(true);
      expect(parseBody(planWithoutOwn(again.text, remember(again)) ?? "")).toEqual(expected);
    }),
    { numRuns: runs(100) },
  );
});

test("without a manifest our hooks are removed and others stay", () => {
  const foreignOf = (value: unknown) => JSON.stringify(Object.values((value as Settings).hooks ?? {}).flat());
  fc.assert(
    fc.property(text, (before) => {
      const after = parseBody(
        planWithoutOwn(planSettings(before, undefined, wanted(false)).text, undefined) ?? "",
      );
      expect(ownGroups(after)).toEqual([]);
      expect(foreignOf(after)).toBe(foreignOf(parseBody(before)));
    }),
    { numRuns: runs(50) },
  );
});
