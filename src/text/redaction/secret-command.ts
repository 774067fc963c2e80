// Recognises commands whose output is a secret, which is never recorded.
import { kindOfName } from "./secret-name.ts";

/**
 * The words of a command in order, perhaps with others in between. `|` separates alternatives, `*` is any part of a word, `<end>`
 * means that nothing follows, `<assignments>` nothing but variables, `<secret>` is the name of a secret, and `<$secret>` a text
 * with the variable of that name.
 */
const COMMANDS = [
  // The environment.
  "env <assignments>",
  "env|printenv -0|--null <end>",
  "printenv <end>",
  "printenv <secret>",
  "set|export|declare|typeset <end>",
  "export|declare|typeset -p|-x|-px|-xp <end>",
  "declare|typeset|export -p|-px|-xp <secret>",
  "compgen -v|-e",
  "jq -n|--null-input|-nr|-rn|-nc|-cn env|env.*|$ENV*",
  "cat|tee|head|tail|base64|xxd|od|tr|rev|fold|cut|sed|awk|grep <<< <$secret>",
  "docker|docker-compose|podman|nerdctl|kubectl|oc|ssh|bash|sh|zsh|dash|fish|su|heroku|fly|flyctl|vagrant|lxc|nsenter|railway env|printenv|export|set <end>",
  "npm|pnpm|yarn run env <end>",
  "run env <end>",
  "echo|printf|print <$secret>",
  "direnv export|dump",
  "dotenv list|get",
  "launchctl getenv|export",
  "systemctl show-environment",
  "systemctl show Environment",
  "tmux show-environment",
  "ps e|eww|ewww|auxe|auxeww|axe|axeww|-eww|-Eww|auxE",
  "docker|podman inspect",
  "docker|podman compose config|convert",
  "docker-compose config",
  "history|fc",
  "git stash show -p|--patch",
  "eb printenv",
  "serverless print",
  "vercel env pull",
  "firebase functions:config:get",
  "az webapp|functionapp config appsettings list",
  "az functionapp keys list",
  "gcloud run services describe",
  // Databases, as a whole.
  "pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport",
  "sqlite3 .dump",
  // Password managers and key rings.
  "pass show|cat|otp|grep",
  "security find-key|export",
  "ssh-keygen -y",
  "gopass show|cat|otp",
  "op read|inject",
  "op item get",
  "op document get",
  "bw get|unlock|export",
  "bws secret get|list",
  "lpass show|export",
  "dcli password|note|secret|read",
  "keepassxc-cli show|export|clip",
  "security find-generic-password|find-internet-password|dump-keychain|export",
  "secret-tool lookup|search",
  "keyring get",
  "chezmoi secret",
  "git credential fill",
  "git credential-* get",
  "docker-credential-* get",
  // Vaults.
  "vault kv get",
  "vault read|unwrap|print",
  "vault token create|lookup",
  "bao kv get",
  "bao read|unwrap",
  "chamber read|export|env",
  "doppler secrets",
  "infisical secrets|export",
  "credstash get|getall",
  "berglas access",
  "teller show|env|yaml",
  "conjur variable get",
  "sops decrypt|-d|--decrypt|exec-env",
  "ansible-vault view|decrypt",
  "gpg -d|--decrypt|--export-secret-keys|--export-secret-key",
  "age -d|--decrypt",
  "age-keygen",
  "rage -d",
  "rails credentials:show",
  "pulumi config get|--show-secrets",
  "pulumi stack --show-secrets",
  "terraform output -raw|-json",
  "terraform|tofu state pull|show",
  "terraform|tofu show",
  "consul kv get",
  "etcdctl get",
  "helm get values|all",
  "tofu output -raw|-json",
  // Tokens of command lines.
  "gh auth token",
  "gh auth status -t|--show-token",
  "glab auth status -t|--show-token",
  "glab config get token",
  "heroku auth:token|authorizations:create|config:get|config",
  "fly auth token",
  "flyctl auth token",
  "fly tokens create",
  "npm token create",
  "npm config get //*",
  "railway variables",
  "netlify env:get|env:list",
  "wrangler secret list",
  "supabase status",
  "stripe config --list",
  "oc whoami -t|--show-token",
  "kubectl create token",
  "kubectl config view --raw",
  "kubectl get secret|secrets -o|--output|-oyaml|-ojson|-ojsonpath*|-o=*|--template*|-otemplate*",
  "oc get secret|secrets -o|--output|-oyaml|-ojson|-o=*",
  "oc extract",
  "argocd account generate-token",
  "argocd admin initial-password",
  // Clouds.
  "aws secretsmanager get-secret-value|get-random-password|batch-get-secret-value",
  "aws ssm get-parameter|get-parameters|get-parameters-by-path --with-decryption",
  "aws sts get-session-token|assume-role|assume-role-with-web-identity|get-federation-token",
  "aws configure export-credentials",
  "aws configure get aws_secret_access_key|aws_session_token",
  "aws ecr get-login-password|get-authorization-token",
  "aws codeartifact get-authorization-token",
  "aws eks get-token",
  "aws rds generate-db-auth-token",
  "aws iam create-access-key|create-login-profile",
  "aws-vault exec|export",
  "gcloud secrets versions access",
  "gcloud auth print-access-token|print-identity-token",
  "gcloud auth application-default print-access-token",
  "gcloud sql generate-login-token",
  "az keyvault secret show|download",
  "az account get-access-token",
  "az acr credential show",
  "az acr login --expose-token",
  "az storage account keys|show-connection-string",
  "az cosmosdb keys",
  "az ad sp create-for-rbac",
  "doctl auth token",
  "doctl registry docker-config",
  "ibmcloud iam oauth-tokens",
  // Systems.
  "nmcli -s|--show-secrets",
  "nmcli device|dev wifi show-password",
  "netsh wlan show key=clear",
  "wg genkey|genpsk|showconf",
  "wg show private-key|preshared-keys",
  "pwgen",
  "apg",
  "xkcdpass",
  "diceware",
  "openssl rand",
  "htpasswd -n*",
  "mkpasswd",
].map((line) => line.split(" "));

/** A command and, for each of its words, the fixed beginnings of the words that may stand there. */
interface SecretCommand {
  words: string[];
  starts: string[][];
}

/** The commands by their program; those of a program with `*` under "*". */
let byProgram: Map<string, SecretCommand[]> | undefined;

/** Whether a shell command prints a secret, judging by its words. */
export function printsSecret(command: string): boolean {
  const possible = possibleCommands(command);
  if (dumpsEnvironment(command)) return true;
  if (possible.length === 0) return false;
  return withoutSubstitutions(withoutDocuments(command))
    .split(/&&|\|\||[\n;|&(){}`]|\$\(/)
    .some((part) => {
      const words = wordsOf(part);
      return possible.some((pattern) => matchesCommand(pattern, words));
    });
}

/** A quick test: most commands do not contain the words of any. */
function possibleCommands(command: string): string[][] {
  byProgram ??= indexPrograms();
  const bare = /["'\\]/.test(command) ? command.replaceAll(/["'\\]/g, "") : command;
  const isIn = (word: string) => bare.includes(word);
  const found = new Set<SecretCommand>();
  const add = (secret: SecretCommand) => {
    if (secret.starts.every((choice) => choice.some(isIn))) found.add(secret);
  };
  byProgram.get("*")?.forEach(add);
  // A digit before ">" is part of the redirection.
  for (const word of bare.split(/[\s;|&(){}`/]+|\d?>/)) byProgram.get(word)?.forEach(add);
  return [...found].map(({ words }) => words);
}

function indexPrograms(): Map<string, SecretCommand[]> {
  const index = new Map<string, SecretCommand[]>();
  for (const words of COMMANDS) {
    const secret = { words, starts: words.map(startsOf) };
    for (const program of words[0]?.split("|") ?? []) {
      const key = program.includes("*") ? "*" : program;
      const same = index.get(key);
      if (same) same.push(secret);
      else index.set(key, [secret]);
    }
  }
  return index;
}

function startsOf(choice: string): string[] {
  return choice.split("|").map((word) => (word.startsWith("<$") ? "$" : (word.split(/[*<]/, 1)[0] ?? "")));
}

/** The end of each document is searched for in all that follows. */
const MAX_WITH_DOCUMENTS = 20_000;

/** A here-document is text, unless a shell runs it. */
function withoutDocuments(command: string): string {
  if (!command.includes("<<") || command.length > MAX_WITH_DOCUMENTS) return command;
  return command.replaceAll(
    /^(.*)<<-?[ \t]*(["']?)(\w+)\2(.*)\n[\s\S]*?\n[ \t]*\3[ \t]*$/gm,
    (all, before, _, __, after) => (/\b(?:ba|z|da|fi)?sh\b/.test(before) ? all : `${before}${after}`),
  );
}

/** The output of a substitution is not printed, except by `echo` and `printf`. `${NAME:+set}` does not print the value. */
function withoutSubstitutions(command: string): string {
  const plain = command.replaceAll(/\$\{(\w+)(:?\+)?[^}]{0,200}\}/g, (_, name, isOnlyTested) =>
    isOnlyTested ? "" : `$${name}`,
  );
  return plain.replaceAll(/(?<!(?:echo|printf)[^\n;|&]{0,80})(?:\$\([^()]*\)|`[^`]*`)/g, " ");
}

/** Without launchers, variables and the program's folder. */
function wordsOf(part: string): string[] {
  const words = part
    .replaceAll("<<<", " <<< ")
    .replaceAll(/\d?>{1,2}&?\s*\S+/g, " ")
    .replace(/^\s*sudo(?:\s+-[ugCph]\s+\S+|\s+-\S+)*/, "")
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/["'\\]/g, ""));
  const start = words.findIndex((word) => !RUNNERS.test(word) && !isOption(word) && !/^\w+=/.test(word));
  // `env` alone is not a launcher.
  const [program = "", ...rest] = words.slice(start < 0 ? words.indexOf("env") : start);
  return [program.slice(program.lastIndexOf("/") + 1), ...rest];
}

function isOption(word: string): boolean {
  return word.startsWith("-");
}

const RUNNERS = /^(?:sudo|command|exec|env|time|nohup|npx|bunx|pnpm|yarn|bundle|bin\/rails|-[A-Za-z])$/;

/** The first word must be the program; the others must occur in order. */
function matchesCommand(
  [program = "", ...others]: readonly string[],
  [first = "", ...words]: readonly string[],
): boolean {
  if (!matchesChoice(program, first)) return false;
  let at = 0;
  for (const other of others) {
    if (other === "<assignments>") return words.slice(at).every((word) => /^(?:\w+=|$)/.test(word));
    if (other === "<end>") return words.slice(at).every((word) => word === "");
    while (at < words.length && !matchesChoice(other, words[at] ?? "")) at++;
    if (at++ >= words.length) return false;
  }
  return true;
}

function matchesChoice(choice: string, word: string): boolean {
  if (choice === "<secret>") return kindOfName(word) !== undefined;
  if (choice === "<$secret>") return variablesIn(word).some((name) => kindOfName(name) !== undefined);
  return choice.split("|").some((one) => (one.includes("*") ? matchesStar(one, word) : one === word));
}

function matchesStar(one: string, word: string): boolean {
  const [start = "", end = ""] = one.split("*");
  return word.length >= one.length - 1 && word.startsWith(start) && word.endsWith(end);
}

function variablesIn(word: string): string[] {
  return [...word.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name);
}

/** A line of code that prints all variables. */
function dumpsEnvironment(command: string): boolean {
  if (!/env/i.test(command)) return false;
  const runsCode =
    /\bdeno\s+eval\b|\b(?:node|bun|deno|python[\d.]*|ruby|perl|php)\b[^\n]{0,80}?\s-{1,2}(?:e|p|c|r|pe|eval|print)\b/;
  const names =
    /(?:process\.env|Bun\.env|os\.environ|[%\s(]ENV|\$_ENV|getenv\(\)|Deno\.env\.toObject|in\s+ENVIRON)(?:\.(?:items|copy|entries|to_)|(?!\s*[.?]?[.[{\w]))/;
  return names.test(command) && (runsCode.test(command) || /\bawk\b/.test(command));
}
