import { describe, expect, test } from "bun:test";
import { isSensitivePath } from "../../../src/redaction/sensitive-path.ts";

describe("only the name is kept of", () => {
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

describe("the content may be kept of", () => {
  const paths = [
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
    ...["", "/", "src/redaction/private-key.ts", "config.json", "docker/config.json", "settings.xml"],
  ];
  for (const path of paths)
    test(path === "" ? "no path" : path, () => {
      expect(isSensitivePath(path)).toBe(false);
    });
});
