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
  ])("%s", async (command) => {
    const call = callOf(command);
    expect((await redactOnDemand((redactor) => redactCall(call, RULES, redactor)))?.json).not.toContain(WORD);
    expect(redactCall(call, RULES, FULL_REDACTOR)?.json).not.toContain(WORD);
  });
});

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
  ])("%s", (command) => {
    expect(redactCall(callOf(command), RULES, FULL_REDACTOR)?.json).toContain(WORD);
  });
});
