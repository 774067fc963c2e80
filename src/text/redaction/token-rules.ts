// Tokens that say themselves whose they are: newer or shorter than upstream knows, or cut.
import type { Rule } from "./rule.ts";

/** No word, and no words with hyphens. */
const isNoWord = (secret: string): boolean => /\d|[a-z][A-Z]+[a-z]/.test(secret);

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
  isSecret: (secret: string) => boolean = isNoWord,
): Rule {
  return { id, starts, pattern, edge: true, minRun: 12, isSecret };
}
