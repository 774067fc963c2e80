// Rules for tokens with a known prefix that the imported rules miss, because they are newer, shorter or cut; for cookies outside
// headers; and for passwords on the line below their name.
import { type Block, type BlockRule, isPlaceholder, looksRandom, type Rule } from "./rule.ts";

/** Neither a word nor hyphenated words. */
const isNotWord = (secret: string): boolean => /\d|[a-z][A-Z]+[a-z]/.test(secret);

export const listTokenRules = (): readonly Rule[] => [
  token(
    "json-web-token",
    ["eyj", "eya", "ewo"],
    "e(?:yJ|yA|wo)[\\w-]{8,4000}\\.[\\w-]{8,4000}(?:\\.[\\w-]{0,4000}){0,3}",
  ),
  token("anthropic-key", ["sk-ant-"], "sk-ant-[\\w-]{10,400}"),
  token(
    "openai-key",
    ["sk-"],
    "sk-(?:proj|svcacct|admin|None|or-v1|lf)-[\\w-]{16,400}|sk-[A-Za-z0-9]{20,400}(?![\\w-])",
  ),
  token("groq-key", ["gsk_"], "gsk_[A-Za-z0-9]{20,200}"),
  token("hugging-face-token", ["hf_", "api_org_"], "(?:hf|api_org)_[A-Za-z0-9]{20,200}"),
  token("google-key", ["aiza"], "AIza[\\w-]{30,200}"),
  token("google-oauth", ["ya29.", "gocspx-", "1//0"], "(?:ya29\\.|GOCSPX-|1//0)[\\w-]{20,2000}"),
  token("xai-key", ["xai-"], "xai-[\\w-]{20,200}"),
  token("replicate-token", ["r8_"], "r8_[A-Za-z0-9]{20,200}"),
  token("perplexity-key", ["pplx-"], "pplx-[A-Za-z0-9]{20,200}"),
  token("langsmith-key", ["lsv2_"], "lsv2_(?:pt|sk)_[\\w-]{20,200}"),
  token("tavily-key", ["tvly-"], "tvly-[\\w-]{20,200}"),
  token(
    "github-token",
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    "(?:gh[pousr]|github_pat)_\\w{16,400}",
  ),
  token(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-", "xoxe-", "xoxc-", "xoxd-"],
    "xox[a-z]-[\\w%-]{10,400}",
  ),
  token("stripe-webhook-secret", ["whsec_"], "whsec_[A-Za-z0-9+/]{20,200}={0,2}"),
  token("docker-token", ["dckr_pat_", "dckr_oat_"], "dckr_[po]at_[\\w-]{20,200}"),
  token("tailscale-key", ["tskey-"], "tskey-[a-z]{2,12}-[\\w-]{16,200}"),
  token("supabase-token", ["sbp_", "sb_secret_"], "(?:sbp|sb_secret)_[\\w-]{20,200}"),
  token("netlify-token", ["nfp_"], "nfp_[A-Za-z0-9]{30,200}"),
  token("notion-token", ["secret_"], "secret_[A-Za-z0-9]{40,60}(?!\\w)"),
  token("bitbucket-app-password", ["atbb"], "ATBB[A-Za-z0-9]{28,60}"),
  token("atlassian-token", ["atctt3", "atatt3"], "AT[CA]TT3[\\w=-]{60,400}"),
  token("vault-token", ["hvs.", "hvb.", "hvr."], "hv[sbr]\\.[\\w-]{20,400}"),
  { ...token("firebase-server-key", [":apa91b"], "AAAA[\\w-]{7}:APA91b[\\w-]{60,300}"), before: 11 },
  token(
    "discord-bot-token",
    "mta mte mti mtm mtq mtu mty mtc mtg mtk".split(" "),
    "MT[AEIMQUYcgk][A-Za-z0-9]{21,25}\\.[\\w-]{6}\\.[\\w-]{27,45}",
  ),
  token("telegram-bot-token", ["bot"], "bot\\d{8,12}:([\\w-]{30,60})"),
  token(
    "discord-webhook",
    ["discord"],
    "discord(?:app)?\\.com\\\\?/api\\\\?/webhooks\\\\?/\\d{10,24}\\\\?/([\\w-]{40,200})",
  ),
  {
    id: "facebook-app-token",
    starts: ["facebook", "access_token="],
    pattern: "(?:facebook|access_token=)[^\\n]{0,60}?(\\d{15,16}(?:\\||%7C)[\\w-]{27,40})",
    caseless: true,
  },
];

function token(
  id: string,
  starts: string[],
  pattern: string,
  isSecret: (secret: string) => boolean = isNotWord,
): Rule {
  return { id, starts, pattern, edge: true, minRun: 12, isSecret };
}

const QUOTE = "\\\\{0,7}[\"'`]";
const NEWLINE = "(?:\\r?\\n|(?:\\\\{1,7}r)?\\\\{1,7}n)";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TAB = "(?:\\t|\\\\{1,7}t)";

export const listSessionRules = (): readonly (Rule | BlockRule)[] => [
  {
    id: "typed-password",
    starts: [
      "password:",
      "password for",
      "passphrase:",
      "passphrase for",
      "passcode:",
      "token:",
      "api key:",
      "secret:",
    ],
    pattern: `(?:password|passphrase|passcode|token|api key|secret)(?: for [^\\n]{1,100}?)?:[ \\t]{0,5}(?:${NEWLINE}[ \\t]{0,20}){1,3}([^\\s"'\`\\\\]{6,400})(?=[ \\t]{0,5}(?:${NEWLINE}|["'\\\\]|$))`,
    caseless: true,
    isSecret: isTyped,
  },
  {
    // Case-sensitive, because a field `sessionId` of a program is not a cookie.
    id: "cookie-value",
    starts: [
      "phpsessid",
      "jsessionid",
      "asp.net_sessionid",
      "_session_id",
      "sessionid=",
      "sessionid'",
      "connect.sid",
      "laravel_session",
    ],
    pattern: `(?:PHPSESSID|JSESSIONID|ASP\\.NET_SessionId|_session_id|sessionid|connect\\.sid|laravel_session)(?:${QUOTE})?(?:[ \\t]{0,3}[:=][ \\t]{0,3}|[ \\t]{0,3},\\s{0,20}${QUOTE}value${QUOTE}[ \\t]{0,3}:[ \\t]{0,3})(?:${QUOTE})?([\\w%.~+/=-]{16,2000})`,
    edge: true,
    isSecret: (secret) => looksRandom(secret, 2) && !UUID.test(secret),
  },
  {
    id: "cookie-value",
    starts: ["#httponly_", "netscape http co"],
    findBlocks: findJar,
  },
  { id: "cookie-value", starts: ['domain"', "domain\\"], findBlocks: findBrowserCookie },
];

/** Not a word, a YAML key or code. */
function isTyped(secret: string): boolean {
  return (
    !isPlaceholder(secret) &&
    /[A-Za-z]/.test(secret) &&
    (/\d/.test(secret) || /[A-Za-z][!%$&@#~^*+?]+[A-Za-z0-9]/.test(secret)) &&
    !/^(?:https?:|[./~-])|[:({[=]|[,;)}\]]$|\.\w{1,4}$/.test(secret)
  );
}

const jarLinePattern = (): RegExp =>
  new RegExp(
    `${TAB}(?:TRUE|FALSE)${TAB}/[^\\s\\\\]{0,200}${TAB}(?:TRUE|FALSE)${TAB}\\d{1,12}${TAB}[^\\s\\\\]{1,200}${TAB}([^\\s"'\\\\]{4,4000})`,
    "g",
  );
const MAX_JAR = 50_000;
const HEADER = "etscape HTTP Cookie";

/** A cookie file of curl or wget, up to the next one. */
function findJar(text: string, at: number): Block[] {
  const isLine = text[at] === "#";
  const after = text.slice(at, at + (isLine ? MAX_COOKIE : MAX_JAR));
  const next = isLine ? -1 : after.indexOf(HEADER, HEADER.length);
  const jar = next < 0 ? after : after.slice(0, next);
  return [...jar.matchAll(jarLinePattern())].slice(0, isLine ? 1 : undefined).map((line) => {
    const end = at + line.index + line[0].length;
    return { start: end - (line[1]?.length ?? 0), end };
  });
}

const MAX_COOKIE = 4200;
const cookieValuePattern = (): RegExp =>
  new RegExp(
    `value${QUOTE}\\s{0,5}:\\s{0,5}${QUOTE}([^"'\\\\\\s]{12,4000})${QUOTE},(?:\\s|\\\\{1,7}[nrt]){0,20}${QUOTE}$`,
    "y",
  );

/** `{"name": …, "value": …, "domain": …}`, the form of browsers and their drivers. */
function findBrowserCookie(text: string, at: number): Block[] {
  const ahead = text.slice(Math.max(0, at - MAX_COOKIE), at);
  const pattern = cookieValuePattern();
  pattern.lastIndex = ahead.lastIndexOf("value");
  const match = pattern.lastIndex < 0 ? null : pattern.exec(ahead);
  const value = match?.[1] ?? "";
  if (!match || !looksRandom(value, 2)) return [];
  const start = at - ahead.length + match.index + match[0].indexOf(value, "value".length);
  return [{ start, end: start + value.length }];
}
