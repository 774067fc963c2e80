import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isSensitivePath,
  listSensitiveNames,
  mayMatchSensitive,
  mayNameSensitive,
  patternOf,
} from "../../../../src/text/redaction/sensitive-path.ts";
import { runs } from "../../../helpers/runs.ts";

describe("only the name is kept for", () => {
  const paths = [
    ...[".env", ".env.local", ".env.production", "/app/.env", "config/prod.env", ".envrc", "C:\\app\\.env"],
    ...[
      "id_rsa",
      "/home/me/.ssh/id_ed25519",
      "/home/me/.ssh/config",
      "server.pem",
      "tls.key",
      "cert.p12",
      "cert.pfx",
      "app.jks",
    ],
    ...[
      "app.keystore",
      "vault.kdbx",
      "key.ppk",
      "key.asc",
      "AuthKey.p8",
      "/repo/.git/config",
      "/repo/.git/hooks/pre-commit",
    ],
    ...[
      "/home/me/.aws/credentials",
      "/home/me/.aws/config",
      "/home/me/.netrc",
      "/home/me/.npmrc",
      ".yarnrc.yml",
      ".pypirc",
    ],
    ...[
      "/home/me/.docker/config.json",
      "/home/me/.kube/config",
      "kubeconfig",
      "/home/me/.pgpass",
      ".git-credentials",
    ],
    ...[
      "/home/me/.config/gcloud/credentials.db",
      "/home/me/.config/gh/hosts.yml",
      "/home/me/.cargo/credentials.toml",
    ],
    ...[
      "/home/me/.claude/.credentials.json",
      "service-account-prod.json",
      "application_default_credentials.json",
      "secrets.yaml",
    ],
    ...[
      "terraform.tfvars",
      "terraform.tfstate",
      "config/master.key",
      "/etc/shadow",
      "/proc/1/environ",
      "/run/secrets/db",
    ],
    ...[
      "/home/me/.gnupg/pubring.kbx",
      "/home/me/.m2/settings.xml",
      ".htpasswd",
      "ID_RSA",
      "/home/me/.bash_history",
    ],
  ];
  for (const path of paths)
    test(path, () => {
      expect(isSensitivePath(path)).toBe(true);
    });
});

/** As programs name them, in the folders where they keep them. */
const NAMES_OF_PROGRAMS = [
  ".env .env.local .env.production .env.development.local .env_prod .env-staging prod.env .envrc .dev.vars .secrets",
  "secrets.toml app.secrets.yaml values-secrets.yaml secrets.prod.yaml terraform.tfvars prod.auto.tfvars.json app.tfstate.backup",
  "~/.npmrc ~/.yarnrc.yml ~/.pypirc pip.conf ~/.netrc _netrc ~/.authinfo.gpg ~/.git-credentials ~/.config/git/credentials auth.json",
  "~/.gem/credentials ~/.bundle/config ~/.cargo/credentials.toml ~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.composer/auth.json",
  "~/.nuget/NuGet.Config ~/.pub-cache/credentials.json ~/.hex/hex.config ~/.ivy2/.credentials ~/.curlrc ~/.msmtprc ~/.fetchmailrc",
  "~/.pgpass ~/.my.cnf ~/.mylogin.cnf ~/.snowsql/config ~/.databrickscfg ~/.dbshell",
  "id_rsa id_ed25519_work id_ecdsa.bak ssh_host_rsa_key deploy_rsa ~/.ssh/config server.pem tls.key bundle.p12 app.pfx AuthKey_1.p8",
  "release.keystore trust.jks key.ppk me.asc backup.gpg id.age client.ovpn krb5.keytab krb5cc_1000 signing.jwk strong.snk",
  "~/.aws/credentials ~/.aws/config ~/.azure/msal_token_cache.json ~/.oci/config ~/.aliyun/config.json ~/.config/gcloud/credentials.db",
  "application_default_credentials.json service-account-prod.json client_secret_1.apps.json x-firebase-adminsdk-1.json rootkey.csv",
  "~/.boto ~/.s3cfg ~/.config/rclone/rclone.conf ~/.config/gh/hosts.yml ~/.config/hub ~/.config/glab-cli/config.yml ~/.config/doctl/config.yaml",
  "~/.config/stripe/config.toml ~/.config/heroku/x ~/.fly/config.yml ~/.config/hcloud/cli.toml ~/.ngrok2/ngrok.yml ~/.cloudflared/cert.pem",
  "~/.wrangler/config/default.toml ~/.pulumi/credentials.json ~/.jfrog/jfrog-cli.conf ~/.sentryclirc ~/.circleci/cli.yml ~/.mc/config.json",
  "~/.cf/config.json ~/.arcrc ~/.kaggle/kaggle.json ~/.cache/huggingface/token token.json ~/.terraform.d/credentials.tfrc.json ~/.terraformrc",
  "~/.docker/config.json ~/.dockercfg ~/.kube/config kubeconfig.yaml prod.kubeconfig /etc/rancher/k3s/k3s.yaml /etc/kubernetes/admin.conf talosconfig",
  "~/.vault-token .vault_pass.txt /run/secrets/db /var/run/secrets/token /var/lib/jenkins/secrets/master.key initialAdminPassword wp-config.php",
  "~/.claude/.credentials.json ~/.claude.json ~/.codex/auth.json ~/.gemini/oauth_creds.json ~/.config/github-copilot/apps.json",
  "/etc/shadow /etc/gshadow /etc/ssl/private/x /etc/letsencrypt/live/h/privkey.pem /etc/wireguard/wg0.conf wpa_supplicant.conf .htpasswd",
  "/etc/NetworkManager/system-connections/home.nmconnection /proc/self/environ ~/.bash_history ~/.zsh_history ~/.psql_history ConsoleHost_history.txt",
  "logins.json key4.db cookies.sqlite cookies.txt login.keychain-db ~/Library/Keychains/x ~/.mozilla/firefox/p/x ~/.local/share/keyrings/login.keyring",
  "~/.password-store/mail.gpg vault.kdbx export.1pux bitwarden_export_2024.json lastpass_export.csv passwords.csv recovery-codes.txt wallet.dat",
  "sitemanager.xml WinSCP.ini sftp-config.json",
].flatMap((line) => line.split(" "));

test.each(NAMES_OF_PROGRAMS)("only the name is kept for %s", (name) => {
  expect(NAMES_OF_PROGRAMS.length).toBeGreaterThanOrEqual(120);
  const path = name.replace("~", "/home/me");
  expect([isSensitivePath(path), mayNameSensitive(`cat ${path}`)]).toEqual([true, true]);
});

/** As people and teams name what they write down, download and export. */
const NAMES_OF_PEOPLE = [
  "github_token .ghtoken .creds jwt_secret aws_credentials encryption_key secret_key_base .secret_key rails_master_key STRIPE_SECRET",
  "database.sql cookie.txt session_cookie.txt pass.txt key.pem.txt keyfile.json application-prod.yml",
  "token.txt .token .tokens tokens.txt api_token.txt github-token.txt .github_token .slack-token access_token.json refresh_token.txt",
  "bearer.txt jwt.txt session.jwt my.token oauth.json oauth-token.yml id_token.txt auth_token deploy-token.yaml ci_token.env",
  "api_key.txt api-key.txt apikey.txt API_KEYS.txt .api_key .openai_api_key .apikey keys.txt key.txt key.json api-keys.yaml openai-key.txt",
  "stripe_secret_key.txt secret_key secret-key.bak private_key private-key.txt privatekey.log privkey.dat signing-key.json",
  "encryption.key.bak access-keys.csv aws_access_keys.csv accesskeys.csv client_secret.txt client-secret.json",
  "env.production env.prod env.local env.staging env.development .env~ .env.bak prod.env.bak app.env.local backend.env.production env.json env.txt",
  "environment.json /etc/environment .flaskenv .Renviron .env.keys .env.vault api.env.old",
  "gcp-key.json gcp_service_account.json gcloud-credentials.json google-credentials.json firebase-adminsdk.json my-service-account.json",
  "sa-key.json service-key-prod.json pc-api-123-456.json google-services.json GoogleService-Info.plist aws-creds.ini creds.json cred.yml",
  "dump.sql prod-dump.sql db_dump_2024.sql backup.sql users_backup.sql production.sql db.sql.gz dump.sql.zst export-users.sql site.dump crash.dmp",
  "dump.rdb users.bson heap.hprof traffic.har capture.pcap capture.pcapng sslkeylog.txt plan.tfplan tfplan",
  "password.txt passwords.xlsx my-passwords.txt admin_password.txt passwd.bak .password passphrase.txt gpg-passphrase.txt .passphrase logins.csv",
  "wifi-password.txt db.password.txt login.txt root-pwd.txt pin.txt 2fa.txt totp.json otp.txt recovery_codes.txt mfa-backup-codes.txt",
  "seed.txt seed_phrase.txt mnemonic.json wallet.json UTC--2024-01-01T00-00-00.000Z--abc keystore.p12",
  "secret.txt secrets.txt secrets.zip app-secret.yml k8s-secrets.json .secret db.secret secrets.json.bak secrets.old secrets.csv",
  "env.sh env.prod.sh secrets.sh env.staging.local backend.hcl rsa_private.txt secret-values.yaml keystore.json session.cookie login_data",
  "kube-config.yaml kube.conf cluster-kubeconfig.yml azureauth.json msal_token_cache.bin github_pat.txt pat.txt vault_pass ansible-vault-pass.txt",
  "slack_webhook.txt webhook_url.txt",
  "docker-config.json docker_config.json appsettings.Production.json local.settings.json connectionStrings.config connection_string.txt local.properties sentry.properties",
  "vault.yml group_vars/all/vault.yaml .streamlit/secrets.toml playwright/.auth/user.json storageState.json cookies.json",
  "~/.subversion/auth/svn.simple/ab ~/.davfs2/secrets ~/.passwd-s3fs ~/.muttrc ~/.hgrc wg0.conf office.rdp ~/.vnc/passwd ngrok.yml auth.txt",
].flatMap((line) => line.split(" "));

test.each(NAMES_OF_PEOPLE)("only the name is kept for %s, whatever the case", (name) => {
  expect(NAMES_OF_PEOPLE.length).toBeGreaterThanOrEqual(120);
  for (const path of [
    name.replace(/^~(?=\/)/, "/home/me"),
    `/work/app/${name.replace("~/", "")}`,
    name.toUpperCase(),
  ])
    expect([path, isSensitivePath(path), mayNameSensitive(`cat ${path}`)]).toEqual([path, true, true]);
});

describe("a glob may stand for a sensitive file", () => {
  test.each([
    ...[
      ".env*",
      ".en?",
      ".e*",
      ".[e]nv",
      ".e{nv,x}",
      "config/.env?*",
      "id_*",
      "id_r?a",
      "*_rs?",
      "*.pe?",
      "*.ke[y]",
    ],
    ...[
      "cred*",
      "secret*.y?ml",
      "toke?.txt",
      "pass*",
      ".aws/cred*",
      ".doc*/config.json",
      "~/.ss?/id_rsa",
      "?etrc/.netr?",
    ],
  ])("%s", (glob) => {
    expect(isSensitivePath(glob) || mayMatchSensitive(glob)).toBe(true);
  });

  test.each([
    ...[
      "*",
      "**/*",
      "*.ts",
      "src/*",
      "*.json",
      "*.txt",
      "*.{ts,tsx}",
      "test*",
      "pack*.json",
      "[a-z]*",
      ".*",
      ".git*",
      "conf*.ts",
    ],
    ...[
      "**/*.test.ts",
      "dist/*.js",
      "README*",
      "*.y?ml",
      "docker*",
      "s*",
      "*.sql",
      "?",
      "*.conf",
      "c*.json",
      "Make*",
      "*e*",
    ],
  ])("but not %s", (glob) => {
    expect(isSensitivePath(glob) || mayMatchSensitive(glob)).toBe(false);
  });
});

describe("the content may be kept for", () => {
  const paths = [
    ...[
      "src/login",
      "pages/user-login",
      "db/primary_key",
      "application.yml",
      "bin/key",
      "src/token",
      "keyboard",
    ],
    ...[
      ".env.example",
      ".env.sample",
      ".env.template",
      "config/.env.dist",
      "environment.ts",
      "src/env.ts",
      "dotenv.md",
    ],
    ...[
      ".gitignore",
      ".github/workflows/ci.yml",
      "src/git/config.ts",
      "keyboard.ts",
      "src/key.ts",
      "monkey.json",
      "id_rsa.pub",
    ],
    ...[
      "package.json",
      "package-lock.json",
      "README.md",
      "src/credentials.ts",
      "secrets.md",
      "token.ts",
      "docs/aws/credentials.md",
    ],
    ...["", "/", "src/text/redaction/private-key.ts", "config.json", "docker/config.json", "settings.xml"],
    ...[
      "src/cookies.ts",
      "session.json",
      "database.yml",
      "src/auth.ts",
      "docs/tokens.md",
      "nginx.conf",
      "passwords.md",
    ],
    ...[
      "src/api_key.ts",
      "app/models/api_key.rb",
      "token_test.go",
      "TokenService.java",
      "src/token/index.ts",
      "tokenizer.json",
    ],
    ...[
      "forgot-password.tsx",
      "password_reset.html.erb",
      "env.ts",
      "env.d.ts",
      "vite-env.d.ts",
      "process.env",
      "import.meta.env",
    ],
    ...[
      "schema.sql",
      "migrations/001_users.sql",
      "dump.ts",
      "json.dump",
      "keys.ts",
      "keyboard.json",
      "monkey.txt",
      "hotkeys.json",
    ],
    ...[
      "secrets.tf",
      "secret_manager.py",
      "docs/secrets.mdx",
      "login.html",
      "login.ts",
      "oauth.py",
      "jwt.go",
      "pin.svg",
      "backup.sh",
    ],
    ...[
      "appsettings.json",
      "appsettings.Development.json",
      "web.config",
      "tsconfig.json",
      ".prettierrc",
      "data.csv",
      "users.json",
    ],
  ];
  for (const path of paths)
    test(path === "" ? "no path" : path, () => {
      expect(isSensitivePath(path)).toBe(false);
    });
});

describe("a name is skipped without running the patterns", () => {
  test("only if none of them would match it, in a command or by itself", () => {
    const anyPath = fc.oneof(...listSensitiveNames().map((name) => fc.stringMatching(patternOf(name))));
    fc.assert(
      fc.property(anyPath, fc.boolean(), (path, loud) => {
        const named = loud ? path.toUpperCase().replaceAll("/", "\\") : path;
        return mayNameSensitive(named) && mayNameSensitive(`cat '${named}' | head`);
      }),
      { numRuns: runs(20_000) },
    );
  });

  test.each(["/work/app/src/parse.ts", "README.md", "cd /work/app && npm test 2>&1 | tail -20", "../a/./b"])(
    "if it is ordinary: %s",
    (name) => {
      expect(mayNameSensitive(name)).toBe(false);
    },
  );
});
