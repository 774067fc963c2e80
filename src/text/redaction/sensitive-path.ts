// Lists the files of which only the name is recorded, never the content.

/** What a file of secrets is called: `token.txt`, `my-api-keys.json`. In lower case, without a final "s". */
const SECRETS =
  "token accesstoken access_token access-token key apikey api_key api-key accesskey access_key access-key secret secretkey secret_key " +
  "secret-key privatekey private_key private-key clientsecret client_secret client-secret credential cred password passwd passphrase " +
  "passcode pwd bearer jwt oauth login pat webhook_url webhook-url vaultpass vault_pass vault-pass connectionstring connection_string connection-string mnemonic seedphrase otp totp 2fa pin";
/** Extensions of data. With one of code, the file is about secrets rather than full of them. */
const DATA =
  "txt json jsonl yml yaml toml ini conf cfg config csv tsv xml properties plist bak old orig tmp backup dat db sqlite log env list " +
  "xlsx xls ods docx doc odt rtf zip gz tgz 7z gpg enc b64";

/**
 * In lower case. A name matches a file in any folder, a path matches the end of a path; `*` matches any part of a name, and a
 * folder that ends in `/**` everything below it.
 */
const FILES = [
  // Environments and settings with secrets in them.
  ".env~ env.prod env.production env.dev env.development env.local env.stage env.staging env.test env.qa env.uat env.live env.secret",
  "env.bak env.backup env.old env.json env.yml env.yaml env.txt env.list env.vars *.env.prod *.env.production *.env.local *.env.bak",
  "env.sh env.*.sh *.env.sh secret.sh secrets.sh creds.sh credentials.sh tokens.sh env.*.local backend.hcl *.backend.hcl",
  "*.env.staging *.env.old environment.json environment.txt etc/environment .flaskenv .renviron .env.vault vault.yml vault.yaml",
  "local.settings.json appsettings.production.json appsettings.staging.json appsettings.local.json connectionstrings.config local.properties",
  "sentry.properties google-services.json googleservice-info.plist .streamlit/secrets.toml .auth/*.json storagestate.json storage_state.json",
  ".env .env.* .env-* .env_* .envrc .envrc.* *.env *.secrets .secrets secret.json secret.yml secret.yaml secret.toml",
  "secrets.json secrets.yml secrets.yaml secrets.toml secrets.ini secrets.env secrets.xml secrets.properties secret.env secret.ini",
  "*-secrets.yml *-secrets.yaml *.secrets.yml *.secrets.yaml *.secret.yaml *-secret.yaml secrets.*.yaml secrets.*.yml *.sops.yaml",
  "appsettings.secrets.json usersecrets/** wp-config.php .dev.vars .dev.vars.* *.tfvars *.tfvars.json *.auto.tfvars master.key",
  "credentials.yml.enc keystore.properties signing.properties gradle-enterprise-keys.properties application-prod*.yml application-prod*.yaml",
  "application-prod*.properties secret_key_base",
  // Keys, certificates with keys, key stores.
  "*.privkey privkey* *.priv *.secret *.token *.jwt sslkeylog* *.keylog ssh_key ssh-key deploy_key deploy-key private_key private-key",
  "api_key api-key apikey access_token access-token auth_token auth-token refresh_token refresh-token bearer_token secret_key secret-key",
  ".token .tokens .*_token .*-token .apikey .api_key .api-key .*_api_key .*-api-key .secret .password .passphrase .passwd .pass passwd-s3fs .passwd-s3fs .pgp_key",
  "*_token *_key *_secret *-secret *_credential *_credentials *-credentials *_creds *_password *-password *_passwd *_passphrase .*token .*creds",
  "rsa_private* rsa-private* keystore.json secret-values.* secrets-values.* values.secret.* *.cookie *.cookies login*data *webhook.txt vault_pass vault-pass",
  "keyfile keyfile.json *-keyfile.json *.pem.txt *.key.txt",
  "id_rsa id_rsa.* id_rsa_* id_dsa id_dsa.* id_dsa_* id_ecdsa id_ecdsa.* id_ecdsa_* id_ed25519 id_ed25519.* id_ed25519_* id_xmss",
  "ssh_host_*_key *_rsa *_ed25519 *_ecdsa *.pem *.key *.p12 *.pfx *.pkcs12 *.p8 *.jks *.jceks *.bks *.keystore *.ppk *.asc *.gpg",
  "*.pgp *.age *.agekey *.ovpn *.keytab *.ccache *.mobileprovision *.provisionprofile *.snk *.jwk krb5cc_*",
  // Accounts of package registries, hosts and mail.
  ".netrc _netrc .netrc.* .authinfo .authinfo.* .npmrc .yarnrc .yarnrc.yml .pypirc pip.conf pip.ini .condarc auth.json auth.toml",
  ".gem/credentials .bundle/config .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml",
  ".gradle/gradle.properties .nuget/nuget.config nuget/nuget.config .hex/hex.config .pub-cache/credentials.json .sbt/*credentials*",
  ".ivy2/.credentials .lein/credentials.clj.gpg .composer/auth.json .git-credentials .config/git/credentials .curlrc .wgetrc",
  ".msmtprc .fetchmailrc .mbsyncrc .offlineimaprc .esmtprc .getmail/getmailrc .smbcredentials *.smbcredentials .rhosts",
  // Dumps, and what was written down of memory and traffic.
  "dump.sql database.sql *dump.sql *dump*.sql *backup*.sql *export*.sql prod*.sql production*.sql *.sql.gz *.sql.bz2 *.sql.xz *.sql.zst *.sql.zip",
  "*.dump *.dmp *.pgdump *.mysqldump *.bson dump.rdb mongodump/** *.hprof *.har *.pcap *.pcapng tfplan *.tfplan",
  // Databases.
  ".pgpass pgpass.conf .my.cnf .mylogin.cnf .mongorc.js .snowsql/config .databrickscfg .bigqueryrc .odbc.ini .dbshell",
  // Clouds and their command lines.
  "credentials .credentials credentials.json credentials.toml credentials.yml credentials.yaml credentials.ini credentials.db",
  "credentials.csv credentials.xml credentials.tfrc.json *_credentials.json *-credentials.json *credentials.yml *credentials.yaml *_accesskeys.csv rootkey.csv",
  "gcp*.json gcloud*.json google-key*.json google_key*.json google-credentials*.json google_credentials*.json firebase-adminsdk*.json",
  "pc-api-*.json sa-key*.json sa_key*.json service-key*.json auth.txt auth.cfg auth.conf auth.ini .vnc/passwd *.rdp ngrok.yml .ngrok.yml",
  ".subversion/auth/** .davfs2/secrets .mailrc .muttrc .neomuttrc .hgrc .cvspass .s3cmd wg*.conf vpn.conf .vercel/auth.json",
  "service-account*.json service_account*.json serviceaccount*.json *-service-account.json client_secret*.json *-firebase-adminsdk-*.json",
  "application_default_credentials.json accesstokens.json access_tokens.db token.json tokens.json .boto .s3cfg .rclone.conf rclone.conf",
  ".aws/** .azure/** .oci/** .aliyun/** .bluemix/** .config/gcloud/** .config/gh/** .config/hub .config/hub/** .config/glab-cli/**",
  ".config/op/** .config/sops/** .config/doctl/** .config/rclone/** .config/containers/auth.json .config/heroku/** .config/stripe/**",
  ".config/flyctl/** .fly/config.yml .config/hcloud/** .config/scw/** .config/linode-cli .config/netlify/** .config/ngrok/** .ngrok2/**",
  ".config/configstore/** .config/.wrangler/** .wrangler/config/** .config/supabase/** .config/turborepo/** .cloudflared/**",
  ".local/share/com.vercel.cli/** .railway/config.json .pulumi/credentials.json .jfrog/** .sentryclirc .circleci/cli.yml .mc/config.json",
  ".cf/config.json .arcrc .kaggle/kaggle.json .cache/huggingface/token .huggingface/token .databricks/** .step/secrets/** .acme.sh/**",
  // Containers, clusters, infrastructure.
  ".docker/config.json docker-config.json docker_config.json .docker/contexts/** .dockercfg .dockerconfigjson .kube/** kube-config kube-config.* kube_config kube_config.* kube.conf kubeconfig kubeconfig.* kubeconfig-* *.kubeconfig",
  "*-kubeconfig *-kubeconfig.yaml *-kubeconfig.yml *_kubeconfig *_kubeconfig.yaml azureauth.json msal_token_cache.* k3s.yaml talosconfig admin.conf .helm/repository/** helm/repositories.yaml *.tfstate *.tfstate.*",
  "terraform.rc .terraformrc .terraform.d/credentials.tfrc.json .vault-token .vault_pass .vault_pass.txt vault_pass.txt vault-password",
  "vault_password .chef/*.pem var/lib/jenkins/secrets/** hudson.util.secret initialadminpassword run/secrets/** etc/kubernetes/**",
  // Assistants.
  ".claude/.credentials.json .claude.json .codex/auth.json .gemini/oauth_creds.json .qwen/oauth_creds.json .config/github-copilot/**",
  ".local/share/opencode/auth.json .copilot/config.json",
  // Systems and networks.
  ".ssh/** .gnupg/** .git/** etc/shadow etc/shadow- etc/gshadow etc/gshadow- etc/master.passwd etc/ssl/private/** etc/sudoers.d/**",
  "etc/letsencrypt/** etc/wireguard/** etc/openvpn/** etc/networkmanager/system-connections/** wpa_supplicant.conf ipsec.secrets",
  "chap-secrets pap-secrets sasl_passwd proc/*/environ .htpasswd htpasswd .htdigest *.htpasswd .cert/nm-openvpn/**",
  // Histories of shells and other programs.
  ".bash_history .zsh_history .sh_history .python_history .psql_history .mysql_history .sqlite_history .node_repl_history",
  ".rediscli_history .irb_history fish_history consolehost_history.txt .lesshst .viminfo",
  // Browsers, key rings, password managers and what they export.
  "logins.json key3.db key4.db signons.sqlite cookies.sqlite cookies.txt cookie.txt *_cookie.txt *-cookie.txt *_cookies.txt cookiejar cookie-jar.txt cookies.binarycookies *.keychain",
  "*.keychain-db .mozilla/** .config/google-chrome/** .config/chromium/** library/keychains/** library/cookies/** .electrum/**",
  ".local/share/keyrings/** .local/share/kwalletd/** .password-store/** .local/share/gopass/** .config/keepassxc/** wallet.dat",
  "*.kdb *.kdbx *.1pif *.1pux *.opvault *.agilekeychain *.psafe3 1password*.csv bitwarden*.json bitwarden*.csv lastpass*.csv",
  "keepass*.csv keepass*.xml dashlane*.csv nordpass*.csv proton*pass*.csv passwords.txt passwords.csv passwords.json passwords.xlsx",
  "password.txt pass.txt *_passwords.txt *-passwords.csv *recovery-codes*.txt *recovery_codes*.txt *backup-codes*.txt *backup_codes*.txt seed-phrase.txt seed_phrase.txt seed.txt cookies.json wallet.json utc--*",
  "sitemanager.xml recentservers.xml filezilla.xml winscp.ini confcons.xml sftp-config.json .ftpconfig",
].flatMap((line) => line.split(" "));

/** Templates, public keys, keys of a database, and variables of a program. */
const harmlessPattern = (): RegExp =>
  /(?:^|[/_])(?:primary|foreign|public|sort|partition|cache)_key$|\.(?:example|sample|template|dist|tpl|defaults?|pub)$|(?:^|\/)(?:(?:process|(?:import\.)?meta)\.env|(?:json|pickle|yaml|toml|marshal|joblib)\.dump)$/;

export function isSensitivePath(path: string): boolean {
  const normal = normalise(path);
  return (
    findName(normal, (name) => patternOf(name).test(normal)) &&
    (!harmlessPattern().test(normal) || /(?:^|\/)\.(?:git|ssh)\//.test(normal))
  );
}

/** Whether a text may name a sensitive file: false is certain. */
export function mayNameSensitive(text: string): boolean {
  return findName(normalise(text), () => true);
}

function normalise(path: string): string {
  return path.replaceAll("\\", "/").toLowerCase();
}

/** What the lists above stand for. */
interface SensitiveName {
  /** Without `*`. Every path that matches contains them all. */
  parts: readonly string[];
  /** In the lists: a file, or what a file of secrets is called. */
  entry: string;
  isSecret: boolean;
  /** Made when first needed. */
  pattern?: RegExp;
}

/** By the first three characters of the longest part. `marks` has one bit for each hash of those. */
let index: { names: Map<number, SensitiveName[]>; marks: Uint8Array } | undefined;

/** Whether `isMeant` is true for a name that the text may contain. */
function findName(normal: string, isMeant: (name: SensitiveName) => boolean): boolean {
  index ??= indexNames();
  const { names, marks } = index;
  let anchor = 0;
  for (let at = 0; at < normal.length; at++) {
    anchor = shiftIn(anchor, normal.charCodeAt(at));
    const mark = markOf(anchor);
    if (((marks[mark >> 3] ?? 0) & (1 << (mark & 7))) === 0) continue;
    for (const name of names.get(anchor) ?? [])
      if (name.parts.every((part) => normal.includes(part)) && isMeant(name)) return true;
  }
  return false;
}

function indexNames(): NonNullable<typeof index> {
  const names = new Map<number, SensitiveName[]>();
  const marks = new Uint8Array(MARKS >> 3);
  for (const name of listSensitiveNames()) {
    let [longest = ""] = name.parts;
    for (const part of name.parts) if (part.length > longest.length) longest = part;
    let anchor = 0;
    for (let at = 0; at < 3; at++) anchor = shiftIn(anchor, longest.charCodeAt(at));
    const mark = markOf(anchor);
    marks[mark >> 3] = (marks[mark >> 3] ?? 0) | (1 << (mark & 7));
    const same = names.get(anchor);
    if (same) same.push(name);
    else names.set(anchor, [name]);
  }
  return { names, marks };
}

/** The fourth character pushes the first one out. */
function shiftIn(anchor: number, code: number): number {
  return ((anchor << 8) | (code & 0xff)) & 0xffffff;
}

const MARKS = 1 << 15;

function markOf(anchor: number): number {
  return (anchor ^ (anchor >> 9)) & (MARKS - 1);
}

export function listSensitiveNames(): SensitiveName[] {
  const names: SensitiveName[] = [];
  for (const file of FILES)
    names.push({ parts: file.replace("/**", "").split("*"), entry: file, isSecret: false });
  for (const secret of SECRETS.split(" "))
    for (const entry of [secret, `${secret}s`]) names.push({ parts: [`${entry}.`], entry, isSecret: true });
  return names;
}

/** For a lower-case path with slashes. */
export function patternOf(name: SensitiveName): RegExp {
  name.pattern ??= new RegExp(`(?:^|/)${name.isSecret ? secretSource(name.entry) : fileSource(name.entry)}$`);
  return name.pattern;
}

function secretSource(secret: string): string {
  return `(?:[^/]*[._-])?${secret}(?:\\.(?:${DATA.replaceAll(" ", "|")})){1,2}`;
}

function fileSource(file: string): string {
  const isFolder = file.endsWith("/**");
  const path = (isFolder ? file.slice(0, -3) : file).replaceAll(/[.+-]/g, "\\$&").replaceAll("*", "[^/]*");
  return isFolder ? `${path}(?:/.*)?` : path;
}

/** Whether a glob of the shell may stand for a sensitive file: it spells out half of the name, or four letters of an unfinished word. */
export function mayMatchSensitive(glob: string): boolean {
  const wanted = glob.toLowerCase().split("/");
  const last = wanted.at(-1) ?? "";
  const tail = new Bun.Glob(last);
  // What is spelled out at both ends rules most names out, and faster than a match does.
  const begin = /^[^*?[{\\!]*/.exec(last)?.[0] ?? "";
  const end = last.startsWith("!") ? "" : (/[^*?[\]{}\\]*$/.exec(last)?.[0] ?? "");
  return plainNames().some(([folders, name]) => {
    if (!name.startsWith(begin) || !name.endsWith(end) || !tail.match(name)) return false;
    if (name.startsWith(".") && !/^[.[{]/.test(last)) return false;
    const parents = wanted.slice(-1 - folders.length, -1);
    if (!folders.every((folder, n) => new Bun.Glob(parents[n] ?? "").match(folder))) return false;
    return spellsOut(last, name);
  });
}

let names: [folders: string[], name: string][] | undefined;

function plainNames() {
  names ??= [
    ...FILES.filter((file) => !file.endsWith("/**")).map((file) =>
      file.replace(/^\*(?=\.\w+$)/, "x").replaceAll("*", ""),
    ),
    ...SECRETS.split(" ").flatMap((secret) => [`${secret}.txt`, `${secret}s.json`]),
  ].map((file) => {
    const segments = file.split("/");
    return [segments.slice(0, -1), segments.at(-1) ?? ""];
  });
  return names;
}

function spellsOut(glob: string, name: string): boolean {
  const begins = /^\.?([^*?[{]*)/.exec(glob)?.[1]?.length ?? 0;
  // Of `*.pem`, the extension is the name.
  const part = name.startsWith("x.") ? extensionOf : stemOf;
  const spelled = part(glob).replaceAll(/\[[^\]]*\]|[*?{},]/g, "").length;
  return (
    (begins >= 4 && /[a-z\d]/.test(stemOf(name).replace(/^\./, "")[begins] ?? "")) ||
    spelled * 2 >= part(name).length
  );
}

function stemOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf("."), 0) || name.length);
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
