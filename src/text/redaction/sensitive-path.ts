// Files whose content is never recorded, only their name.

/** A template beside the real file, and the public half of a key. */
const harmlessPattern = (): RegExp => /\.(?:example|sample|template|dist|tpl|defaults?|pub)$/;

const NAMES = [
  "\\.env(?:rc)?(?:[.-].*)?",
  ".+\\.env",
  "id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?",
  "[._]?netrc",
  "\\.(?:npmrc|yarnrc(?:\\.yml)?|pypirc|pgpass|my\\.cnf|git-credentials|htpasswd|vault-token|boto|s3cfg|terraformrc)",
  "\\.(?:bash|zsh|python|psql|mysql|sqlite|node_repl)_history",
  "\\.?credentials(?:\\.(?:json|toml|ya?ml|ini|db|tfrc\\.json))?",
  "secrets?\\.(?:json|ya?ml|toml|ini|env)",
  "(?:service[-_]?account|client_secrets?).*\\.json",
  "(?:application_default_credentials|accesstokens|auth|token)\\.json",
  "pgpass\\.conf|access_tokens\\.db|terraform\\.rc|kubeconfig|login\\.keychain(?:-db)?|wallet\\.dat",
];

const ENDINGS =
  "pem|key|p12|pfx|pkcs12|p8|jks|jceks|keystore|kdb|kdbx|ppk|asc|gpg|pgp|age|agekey|ovpn|tfvars|tfstate|keytab" +
  "|mobileprovision|snk";

const FOLDERS = "git|ssh|gnupg|aws|azure|kube|password-store";

/** From the home or the root on. */
const STORES = [
  "\\.docker/(?:config\\.json|contexts/.*)",
  "\\.config/(?:gcloud|gh|hub|glab-cli|op|sops|doctl)/.*",
  "\\.config/(?:containers/auth\\.json|rclone/rclone\\.conf)",
  "\\.(?:claude/\\.credentials|claude|codex/auth|composer/auth)\\.json",
  "\\.m2/settings(?:-security)?\\.xml",
  "\\.gradle/gradle\\.properties",
  "\\.nuget/nuget\\.config",
  "\\.local/share/keyrings/.*",
  "etc/(?:g?shadow|ssl/private/.*)",
  "proc/[^/]+/environ",
  "run/secrets/.*",
];

let sensitive: RegExp | undefined;

export function isSensitivePath(path: string): boolean {
  sensitive ??= sensitivePattern();
  const normal = path.replaceAll("\\", "/").toLowerCase();
  return (
    sensitive.test(normal) && (!harmlessPattern().test(normal) || /(?:^|\/)\.(?:git|ssh)\//.test(normal))
  );
}

/** Of a path in small letters, with slashes. */
export function sensitivePattern(): RegExp {
  return new RegExp(
    [
      `(?:^|/)\\.(?:${FOLDERS})(?:/|$)`,
      `(?:^|/)(?:${NAMES.join("|")})$`,
      `\\.(?:${ENDINGS})$`,
      `(?:^|/)(?:${STORES.join("|")})$`,
    ].join("|"),
  );
}

/** Every sensitive path contains one of these. */
const PARTS =
  ".env netrc id_rsa id_dsa id_ecdsa id_ed25519 id_xmss .npmrc .yarnrc .pypirc pgpass .my.cnf credentials .htpasswd " +
  ".vault-token .boto .s3cfg .terraformrc terraform.rc _history secret service-account service_account serviceaccount " +
  "tokens.json token.json auth.json access_tokens.db kubeconfig login.keychain wallet.dat " +
  ".pem .key .p12 .pfx .pkcs12 .p8 .jks .jceks .kdb .ppk .asc .gpg .pgp .age .ovpn .tfvars .tfstate .mobileprovision .snk " +
  ".git .ssh .gnupg .aws .azure .kube .password-store .docker/ .config/ claude.json .m2/ gradle.properties nuget.config " +
  "keyrings/ etc/shadow etc/gshadow ssl/private /environ";

/**
 * Whether a text may name a sensitive file. True when in doubt; false is certain, and found without the patterns above, which
 * take longer to compile than the rest of a capture.
 */
export function mayNameSensitive(text: string): boolean {
  const normal = text.replaceAll("\\", "/").toLowerCase();
  for (const part of PARTS.split(" ")) if (normal.includes(part)) return true;
  return false;
}
