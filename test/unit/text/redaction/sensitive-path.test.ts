import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isSensitivePath,
  mayNameSensitive,
  sensitivePattern,
} from "../../../../src/text/redaction/sensitive-path.ts";

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
    ...["", "/", "src/text/redaction/private-key.ts", "config.json", "docker/config.json", "settings.xml"],
  ];
  for (const path of paths)
    test(path === "" ? "no path" : path, () => {
      expect(isSensitivePath(path)).toBe(false);
    });
});

describe("a name is passed by without the patterns", () => {
  test("only when none of them would match it, in a command or by itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(sensitivePattern()), fc.boolean(), (path, loud) => {
        const named = loud ? path.toUpperCase().replaceAll("/", "\\") : path;
        return mayNameSensitive(named) && mayNameSensitive(`cat '${named}' | head`);
      }),
      { numRuns: 20_000 },
    );
  });

  test.each(["/work/app/src/parse.ts", "README.md", "cd /work/app && npm test 2>&1 | tail -20", "../a/./b"])(
    "as ordinary ones are: %s",
    (name) => {
      expect(mayNameSensitive(name)).toBe(false);
    },
  );
});
