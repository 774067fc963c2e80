// Rules for passwords without a telling name: in arguments of commands, login files and tables.
import { isPlaceholder, type Rule } from "./rule.ts";

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

const VALUE = "\\\\{0,7}[\"']?([^\\s\"'\\\\|&;<>]{4,400})";
/** Other arguments, also across line ends escaped in a shell. */
const ARGUMENTS = "(?:[^\\n|&;]|(?<=\\\\)\\n){0,300}?(?<=\\s)";

/** Tools whose `-p` is a password, with or without a space after it. */
const WITH_P =
  "cqlsh oras nerdctl buildah rdesktop ncftpput ncftpget evil-winrm mycli rabbitmqadmin useradd usermod poetry mariadb " +
  "mysqlsh mariadb-dump mariadb-admin";
/** Subcommands whose `-p` is a password. */
const LOGINS = ["registry login", "auth login", "oc login", "cf login", "nerdctl login", "ghcr login"];
const WITH_CAPITAL_P = "bcp tsql isql ipmitool mosquitto_pub mosquitto_sub";

export const listToolRules = (): readonly Rule[] => [
  tool(WITH_P, `-p(?:assword)?[ =]?${VALUE}`),
  rule(LOGINS, `[a-z]{2,8} login ${ARGUMENTS}-p[ =]?${VALUE}`),
  tool(WITH_CAPITAL_P, `-P ?${VALUE}`, { isExact: true }),
  tool(
    "curl wget",
    `(?:-[A-Za-z]{0,4}[uU]|--(?:proxy-)?user)[ =]{0,3}["']?[^\\s:"'\\\\]{1,100}:([^\\s"'\\\\]{3,200})`,
  ),
  tool("skopeo", `--(?:src-|dest-)?creds[ =]["']?[^\\s:"']{1,100}:([^\\s"'\\\\]{3,200})`),
  tool("lftp", `-u ["']?[^\\s,"']{1,100},([^\\s"'\\\\]{3,200})`),
  tool("xfreerdp wlfreerdp signtool", `/p[: ]${VALUE}`),
  tool("winexe rpcclient smbget smbmap", `-U ?["']?[^\\s%"']{1,60}%([^\\s"'\\\\]{3,200})`),
  rule(["net use "], `net use ${ARGUMENTS}/user:\\S{1,60} (?!/)${VALUE}`),
  tool("plink pscp psftp", `-pw ${VALUE}`),
  tool("snmpwalk snmpget snmpset", `-[AX] ${VALUE}`, { isExact: true }),
  tool("ldappasswd ldapdelete ldapcompare ldapwhoami", `-[wsa] ${VALUE}`),
  tool("htpasswd", `-[a-zA-Z]{0,4}b[a-zA-Z]{0,4} (?:[^\\s-]\\S{0,100} ){1,2}${VALUE}`),
  rule(
    ["rabbitmqctl add", "rabbitmqctl chan"],
    `rabbitmqctl (?:add_user|change_password) \\S{1,60} ${VALUE}`,
  ),
  rule(["nuget push", "gem push"], `(?:nuget|gem) push ${ARGUMENTS}(?:-k|--api-key|--key) ${VALUE}`),
  rule(["user-secrets set"], `user-secrets set \\\\{0,7}["']?[^\\s"'\\\\]{1,100}\\\\{0,7}["']? ${VALUE}`),
  rule(
    ["poetry config"],
    `poetry config (?:pypi-token\\.\\S{1,40}|http-basic\\.\\S{1,60} \\S{1,60}) ${VALUE}`,
  ),
  rule(["composer config"], `composer config ${ARGUMENTS}http-basic\\.\\S{1,60} \\S{1,60} ${VALUE}`),
  rule(["cargo login"], `cargo login ${VALUE}`),
  rule(["-keychain", "security import"], `(?:-keychain|security import) ${ARGUMENTS}-[pP] ${VALUE}`),
  tool("ssh-keygen", `-[NP] ?${VALUE}`, { isExact: true }),
  tool("rar unrar 7za 7zr", `-h?p${VALUE}`),
  tool("pdftk", `(?:input|user|owner)_pw ${VALUE}`),
  rule(["rclone obscure", "rclone config"], `rclone (?:obscure|config ${ARGUMENTS}pass) ${VALUE}`),
  rule(["mc alias set"], `mc alias set \\S{1,60} \\S{1,200} \\S{1,100} ${VALUE}`),
  tool("sendemail", `-xp ${VALUE}`),
  tool("openssl", `-k ${VALUE}`),
  rule(["nmcli "], `nmcli ${ARGUMENTS}password ${VALUE}`),
  rule(["wpa_passphrase"], `wpa_passphrase \\S{1,60} ${VALUE}`),
  rule(["bw login", "bw unlock"], `bw (?:login \\S{1,100}|unlock) (?!-)${VALUE}`),
  rule(["cf auth"], `cf auth \\S{1,100} ${VALUE}`),
  rule(["encrypt_string"], `encrypt_string ${VALUE}`),
];

export const listStoreRules = (): readonly Rule[] => [
  rule(
    [
      "keyvault secret",
      "ssm put-parameter",
      "variable set",
      "put-secret-value",
      "create-secret",
      "update-secret",
    ],
    `(?:keyvault secret|ssm put-parameter|variable set|put-secret-value|create-secret|update-secret) ${ARGUMENTS}--(?:value|secret-string)[ =]${VALUE}`,
  ),
  rule(["gh secret set"], `gh secret set ${ARGUMENTS}(?:-b|--body)[ =]?${VALUE}`),
  rule(
    ["secrets set ", "vault kv put", "vault write", "vault kv patch"],
    `(?:secrets set|vault (?:kv )?(?:put|write|patch)) (?:[^\\n|&;=]{1,100} )?[\\w.-]{1,60}=${VALUE}`,
  ),
  rule(
    ["echo ", "printf "],
    `(?:echo (?:-n )?|printf (?:'%s' |%s )?)\\\\{0,7}["']?([^\\s"'\\\\|]{6,400})(?=\\\\{0,7}["']? ?\\| ?(?:sudo )?(?:kinit|passwd --stdin|wrangler secret|vercel env add|docker secret|podman secret|keyring set|secret-tool store|pass insert|cryptsetup|gpg [^\\n|]{0,60}--passphrase-fd|npx wrangler secret|kubeseal|sops ))`,
  ),
  rule(["sudo -s"], `sudo -S [^\\n|]{1,100}<<< ?${VALUE}`),
];

/** A rule for several tools. `isExact`: the flag is case-sensitive. */
function tool(names: string, argument: string, { isExact = false } = {}): Rule {
  const list = names.split(" ");
  const starts = list.map((name) => `${name} `);
  return { ...rule(starts, `(?:${list.join("|")}) ${ARGUMENTS}${argument}`), caseless: !isExact, edge: true };
}

function rule(starts: string[], pattern: string): Rule {
  return { id: "command-password", starts, pattern, caseless: true, isSecret: isArgument };
}

function isArgument(secret: string): boolean {
  return (
    !isPlaceholder(secret) &&
    !/^(?:-|\d{1,5}$|[a-z]+$|\.{0,2}\/|~\/|https?:)/.test(secret) &&
    !/^[\w./-]+\.(?:json|ya?ml|txt|pem|key|toml|env)$/.test(secret)
  );
}
