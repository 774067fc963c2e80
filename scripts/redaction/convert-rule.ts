import type { Rule } from "../../src/text/redaction/rule.ts";
import { literalStarts } from "./literal-starts.ts";
import { minRun } from "./min-run.ts";
import { parseRe2 } from "./parse-re2.ts";
import { isCaseless, printRegex } from "./print-regex.ts";
import type { Node } from "./re2-tree.ts";

export type UpstreamRule = {
  id: string;
  description: string;
  regex?: string;
  keywords: string[];
  entropy?: number;
};

const CONTEXT = "[\\w.-]{0,50}?";
const NAME_TAIL = "(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}";
const OPERATOR = "(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}";

/** What upstream consumes after a secret, as lookaheads: the text after a secret stays. */
const TAILS: Record<string, string> = {
  "(?:\\\\?['\"\\x60]|[\\s;]|\\\\[nr]|$)": "(?!\\w)",
  "(?:[\\x60'\"\\s;]|\\\\[nr]|$|\\b)": "(?!\\w)",
  "(?:[^\\w-]|\\z)": "(?![\\w-])",
  "(?:[^a-zA-Z0-9+/]|\\z)": "(?![a-zA-Z0-9+/])",
  "(?:[^\\w\\/+=-]|\\z)": "(?![\\w/+=-])",
};

/** Changes to a regex. Each must apply, so that a new upstream version is reviewed. */
const CHANGES: Record<string, [from: string, to: string]> = {
  // Forty hexadecimal digits alone are a commit, not a token.
  "sourcegraph-access-token": [
    "(\\b(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40}|[a-fA-F0-9]{40})\\b)",
    "(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40})",
  ],
  "microsoft-teams-webhook": ["https://[a-z0-9]+\\.webhook", "\\.webhook"],
  "slack-webhook-url": ["(?:https?://)?hooks.slack.com", "hooks\\.slack\\.com"],
  "azure-ad-client-secret": [
    "(?:^|[\\\\'\"\\x60\\s>=:(,)])([a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\\\'\"\\x60\\s<),])",
    "[a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34}",
  ],
};

/** Rules whose literal is not at their start, which begin `before` characters before it. */
const WITHIN: Record<string, { starts: string[]; before: number }> = {
  "azure-ad-client-secret": { starts: [..."0123456789"].map((digit) => `${digit}q~`), before: 3 },
  "hashicorp-tf-api-token": { starts: [".atlasv1."], before: 14 },
  "maxmind-license-key": { starts: ["_mmk"], before: 36 },
};

/** Rules for which upstream has its own filter against words. */
const NEEDS_DIGIT = new Set(["vault-service-token"]);

/** Rules with a common pattern, which apply only if the text mentions the vendor. */
const NEEDS: Record<string, string> = {
  // Its three capitals occur in any large picture in base64.
  "exoscale-api-key": "exoscale",
  "ovh-application-secret": "ovh",
  "ovh-consumer-key": "ovh",
};

export function convertRule(upstream: UpstreamRule): Rule[] {
  const { id } = upstream;
  const shared = {
    id,
    ...(upstream.entropy === undefined ? {} : { entropy: upstream.entropy }),
    ...(NEEDS[id] === undefined ? {} : { needs: NEEDS[id] }),
    ...(NEEDS_DIGIT.has(id) ? { needsDigit: true } : {}),
  };
  return splitAlternatives(readRegex(upstream)).flatMap((regex): Rule[] => {
    const assigned = splitAssignment(regex);
    if (!assigned) return [{ ...lowerEntropy(shared), ...convertToken(id, regex) }];
    const { vendor, secret } = assigned;
    const named = convertAssignment(vendor, secret);
    const alone = literalStarts(secret)?.every(
      (start) => /[^a-z0-9]/.test(start.slice(1)) && start.length > 3,
    );
    return alone ? [{ ...lowerEntropy(shared), ...convertAlone(secret) }] : [{ ...shared, ...named }];
  });
}

/** A token with a known prefix is redacted unless it is a placeholder: a false alarm costs less than a leak. */
function lowerEntropy<T extends { entropy?: number }>(shared: T): T {
  return shared.entropy === undefined ? shared : { ...shared, entropy: Math.min(shared.entropy, 2) };
}

/** A token with a known prefix needs no vendor's name before it. */
function convertAlone(secret: Node): Omit<Rule, "id"> {
  const caseless = isCaseless(secret);
  return {
    starts: literalStarts(secret) ?? [],
    pattern: `${printRegex(secret, caseless)}(?!\\w)`,
    ...(caseless ? { caseless } : {}),
    edge: true,
    minRun: minRun(secret),
  };
}

function convertAssignment(vendor: Node, secret: Node): Omit<Rule, "id"> {
  const caseless = isCaseless(vendor) && isCaseless(secret);
  const starts = literalStarts(vendor);
  if (!starts) throw new Error("the vendor's name has no literal start");
  return {
    starts,
    vendor: printRegex(vendor, caseless),
    pattern: printRegex(secret, caseless),
    // A word is not a vendor's key, however long it is.
    needsDigit: true,
    ...(caseless ? { caseless } : {}),
  };
}

function convertToken(id: string, regex: string): Omit<Rule, "id"> {
  const tail = Object.keys(TAILS).find((text) => regex.endsWith(text));
  const body = tail ? regex.slice(0, -tail.length) : regex;
  const edge = /^(?:\(\?i\))?\\b/.test(body);
  const tree = parseRe2(edge ? body.replace("\\b", "") : body);
  const caseless = isCaseless(tree);
  const within = WITHIN[id];
  const starts = within?.starts ?? literalStarts(tree);
  if (!starts) throw new Error("no literal start");
  return {
    starts,
    pattern: printRegex(tree, caseless) + (tail ? TAILS[tail] : ""),
    ...(caseless ? { caseless } : {}),
    ...(edge ? { edge } : {}),
    ...(within ? { before: within.before } : { minRun: minRun(tree) }),
  };
}

/** The upstream regex with our changes. */
export function readRegex({ id, regex = "" }: UpstreamRule): string {
  const change = CHANGES[id];
  if (!change) return regex;
  if (!regex.includes(change[0])) throw new Error(`the change to ${id} no longer applies`);
  return regex.replace(change[0], () => change[1]);
}

/** Splits a rule for two kinds of token, one after its vendor's name and one by itself. */
function splitAlternatives(regex: string): string[] {
  const [first = "", ...rest] = regex.split("|\\b(");
  if (rest.length !== 1 || !first.includes(OPERATOR)) return [regex];
  return [first, `${first.startsWith("(?i)") ? "(?i)" : ""}\\b(${rest[0]}`];
}

function splitAssignment(regex: string): { vendor: Node; secret: Node } | undefined {
  const [left, right, ...more] = regex.split(OPERATOR);
  if (left === undefined || right === undefined || more.length > 0) return undefined;
  const tail = Object.keys(TAILS)[0] ?? "";
  if (!right.endsWith(tail)) throw new Error("an assignment without the usual end");
  const caseless = left.startsWith("(?i)");
  const name = left.replace("(?i)", "").replace(CONTEXT, "").replace(`(?i:${CONTEXT}`, "");
  const vendor = name.endsWith(`${NAME_TAIL})`) ? name.slice(0, -1) : name;
  if (!vendor.endsWith(NAME_TAIL)) throw new Error("an assignment without the usual name");
  return {
    vendor: parseRe2(vendor.slice(0, -NAME_TAIL.length), { i: true, s: false }),
    secret: parseRe2(right.slice(0, -tail.length), { i: caseless, s: false }),
  };
}
