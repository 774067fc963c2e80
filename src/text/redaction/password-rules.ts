// Passwords without a name beside them that says so: in commands, in files of logins and in tables.

import type { Rule } from "./rule.ts";
import { isPlaceholder } from "./secret-value.ts";

const ARGUMENT = "\\\\{0,7}[\"']?([^\\s\"'\\\\]{3,200})";

export const listCommandRules = (): readonly Rule[] => [
  command(["http -", "https -"], `https? (?:-a|--auth)[ =]["']?[^\\s:"'\\\\]{1,100}:([^\\s"'\\\\]{3,200})`),
  command(["sshpass"], `sshpass [^\\n|&;]{0,40}?-p ?${ARGUMENT}`),
  command(["mysql"], `mysql(?:dump|admin|import)? [^\\n|&;]{0,200}?(?<=\\s)-p${ARGUMENT}`),
  command(["mongo"], `mongo(?:sh|dump|restore|import|export)? [^\\n|&;]{0,200}?(?<=\\s)-p ?${ARGUMENT}`),
  command(["redis-cli"], `redis-cli [^\\n|&;]{0,200}?(?:-a|--pass) ${ARGUMENT}`),
  command(["sqlcmd ", "unzip -", "zip -"], `(?:sqlcmd|unzip|zip) [^\\n|&;]{0,200}?(?<=\\s)-P ?${ARGUMENT}`),
  command(["7z "], `7z [^\\n|&;]{0,100}?(?<=\\s)-p${ARGUMENT}`),
  command(
    ["sqlplus ", "oracle:thin:"],
    '(?:sqlplus [^\\n|/]{0,40}?|oracle:thin:)[\\w$]{1,40}/\\\\{0,7}"?([^\\s"\'\\\\/]{3,100}?)(?=\\\\{0,7}"?@)',
  ),
  command(["ldapsearch", "ldapadd", "ldapmodify"], `ldap[a-z]{3,6} [^\\n|&;]{0,200}?(?<=\\s)-w ${ARGUMENT}`),
  command(["smbclient"], "smbclient [^\\n|&;]{0,200}?-U ?[\"']?[^\\s%\"']{1,60}%([^\\s\"'\\\\]{3,200})"),
  command(["net user "], `net user \\S{1,60} (?!/)${ARGUMENT}`),
  command(["az login", "twine upload"], `(?:az|twine) [^\\n|&;]{0,200}?(?<=\\s)-p[ =]${ARGUMENT}`),
  command(
    ["-generic-password", "-internet-passwo"],
    `-(?:generic|internet)-password [^\\n|&;]{0,200}?(?<=\\s)-w ${ARGUMENT}`,
  ),
  command(
    ["docker login", "podman login"],
    `(?:docker|podman) login [^\\n|&;]{0,200}?(?<=\\s)-p[ =]?${ARGUMENT}`,
  ),
  command(["openssl "], `openssl [^\\n|&;]{0,200}?(?:pass:|-K )${ARGUMENT}`),
  command(["--from-literal="], "--from-literal=[\"']?[\\w.-]{1,60}=[\"']?([^\\s\"'\\\\]{3,400})"),
  command(["::add-mask::"], "::add-mask::([^\\s\"'\\\\]{4,400})"),
  command(["convertto-secure"], "ConvertTo-SecureString (?:-String )?\\\\{0,7}[\"']([^\"'\\\\]{3,200})"),
  command(
    ["identified by", "identified with"],
    "identified (?:with \\w{1,40} )?by (?:password )?\\\\{0,7}[\"']([^\\s\"'\\\\]{6,200})",
  ),
  command(
    ["echo "],
    "echo (?:-n )?\\\\{0,7}[\"']?(?:[\\w-]{1,32}:)?([^\\s\"'\\\\|]{6,400})(?=\\\\{0,7}[\"']? ?\\| ?(?:sudo (?:-S|chpasswd)|chpasswd|[^\\n|]{0,80}?--(?:password-stdin|with-token)))",
  ),
];

function command(starts: string[], pattern: string): Rule {
  return {
    id: "command-password",
    starts,
    pattern,
    caseless: true,
    isSecret: (secret) => !isPlaceholder(secret) && !/^\d{1,5}$/.test(secret),
  };
}

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
    isSecret: (secret) => /^[A-Z2-7]+$/.test(secret) && /\d/.test(secret),
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
    isSecret: (secret, { index, input }) =>
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
    isSecret: (secret) => id === "password-hash" || !isPlaceholder(secret),
  };
}
