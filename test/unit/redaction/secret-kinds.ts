// Secrets of every kind, made up when the tests run: no file of the repository has a text that looks like one.
import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, URL_SAFE } from "./random.ts";
import type { Sample } from "./sample-re2.ts";

export type SecretKind = { name: string; make: (random: Random) => Sample };

/** Tokens that say themselves what they are. */
export const TOKENS: readonly SecretKind[] = [
  token("AWS access key", (r) => `AK${"IA"}${r.text(`${UPPER}234567`, 16)}`),
  token("AWS temporary key", (r) => `AS${"IA"}${r.text(`${UPPER}234567`, 16)}`),
  token("GitHub personal token", (r) => `gh${"p_"}${r.text(ALNUM, 36)}`),
  token("GitHub app token", (r) => `gh${"s_"}${r.text(ALNUM, 36)}`),
  token("GitHub fine-grained token", (r) => `github${"_pat_"}${r.text(ALNUM, 22)}_${r.text(ALNUM, 59)}`),
  token("GitLab personal token", (r) => `gl${"pat-"}${r.text(URL_SAFE, 20)}`),
  token("GitLab runner token", (r) => `gl${"rt-"}${r.text(URL_SAFE, 20)}`),
  token("Bitbucket app password", (r) => `AT${"BB"}${r.text(ALNUM, 32)}`),
  token("Slack bot token", (r) => `xox${"b-"}${r.text(DIGITS, 12)}-${r.text(DIGITS, 12)}-${r.text(ALNUM, 24)}`),
  token("Slack user token", (r) => `xox${"p-"}${r.text(DIGITS, 12)}-${r.text(DIGITS, 12)}-${r.text(DIGITS, 12)}-${r.text(HEX, 32)}`),
  token("Slack app token", (r) => `xa${"pp-"}1-A${r.text(UPPER + DIGITS, 10)}-${r.text(DIGITS, 13)}-${r.text(HEX, 64)}`),
  token("Slack webhook", (r) => `hooks.slack${".com"}/services/T${r.text(UPPER, 8)}/B${r.text(UPPER, 8)}/${r.text(ALNUM, 24)}`),
  token("Discord webhook", (r) => r.text(URL_SAFE, 68), (r) => `discord${".com"}/api/webhooks/${r.text(DIGITS, 18)}/`),
  token("Telegram bot token", (r) => `AA${r.text(ALNUM, 33)}`, (r) => `bot${r.text(DIGITS, 9)}:`),
  token("Stripe secret key", (r) => `sk${"_live_"}${r.text(ALNUM, 24)}`),
  token("Stripe restricted key", (r) => `rk${"_live_"}${r.text(ALNUM, 24)}`),
  token("Stripe webhook secret", (r) => `wh${"sec_"}${r.text(ALNUM, 32)}`),
  token("Square token", (r) => `sq0${"atp-"}${r.text(URL_SAFE, 22)}`),
  token("Shopify token", (r) => `shp${"at_"}${r.text(HEX, 32)}`),
  token("Twilio key", (r) => `S${"K"}${r.text(HEX, 32)}`),
  token("SendGrid key", (r) => `S${"G."}${r.text(URL_SAFE, 22)}.${r.text(URL_SAFE, 43)}`),
  token("npm token", (r) => `np${"m_"}${r.text(ALNUM, 36)}`),
  token("PyPI token", (r) => `pypi-${"AgEIcHlwaS5vcmc"}${r.text(URL_SAFE, 70)}`),
  token("RubyGems key", (r) => `rubygems${"_"}${r.text(HEX, 48)}`),
  token("Docker token", (r) => `dckr${"_pat_"}${r.text(URL_SAFE, 27)}`),
  token("DigitalOcean token", (r) => `do${"p_v1_"}${r.text(HEX, 64)}`),
  token("Databricks token", (r) => `da${"pi"}${r.text(HEX, 32)}`),
  token("Grafana token", (r) => `gl${"sa_"}${r.text(ALNUM, 32)}_${r.text(HEX, 8)}`),
  token("HashiCorp Vault token", (r) => `hv${"s."}${r.text(URL_SAFE, 95)}`),
  token("Terraform token", (r) => `${r.text(ALNUM, 14)}.atlas${"v1."}${r.text(URL_SAFE, 64)}`),
  token("Azure client secret", (r) => `${r.text(ALNUM, 3)}8${"Q~"}${r.text(ALNUM, 34)}`),
  token("Google API key", (r) => `AI${"za"}${r.text(URL_SAFE, 35)}`),
  token("Google OAuth token", (r) => `ya${"29."}${r.text(URL_SAFE, 60)}`),
  token("Google client secret", (r) => `GOC${"SPX-"}${r.text(URL_SAFE, 28)}`),
  token("Anthropic key", (r) => `sk-${"ant-"}api03-${r.text(URL_SAFE, 93)}AA`),
  token("Anthropic key of another length", (r) => `sk-${"ant-"}oat01-${r.text(URL_SAFE, 60)}`),
  token("OpenAI project key", (r) => `sk-${"proj-"}${r.text(URL_SAFE, 74)}T3Blbk${"FJ"}${r.text(URL_SAFE, 74)}`),
  token("OpenAI key of the old form", (r) => `sk${"-"}${r.text(ALNUM, 48)}`),
  token("OpenRouter key", (r) => `sk-${"or-v1-"}${r.text(HEX, 64)}`),
  token("Groq key", (r) => `gs${"k_"}${r.text(ALNUM, 52)}`),
  token("Hugging Face token", (r) => `h${"f_"}${r.text(ALNUM, 34)}`),
  token("xAI key", (r) => `xa${"i-"}${r.text(ALNUM, 80)}`),
  token("Replicate token", (r) => `r${"8_"}${r.text(ALNUM, 37)}`),
  token("Perplexity key", (r) => `pp${"lx-"}${r.text(ALNUM, 48)}`),
  token("NVIDIA key", (r) => `nv${"api-"}${r.text(URL_SAFE, 64)}`),
  token("LangSmith key", (r) => `lsv2${"_pt_"}${r.text(HEX, 32)}_${r.text(HEX, 10)}`),
  token("Supabase token", (r) => `sb${"p_"}${r.text(HEX, 40)}`),
  token("Netlify token", (r) => `nf${"p_"}${r.text(ALNUM, 36)}`),
  token("Notion token", (r) => `nt${"n_"}${r.text(DIGITS, 11)}${r.text(ALNUM, 35)}`),
  token("Linear key", (r) => `lin${"_api_"}${r.text(ALNUM, 40)}`),
  token("Figma token", (r) => `fi${"gd_"}${r.text(URL_SAFE, 40)}`),
  token("Sentry token", (r) => `sntry${"u_"}${r.text(HEX, 64)}`),
  token("PostHog key", (r) => `ph${"x_"}${r.text(ALNUM, 47)}`),
  token("Postman key", (r) => `PM${"AK-"}${r.text(HEX, 24)}-${r.text(HEX, 34)}`),
  token("Tailscale key", (r) => `ts${"key-"}auth-${r.text(ALNUM, 17)}-${r.text(ALNUM, 32)}`),
  token("Doppler token", (r) => `dp${".pt."}${r.text(ALNUM, 43)}`),
  token("1Password service token", (r) => `ops_${"eyJ"}${r.text(ALNUM, 260)}`),
  token("age key", (r) => `AGE-SECRET-${"KEY-1"}${r.text("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`),
  token("JSON web token", (r) => `ey${"J"}${r.text(URL_SAFE, 30)}.ey${"J"}${r.text(URL_SAFE, 60)}.${r.text(URL_SAFE, 43)}`),
  token("JSON web token that was cut", (r) => `ey${"J"}${r.text(URL_SAFE, 30)}.ey${"J"}${r.text(URL_SAFE, 25)}`),
];

/** Secrets that only what stands beside them gives away. */
export const ASSIGNMENTS: readonly SecretKind[] = [
  token("AWS secret key", (r) => r.text(BASE64, 40), () => "aws_secret_access_key = "),
  token("AWS secret key in prose", (r) => r.text(BASE64, 40), () => "the AWS secret access key: "),
  token("password in an environment file", (r) => r.text(LOWER, 12), () => "DB_PASSWORD="),
  token("password with signs", (r) => `${r.text(ALNUM, 8)}!%${r.text(ALNUM, 4)}`, () => "SMTP_PASS="),
  token("exported token", (r) => r.text(ALNUM, 24), () => "export SERVICE_TOKEN="),
  token("password in YAML", (r) => r.text(LOWER + DIGITS, 10), () => "password: "),
  token("API key in YAML", (r) => r.text(HEX, 32), () => "api_key: "),
  token("password of a command", (r) => r.text(ALNUM, 10), () => "tool --password "),
  token("token of a command", (r) => r.text(ALNUM, 20), () => "tool --api-token="),
  token("bearer token", (r) => r.text(URL_SAFE, 40), () => "Authorization: Bearer "),
  token("basic credentials", (r) => btoa(`user:${r.text(ALNUM, 12)}`), () => "Authorization: Basic "),
  token("token header", (r) => r.text(HEX, 40), () => "Authorization: token "),
  token("API key header", (r) => r.text(ALNUM, 32), () => "X-Api-Key: "),
  token("session cookie", (r) => r.text(ALNUM, 32), () => "Cookie: sid="),
  token("set cookie", (r) => r.text(URL_SAFE, 40), () => "Set-Cookie: session="),
  token("password in an address", (r) => r.text(ALNUM, 12), () => "https://user:", "@host.invalid/path"),
  token("token as the user of an address", (r) => r.text(ALNUM, 40), () => "https://", "@host.invalid/repo.git"),
  token("Postgres address", (r) => r.text(ALNUM, 12), () => "postgresql://app:", "@db:5432/app"),
  token("MongoDB address", (r) => r.text(ALNUM, 12), () => "mongodb+srv://app:", "@cluster.invalid/app"),
  token("Redis address", (r) => r.text(ALNUM, 12), () => "redis://:", "@cache:6379/0"),
  token("AMQP address", (r) => r.text(ALNUM, 12), () => "amqps://app:", "@queue.invalid"),
  token("Go data source", (r) => r.text(ALNUM, 12), () => "app:", "@tcp(db:3306)/app"),
  token("ODBC string", (r) => r.text(ALNUM, 14), () => "Server=db;Uid=app;Pwd=", ";"),
  token("Azure storage string", (r) => `${r.text(BASE64, 86)}==`, () => "AccountName=app;AccountKey=", ";EndpointSuffix=x"),
  token("token in a query", (r) => r.text(ALNUM, 24), () => "https://host.invalid/?access_token=", "&page=2"),
  token("key in a query", (r) => r.text(ALNUM, 32), () => "https://host.invalid/?key=", "&page=2"),
  token("signature in a query", (r) => r.text(ALNUM, 44), () => "https://host.invalid/x?se=1&sig=", "&sv=2"),
  token("curl user", (r) => r.text(ALNUM, 12), () => "curl -s -u admin:", " https://host.invalid"),
  token("netrc line", (r) => r.text(ALNUM, 12), () => "machine host.invalid login me password "),
  token("npm registry line", (r) => r.text(ALNUM, 36), () => "//host.invalid/:_authToken="),
  token("Discord secret by name", (r) => r.text(URL_SAFE, 32), () => "discord_client_secret = "),
  token("Datadog key by name", (r) => r.text(HEX, 40), () => "datadog_key: "),
  token("Heroku key by name", (r) => uuid(r), () => "HEROKU_API_KEY="),
  token("Twitter bearer by name", (r) => `${"A".repeat(22)}${r.text(ALNUM, 90)}`, () => "twitter_bearer = "),
  token("Kubernetes token data", (r) => `${r.text(ALNUM, 22)}==`, () => "kind: Secret\ndata:\n  anything: "),
];

/** Assignments in quotes, as programs and JSON have them. */
export const QUOTED: readonly SecretKind[] = [
  token("password in a program", (r) => r.text(ALNUM, 12), () => 'const password = "', '";'),
  token("password of letters", (r) => r.text(LOWER, 12), () => "password: '", "',"),
  token("key in a program", (r) => r.text(ALNUM, 24), () => 'client = Client(api_key="', '")'),
  token("password in JSON", (r) => r.text(ALNUM, 10), () => '{"user":"me","password":"', '"}'),
  token("nested token in JSON", (r) => r.text(URL_SAFE, 40), () => '{"auth":{"refresh_token": "', '"}}'),
  token("environment list", (r) => r.text(ALNUM, 14), () => '{"name":"DB_PASSWORD","value":"', '"}'),
  token("Docker auth", (r) => btoa(`me:${r.text(ALNUM, 20)}`), () => '{"auths":{"host.invalid":{"auth":"', '"}}}'),
  token("typed constant", (r) => r.text(ALNUM, 32), () => 'private apiKey: string = "', '";'),
  token("hash in Ruby", (r) => r.text(ALNUM, 20), () => ":secret_key => '", "'"),
  token("NuGet password", (r) => r.text(ALNUM, 12), () => '<add key="ClearTextPassword" value="', '" />'),
  token("XML element", (r) => r.text(ALNUM, 12), () => "<password>", "</password>"),
];

/** Keys of many lines. */
export const KEYS: readonly SecretKind[] = [
  key("RSA key", (r) => `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${lines(r, 12)}\n-----END RSA ${"PRIVATE"} KEY-----`),
  key("PKCS #8 key", (r) => `-----BEGIN ${"PRIVATE"} KEY-----\n${lines(r, 12)}\n-----END ${"PRIVATE"} KEY-----`),
  key("OpenSSH key", (r) => `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\n${lines(r, 8)}\n-----END OPENSSH ${"PRIVATE"} KEY-----`),
  key("encrypted key", (r) => `-----BEGIN RSA ${"PRIVATE"} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${lines(r, 8)}\n-----END RSA ${"PRIVATE"} KEY-----`),
  key("PGP key", (r) => `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\nVersion: 1\n\n${lines(r, 8)}\n-----END PGP ${"PRIVATE"} KEY BLOCK-----`),
  key("key whose end was cut off", (r) => `-----BEGIN ${"PRIVATE"} KEY-----\n${lines(r, 6)}`),
  key("key whose start was cut off", (r) => `${lines(r, 6)}\n-----END ${"PRIVATE"} KEY-----`),
  key("PuTTY key", (r) => `Private-${"Lines"}: 4\n${lines(r, 4)}`),
];

function uuid(r: Random): string {
  return [8, 4, 4, 4, 12].map((length) => r.text(HEX, length)).join("-");
}

function lines(r: Random, count: number): string {
  return Array.from({ length: count }, () => r.text(BASE64, 64)).join("\n");
}

function token(
  name: string,
  make: (r: Random) => string,
  ahead: (r: Random) => string = () => "",
  behind = "",
): SecretKind {
  return {
    name,
    make: (r) => {
      const secret = make(r);
      return { text: ahead(r) + secret + behind, secret };
    },
  };
}

/** No line of the key may be left. */
function key(name: string, make: (r: Random) => string): SecretKind {
  return { name, make: (r) => ({ text: make(r), secret: "" }) };
}
