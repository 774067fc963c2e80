// Replaces secrets in a text or a JSON value before it is written anywhere.
import { findKeyLines } from "./key-lines.ts";
import { type LiteralScan, makeLiteralScan } from "./literal-scan.ts";
import { readLiterals } from "./literals.generated.ts";
import { OWN_GROUPS } from "./own-rules.ts";
import { type Block, type BlockRule, GROUP_SIZE, matchRule, type Rule, type SecretSpan } from "./rule.ts";
import { RULE_GROUPS } from "./rules.generated.ts";
import { endOfRun, kindOfName } from "./secret-name.ts";
import { NOT_SEARCHED, searchInTime } from "./time-limit.ts";

export type Redaction = { text: string; count: number };

const REDACTION_PREFIX = "[redacted:";

/** A redaction can reveal another secret next to it; more rounds are never needed. */
const MAX_ROUNDS = 4;

/** Ids that are less specific than the id of a token found at the same place. */
const GENERAL_IDS = [
  "named-secret",
  "authorization-header",
  "bearer-token",
  "cookie-header",
  "url-parameter",
];

/** Withholds the whole text if it takes too long to search. */
export function redact(text: string): Redaction {
  return (
    searchInTime(text.length, (check) => redactAll(text, check)) ?? {
      text: NOT_SEARCHED,
      count: 1,
    }
  );
}

/** Empty if it takes too long to search. */
export function listSecrets(text: string): string[] {
  const spans = searchInTime(text.length, (check) => joinSpans(findSecrets(text, check))) ?? [];
  return spans.map(({ start, end }) => text.slice(start, end));
}

function redactAll(text: string, check: () => void): Redaction {
  const plain = redactPlain(text, check);
  if (!plain.text.includes("\\u00")) return plain;
  // An escaped character hides a secret from every rule.
  const decoded = redactPlain(decodeEscapes(plain.text), check);
  return decoded.count === 0 ? plain : { text: decoded.text, count: plain.count + decoded.count };
}

function redactPlain(text: string, check: () => void): Redaction {
  let redacted = text;
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = findSecrets(redacted, check);
    if (found.length === 0) break;
    const spans = joinSpans(found);
    count += spans.length;
    redacted = replaceSpans(redacted, spans);
  }
  return { text: redacted, count };
}

/** Except quotes and backslashes, which would end a JSON string. */
function decodeEscapes(text: string): string {
  return text.replace(/\\u00(2[013-9a-f]|[3467][0-9a-f]|5[0-9abd-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

let scanLiterals: LiteralScan | undefined;

function findSecrets(text: string, check: () => void): SecretSpan[] {
  scanLiterals ??= makeLiteralScan(readLiterals());
  const spans: SecretSpan[] = [];
  let blockEnd = 0;
  let run = { start: 0, end: 0 };
  scanLiterals(text, (at, numbers) => {
    if (at < blockEnd) return undefined;
    check();
    for (const number of numbers) {
      const rule = ruleOf(number);
      if ("findBlocks" in rule) {
        for (const block of rule.findBlocks(text, at)) {
          add(rule.id, block);
          if (block.start <= at) blockEnd = Math.max(blockEnd, block.end);
        }
        continue;
      }
      const secret = matchRule(rule, text, at);
      if (!secret) continue;
      if (secret.end < run.start || secret.end > run.end)
        run = { start: secret.end, end: endOfRun(text, secret.end) };
      add(rule.id, { start: secret.start, end: run.end });
    }
    return undefined;
  });
  for (const block of findKeyLines(text)) add("private-key", block);
  return spans;

  function add(id: string, { start, end }: Block): void {
    if (
      !text.startsWith(REDACTION_PREFIX, start) &&
      !text.startsWith(REDACTION_PREFIX, start - REDACTION_PREFIX.length)
    )
      spans.push({ id, start, end });
  }
}

const groups: (readonly (Rule | BlockRule)[])[] = [];

function ruleOf(number: number): Rule | BlockRule {
  const place = Math.floor(number / GROUP_SIZE);
  const make = place < OWN_GROUPS.length ? OWN_GROUPS[place] : RULE_GROUPS[place - OWN_GROUPS.length];
  groups[place] ??= make?.() ?? [];
  const rule = groups[place][number % GROUP_SIZE];
  if (!rule) throw new RangeError(`no redaction rule ${number}: rules.generated.ts is out of date`);
  return rule;
}

function joinSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const joined: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (!last || span.start >= last.end) {
      joined.push({ ...span });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (GENERAL_IDS.includes(last.id)) last.id = span.id;
  }
  return joined;
}

function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, id } of spans) {
    result += `${text.slice(from, start)}${REDACTION_PREFIX}${id}]`;
    from = end;
  }
  return result + text.slice(from);
}

type ValueRedaction = { value: unknown; count: number };

/** Deeper than any tool's response; anything deeper is removed. */
const MAX_DEPTH = 200;

const plainNames = new Set<string>();

/**
 * Redacts each string and key by itself, then the whole as one text, in which keys are next to their values. Without a secret
 * the value itself is returned. `known`: the value as JSON.
 */
export function redactValue(value: unknown, known?: string): ValueRedaction {
  let count = 0;
  const walked = walk(value, []);
  const each = count === 0 ? value : walked;
  const json = count === 0 && known !== undefined ? known : toJson(each);
  const joined = json === undefined ? undefined : redact(json);
  if (!joined || joined.count === 0) return { value: each, count };
  return { value: fromJson(joined.text), count: count + joined.count };

  function walk(part: unknown, above: readonly object[]): unknown {
    if (typeof part === "string") return redactText(part);
    if (typeof part !== "object" || part === null) return part;
    if (above.length > MAX_DEPTH || above.includes(part)) return remove("too-deep");
    const path = [...above, part];
    if (Array.isArray(part)) return part.map((item) => walk(item, path));
    return Object.fromEntries(
      Object.entries(part).map(([name, item]) => [
        redactName(name),
        isPin(name, item) ? remove("named-secret") : walk(item, path),
      ]),
    );
  }

  function remove(id: string): string {
    count++;
    return `[redacted:${id}]`;
  }

  /** Values of one kind have the same names. */
  function redactName(name: string): string {
    if (plainNames.has(name)) return name;
    const redacted = redactText(name);
    if (redacted === name && name.length < 64 && plainNames.size < 1000) plainNames.add(name);
    return redacted;
  }

  function redactText(text: string): string {
    const redacted = redact(text);
    count += redacted.count;
    return redacted.text;
  }
}

/** A numeric password, which has no quotes in the joined text, so its replacement there would not be JSON. */
function isPin(name: string, item: unknown): boolean {
  return typeof item === "number" && String(item).length > 3 && kindOfName(name) === "password";
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Not representable in JSON (a bigint, a cycle); its texts were redacted one by one.
    return undefined;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A secret ran over the end of its string; the redacted text is kept instead of the value.
    return text;
  }
}
