// Secrets in files of logins and in tables, with no name beside them that says so.
import { isPlaceholder } from "./placeholder.ts";
import type { Rule } from "./rule.ts";

const SPACE = "(?:\\s|\\\\{1,7}[nrt]){1,20}";
const WORD = "([^\\s\"'\\\\]{3,200})";
const HASH = "[A-Za-z0-9./+]";

export const listLoginRules = (): readonly Rule[] => [
  login(
    "netrc-password",
    ["login "],
    `login${SPACE}[^\\s\\\\]{1,100}${SPACE}(?:account${SPACE}[^\\s\\\\]{1,100}${SPACE})?password${SPACE}["']?${WORD}`,
  ),
  login(
    "nuget-password",
    ["<add key="],
    '<add key=\\\\{0,7}"[^"\\\\]{0,40}password\\\\{0,7}"\\s{1,20}value=\\\\{0,7}"([^"\\\\]{3,200})',
  ),
  login(
    "pgpass-password",
    [":5432:", "*:*:"],
    "(?:\\*:\\*|:5432):[^\\s:\"'\\\\]{1,60}:[^\\s:\"'*\\\\]{1,60}:(?!\\*)([^\\s:\"'\\\\]{4,200})(?=[\\s\"'\\\\]|$)",
  ),
  login(
    "password-hash",
    ["$6$", "$5$", "$1$", "$y$", "$2a$", "$2b$", "$2y$", "$apr1$", "$argon2", "$pbkdf2"],
    `\\$(?:2[aby]\\$\\d\\d\\$${HASH}{50,60}|[a-z0-9-]{1,16}\\$(?:[\\w=,./+]{1,90}\\$){1,3}${HASH}{20,100}={0,2})`,
  ),
  login(
    "composer-token",
    ["github-oauth", "gitlab-oauth", "bitbucket-oauth"],
    '(?:git(?:hub|lab)|bitbucket)-oauth\\\\{0,7}"[\\s:]{1,20}\\{\\s{0,20}\\\\{0,7}"[^"\\\\]{1,60}\\\\{0,7}"[\\s:]{1,20}\\\\{0,7}"([\\w-]{20,100})',
  ),
  {
    ...login("one-time-seed", ["totp", "2fa", "mfa"], ""),
    pattern:
      "(?:totp|2fa|mfa)[\\w -]{0,20}\\\\{0,7}[\"']?[ \\t]{0,3}[:=][ \\t]{0,3}\\\\{0,7}[\"']?([A-Z2-7]{16,128})(?!\\w)",
    judge: (secret) => /^[A-Z2-7]+$/.test(secret) && /\d/.test(secret),
  },
  login(
    "recovery-phrase",
    ["mnemonic", "seed phrase", "seed_phrase", "seedphrase", "recovery phrase", "secret phrase"],
    "(?:mnemonic|(?:seed|recovery|secret)[ _]?phrase)\\\\{0,7}[\"']?[ \\t]{0,3}[:=][ \\t]{0,3}\\\\{0,7}[\"']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![\\w ])",
  ),
  login(
    "vault-unseal-key",
    ["unseal key", "recovery key"],
    "(?:unseal|recovery) key \\d{1,2}: ?([A-Za-z0-9+/]{40,50}={0,2})",
  ),
  {
    ...login("typed-password", ['send "', "send \\", "send -- "], ""),
    pattern: 'send (?:-- )?\\\\{0,7}"([^"\\\\\\r\\n]{4,100})(?=\\\\{1,8}[rn])',
    judge: (secret, { index, input }) =>
      /\d/.test(secret) &&
      !isPlaceholder(secret) &&
      /assw|assphrase/i.test(input.slice(Math.max(0, index - 80), index)),
  },
];

function login(id: string, starts: string[], pattern: string): Rule {
  return {
    id,
    starts,
    pattern,
    caseless: true,
    judge: (secret) => id === "password-hash" || !isPlaceholder(secret),
  };
}
