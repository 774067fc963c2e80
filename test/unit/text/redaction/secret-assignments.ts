import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, URL_SAFE } from "./random.ts";
import { kind, type SecretKind } from "./secret-kind.ts";

/** Secrets that only their context gives away. */
export const ASSIGNMENTS: readonly SecretKind[] = [
  kind("AWS secret key", (r) => r.text(BASE64, 40), "aws_secret_access_key = "),
  kind("AWS secret key in prose", (r) => r.text(BASE64, 40), "the AWS secret access key: "),
  kind("password in an environment file", (r) => r.text(LOWER, 12), "DB_PASSWORD="),
  kind("password with signs", (r) => `${r.text(ALNUM, 8)}!%${r.text(ALNUM, 4)}`, "SMTP_PASS="),
  kind("password with brackets", (r) => `${r.text(ALNUM, 6)}4(,;]${r.text(ALNUM, 6)}`, "DB_PASSWORD="),
  kind("YAML password with signs", (r) => `${r.text(ALNUM, 6)}4&)|${r.text(ALNUM, 6)}`, "password: "),
  kind("exported token", (r) => r.text(ALNUM, 24), "export SERVICE_TOKEN="),
  kind("password in YAML", (r) => r.text(LOWER + DIGITS, 10), "password: "),
  kind("API key in YAML", (r) => r.text(HEX, 32), "api_key: "),
  kind("password of a command", (r) => r.text(ALNUM, 10), "tool --password "),
  kind("token of a command", (r) => r.text(ALNUM, 20), "tool --api-token="),
  kind("bearer token", (r) => r.text(URL_SAFE, 40), "Authorization: Bearer "),
  kind("basic credentials", (r) => btoa(`user:${r.text(ALNUM, 12)}`), "Authorization: Basic "),
  kind("token header", (r) => r.text(HEX, 40), "Authorization: token "),
  kind("API key header", (r) => r.text(ALNUM, 32), "X-Api-Key: "),
  kind("session cookie", (r) => r.text(ALNUM, 32), "Cookie: sid="),
  kind("set cookie", (r) => r.text(URL_SAFE, 40), "Set-Cookie: session="),
  kind("password in an address", (r) => r.text(ALNUM, 12), "https://user:", "@host.invalid/path"),
  kind("token as the user of an address", (r) => r.text(ALNUM, 40), "https://", "@host.invalid/repo.git"),
  kind("Postgres address", (r) => r.text(ALNUM, 12), "postgresql://app:", "@db:5432/app"),
  kind("MongoDB address", (r) => r.text(ALNUM, 12), "mongodb+srv://app:", "@cluster.invalid/app"),
  kind("Redis address", (r) => r.text(ALNUM, 12), "redis://:", "@cache:6379/0"),
  kind("AMQP address", (r) => r.text(ALNUM, 12), "amqps://app:", "@queue.invalid"),
  kind("Go data source", (r) => r.text(ALNUM, 12), "app:", "@tcp(db:3306)/app"),
  kind("ODBC string", (r) => r.text(ALNUM, 14), "Server=db;Uid=app;Pwd=", ";"),
  kind(
    "Azure storage string",
    (r) => `${r.text(BASE64, 86)}==`,
    "AccountName=app;AccountKey=",
    ";EndpointSuffix=x",
  ),
  kind("token in a query", (r) => r.text(ALNUM, 24), "https://host.invalid/?access_token=", "&page=2"),
  kind("key in a query", (r) => r.text(ALNUM, 32), "https://host.invalid/?key=", "&page=2"),
  kind("signature in a query", (r) => r.text(ALNUM, 44), "https://host.invalid/x?se=1&sig=", "&sv=2"),
  kind("curl user", (r) => r.text(ALNUM, 12), "curl -s -u admin:", " https://host.invalid"),
  kind("netrc line", (r) => r.text(ALNUM, 12), "machine host.invalid login me password "),
  kind("npm registry line", (r) => r.text(ALNUM, 36), "//host.invalid/:_authToken="),
  kind("Discord secret by name", (r) => r.text(URL_SAFE, 32), "discord_client_secret = "),
  kind("Datadog key by name", (r) => r.text(HEX, 40), "datadog_key: "),
  kind("Heroku key by name", (r) => uuid(r), "HEROKU_API_KEY="),
  kind("Twitter bearer by name", (r) => `${"A".repeat(22)}${r.text(ALNUM, 90)}`, "twitter_bearer = "),
  kind("Kubernetes token data", (r) => `${r.text(ALNUM, 22)}==`, "kind: Secret\ndata:\n  anything: "),
];

/** Quoted assignments, as in programs and JSON. */
export const QUOTED: readonly SecretKind[] = [
  kind("password in a program", (r) => r.text(ALNUM, 12), 'const password = "', '";'),
  kind("password of letters", (r) => r.text(LOWER, 12), "password: '", "',"),
  kind("key in a program", (r) => r.text(ALNUM, 24), 'client = Client(api_key="', '")'),
  kind("password in JSON", (r) => r.text(ALNUM, 10), '{"user":"me","password":"', '"}'),
  kind("nested token in JSON", (r) => r.text(URL_SAFE, 40), '{"auth":{"refresh_token": "', '"}}'),
  kind("environment list", (r) => r.text(ALNUM, 14), '{"name":"DB_PASSWORD","value":"', '"}'),
  kind("Docker auth", (r) => btoa(`me:${r.text(ALNUM, 20)}`), '{"auths":{"host.invalid":{"auth":"', '"}}}'),
  kind("typed constant", (r) => r.text(ALNUM, 32), 'private apiKey: string = "', '";'),
  kind("hash in Ruby", (r) => r.text(ALNUM, 20), ":secret_key => '", "'"),
  kind("NuGet password", (r) => r.text(ALNUM, 12), '<add key="ClearTextPassword" value="', '" />'),
  kind("XML element", (r) => r.text(ALNUM, 12), "<password>", "</password>"),
];

function uuid(r: Random): string {
  return [8, 4, 4, 4, 12].map((length) => r.text(HEX, length)).join("-");
}
