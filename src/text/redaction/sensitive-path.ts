// Lists the files of which only the name is recorded, never the content.

/**
 * In lower case. A name matches a file in any folder, a path matches the end of a path; `*` matches any part of a name, and a
 * folder that ends in `/**` everything below it.
 */
const FILES = [
  // Environments and settings with secrets in them.
  ".env .env.* .env-* .env_* .envrc .envrc.* *.env *.secrets .secrets secret.json secret.yml secret.yaml secret.toml",
  "secrets.json secrets.yml secrets.yaml secrets.toml secrets.ini secrets.env secrets.xml secrets.properties secret.env secret.ini",
  "*-secrets.yml *-secrets.yaml *.secrets.yml *.secrets.yaml *.secret.yaml *-secret.yaml secrets.*.yaml secrets.*.yml *.sops.yaml",
  "appsettings.secrets.json usersecrets/** wp-config.php .dev.vars .dev.vars.* *.tfvars *.tfvars.json *.auto.tfvars master.key",
  "credentials.yml.enc keystore.properties signing.properties gradle-enterprise-keys.properties",
  // Keys, certificates with keys, key stores.
  "id_rsa id_rsa.* id_rsa_* id_dsa id_dsa.* id_dsa_* id_ecdsa id_ecdsa.* id_ecdsa_* id_ed25519 id_ed25519.* id_ed25519_* id_xmss",
  "ssh_host_*_key *_rsa *_ed25519 *_ecdsa *.pem *.key *.p12 *.pfx *.pkcs12 *.p8 *.jks *.jceks *.bks *.keystore *.ppk *.asc *.gpg",
  "*.pgp *.age *.agekey *.ovpn *.keytab *.ccache *.mobileprovision *.provisionprofile *.snk *.jwk krb5cc_*",
  // Accounts of package registries, hosts and mail.
  ".netrc _netrc .netrc.* .authinfo .authinfo.* .npmrc .yarnrc .yarnrc.yml .pypirc pip.conf pip.ini .condarc auth.json auth.toml",
  ".gem/credentials .bundle/config .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml",
  ".gradle/gradle.properties .nuget/nuget.config nuget/nuget.config .hex/hex.config .pub-cache/credentials.json .sbt/*credentials*",
  ".ivy2/.credentials .lein/credentials.clj.gpg .composer/auth.json .git-credentials .config/git/credentials .curlrc .wgetrc",
  ".msmtprc .fetchmailrc .mbsyncrc .offlineimaprc .esmtprc .getmail/getmailrc .smbcredentials *.smbcredentials .rhosts",
  // Databases.
  ".pgpass pgpass.conf .my.cnf .mylogin.cnf .mongorc.js .snowsql/config .databrickscfg .bigqueryrc .odbc.ini .dbshell",
  // Clouds and their command lines.
  "credentials .credentials credentials.json credentials.toml credentials.yml credentials.yaml credentials.ini credentials.db",
  "credentials.csv credentials.xml credentials.tfrc.json *_credentials.json *-credentials.json *credentials.yml *credentials.yaml *_accesskeys.csv rootkey.csv",
  "service-account*.json service_account*.json serviceaccount*.json *-service-account.json client_secret*.json *-firebase-adminsdk-*.json",
  "application_default_credentials.json accesstokens.json access_tokens.db token.json tokens.json .boto .s3cfg .rclone.conf rclone.conf",
  ".aws/** .azure/** .oci/** .aliyun/** .bluemix/** .config/gcloud/** .config/gh/** .config/hub .config/hub/** .config/glab-cli/**",
  ".config/op/** .config/sops/** .config/doctl/** .config/rclone/** .config/containers/auth.json .config/heroku/** .config/stripe/**",
  ".config/flyctl/** .fly/config.yml .config/hcloud/** .config/scw/** .config/linode-cli .config/netlify/** .config/ngrok/** .ngrok2/**",
  ".config/configstore/** .config/.wrangler/** .wrangler/config/** .config/supabase/** .config/turborepo/** .cloudflared/**",
  ".local/share/com.vercel.cli/** .railway/config.json .pulumi/credentials.json .jfrog/** .sentryclirc .circleci/cli.yml .mc/config.json",
  ".cf/config.json .arcrc .kaggle/kaggle.json .cache/huggingface/token .huggingface/token .databricks/** .step/secrets/** .acme.sh/**",
  // Containers, clusters, infrastructure.
  ".docker/config.json .docker/contexts/** .dockercfg .dockerconfigjson .kube/** kubeconfig kubeconfig.* kubeconfig-* *.kubeconfig",
  "*-kubeconfig *-kubeconfig.yaml k3s.yaml talosconfig admin.conf .helm/repository/** helm/repositories.yaml *.tfstate *.tfstate.*",
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
  "logins.json key3.db key4.db signons.sqlite cookies.sqlite cookies.txt cookiejar cookie-jar.txt cookies.binarycookies *.keychain",
  "*.keychain-db .mozilla/** .config/google-chrome/** .config/chromium/** library/keychains/** library/cookies/** .electrum/**",
  ".local/share/keyrings/** .local/share/kwalletd/** .password-store/** .local/share/gopass/** .config/keepassxc/** wallet.dat",
  "*.kdb *.kdbx *.1pif *.1pux *.opvault *.agilekeychain *.psafe3 1password*.csv bitwarden*.json bitwarden*.csv lastpass*.csv",
  "keepass*.csv keepass*.xml dashlane*.csv nordpass*.csv proton*pass*.csv passwords.txt passwords.csv passwords.json passwords.xlsx",
  "password.txt *_passwords.txt *-passwords.csv recovery-codes.txt *recovery-codes*.txt backup-codes.txt seed-phrase.txt mnemonic.txt",
  "sitemanager.xml recentservers.xml filezilla.xml winscp.ini confcons.xml sftp-config.json .ftpconfig",
].flatMap((line) => line.split(" "));

/** Templates and public keys. */
const harmlessPattern = (): RegExp => /\.(?:example|sample|template|dist|tpl|defaults?|pub)$/;

let sensitive: RegExp | undefined;

export function isSensitivePath(path: string): boolean {
  sensitive ??= sensitivePattern();
  const normal = path.replaceAll("\\", "/").toLowerCase();
  return (
    sensitive.test(normal) && (!harmlessPattern().test(normal) || /(?:^|\/)\.(?:git|ssh)\//.test(normal))
  );
}

/** For a lower-case path with slashes. */
export function sensitivePattern(): RegExp {
  return new RegExp(`(?:^|/)(?:${FILES.map(toPattern).join("|")})$`);
}

function toPattern(file: string): string {
  const isFolder = file.endsWith("/**");
  const path = (isFolder ? file.slice(0, -3) : file).replaceAll(/[.+-]/g, "\\$&").replaceAll("*", "[^/]*");
  return isFolder ? `${path}(?:/.*)?` : path;
}

/** The longest part without `*` of each. */
let parts: string[] | undefined;

/**
 * Whether a text may name a sensitive file: false is certain. Avoids the pattern above, which takes longer to compile than the
 * rest of a capture.
 */
export function mayNameSensitive(text: string): boolean {
  parts ??= FILES.map((file) => file.replace("/**", "").split("*").reduce(longer));
  const normal = text.replaceAll("\\", "/").toLowerCase();
  for (const part of parts) if (normal.includes(part)) return true;
  return false;
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}
