// Choices put as an order, under a heading of their own, or as a verdict on what was laid out.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { GROUNDED, NEITHER, PAIRED } from "./frames.ts";
import { AT_HAND, GROUNDS, OWED, PARTIES } from "./grounds.ts";

/** What is looked at while working: to want it otherwise is work. */
export const SEEN =
  /\b(?:tests?|spec|specs|files?|page|screen|header|footer|label|text|wording|sentence|title|paragraph|heading|color|colour|blue|red|green|grey|gray|bigger|smaller|wider|narrower|darker|lighter|left|right|top|bottom|centered|aligned|spacing|layout shift|popup|modal|dropdown|input field|placeholder|animation|script|folder|directory|mock|fixture|snapshot|component|stdout|example|examples|docs?|description|message|commit|link|url|chart|table of|diagram|story|poem|opponent|player|query|row count|call to|retry on|customers?|users?|seed|placeholder|[\w-]+\.(?:py|ts|tsx|js|go|rs|java|rb|c|cpp|vue|php))\b/i;

const CHOOSE = oneOf(`
  use, keep, make, put, store, drop, skip, leave, do, take, go for, go, stick (?:to|with), treat, limit, cap, split, move, build, host, ship, buy, pin,
  model, encode, cache, poll, don't (?:use|bother|add|do|build|introduce|support|cache|store|make|need|go), dont (?:use|bother|add|do|build|introduce|support), forget (?:about|the), forget, ditch, avoid, no need for, hardcode, inline, default to, fall back to, preprocess, embed, calibrate, exclude, anonymi[sz]e, denormali[sz]e, normali[sz]e, precompute, compute, validate, round, clamp, purge, archive, sample, quantize, compile, target, publish, replicate, shard, throttle, require,
  continue, don't worry about, dont worry about, no need to be, lock in, lock, freeze, cut, reject, allow, only allow, separate, merge, expose, encrypt, hash, version, generate, vendor, wrap, self-?host, stream, batch, partition, index, sign, rely on
`);

/** What a project settles at some time or other. */
const TOPIC = oneOf(`
  auth\\w*, login, pricing, permissions?, roles?, access(?: model| control)?, logging, logs, caching, cache, retries, retry, retention, storage, compression, encryption, naming, names?, versioning, branching, deployments?, deploys?, hosting, search, queues?, sync,
  timeouts?, ttl, formats?, database, db, orm, backend, frontend, ui, framework, language, ids?, keys?, schema, state, error handling, errors?, tenancy, multi[- ]tenan\\w+, isolation, transport, protocol, api, endpoints?, pagination, validation, serializ\\w+, parsing,
  dates?, time ?zones?, timestamps?, currency, money, rounding, units?, locale, i18n, translations?, charts?, maps?, icons?, styling, css, theme, routing, rendering, testing, coverage, ci, runners?, releases?, rollout, migrations?, backups?, monitoring, alerts?, alerting, metrics, tracing, analytics,
  license, licensing, billing, payments?, invoices?, refunds?, exports?, imports?, uploads?, downloads?, thumbnails?, images?, video, audio, e-?mails?, notifications?, webhooks?, events?, messaging, broker, scheduling, scheduler, cron, jobs?, workers?, threads?, concurrency, locking, conflicts?, consistency, replication, sharding, partition\\w*,
  min(?:imum)? version, versions?, target, platforms?, browsers?, devices?, os, minimum, limit, limits, quota, threshold, batch size, page size, sample rate, resolution, precision, model, split, loss, features?, dataset, engine, physics, netcode, save ?games?, input, controls, camera, firmware, updates?, bootloader, power, radio, sensors?, layout, config\\w*, settings, secrets?, certs?, dns, regions?, network\\w*, registry, package manager, monorepo, repo, scope, mvp, v1
`);

const GROUNDS_ONLY = `\\b(?:${GROUNDS})(?!\\w)`;

export const ORDERED_DECISIONS: readonly Signal[] = [
  {
    id: "decision.order",
    category: "DECISION",
    strength: 0.41,
    why: "orders one way, with what speaks for it",
    pattern: new RegExp(
      `(?:^|[,.:;] |\\b(?:let's|lets|let us|i'd rather|i'd rather not) )(?:(?:and|so|then|ok|okay|nah|no|nope|yes|yeah|hm+|fine|right|alright|actually|rather|instead|please|pls|just|simply|also|only|all|let's|lets)[,.]? )*(?:(?:${CHOOSE}|implement|write|handle|solve) (?:it|them|that) (?:as (?:an?|one|is)|with (?:an?|the|one)|using|via|through|at|per|to (?:one|two|three|\\d+)|simple|plain|boring|synchronous|sync|async|static|generic|private|internal|public|stateless|in (?:the|one|our|memory|ram|git|code)|on (?:the|our|disk)|out of|an?|one|[\\w-]+(?:ous|ive|less|able|only))|(?:${CHOOSE}) (?!\\d|x+ at\\b|an? (?:table|list|chart|diagram|page|file|copy|backup|note|plan|draft|branch|pr|new|quick|small|test|function|component|button|field)|(?:it|that|this|them|these|those|me|you|your|sure|so|not|on|up|ahead|over|back|out|down|going|looking|trying|digging|searching|debugging|working|testing|through|in|mind|we|i|what|whatever|a look|the same|the rest|the other|a new|an? quick|more|less|something|anything|everything|whatever|some|all of|both of|each of)\\b)[\\w./+#'-]+)`,
      "i",
    ),
    near: PAIRED,
    sameLine: true,
    unless: new RegExp(
      `${AT_HAND.source}|${SEEN.source}|\\b(?:always|never|from now on|every time|whenever)\\b`,
      "i",
    ),
    unlessNear: OWED,
    despite: ["negated"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.then-that",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "settles on one, with what speaks for it",
    pattern: eitherOf`
      ^(?:(?:ok(?:ay)?|alright|fine|right|so|well|good)[,.]? )+then (?:the )?(?!(?:let's|lets|i|we|you|please|can|could|what|how|why|run|fix|go|do|continue|commit|push)\b)[\w.+#-]+(?: [\w.+#-]+){0,3}(?=[.,!]|$)
      ^(?:(?:fine|ok(?:ay)?|alright|right|good)[,.] )+(?:the |a )?[\w.+#-]+(?: [\w.+#-]+){0,2} then(?=[.,!]|$)
      \b(?:the|our) (?:[\w-]+ ){0,2}(?:tool|library|lib|framework|database|db|broker|language|format|runtime|engine|provider|vendor|host|bundler|linter|formatter|runner|package manager|orm|license|name|default|target|baseline|protocol|license|region|currency|unit) (?:is|will be|stays) (?!(?:down|slow|broken|not|very|too|red|missing|wrong|still|now|also|the|a|an|in|on|at|set|used|called|[a-z]+ing)\b)[\w.+#-]+
      (?:^|[.?] )(?:actually,? no|no,? wait|on second thought|scratch that|hm,? no)[,:.] (?!(?:i|it|that|this|the|what|why|how|don't|not)\b)[a-z]+ [\w.+#-]+
      \b(?:is|it's) the one(?=[.,!])|\byou win\b|\bi (?:give in|surrender|concede)\b|\b(?:prefer|like) [^,.]{2,60},? so (?:let's|we(?:'ll)?) (?:do|go|use|take)\b
      ^(?:ok(?:ay)?,? )?(?:approved|accepted|agreed)[.!]?$
      \b${PARTIES}(?: and [\w ]{2,20})? (?:have |has |finally |now )?(?:agreed on|agreed to|settled on|signed off on) (?!an? (?:date|time|meeting|call)\b)\w+
    `,
    near: new RegExp(
      `${GROUNDED.source}|^(?:use|build|keep|make|document)\\b|\\b(?:api|schema|format|db|database|backend|frontend)\\b|[.,] (?!please)[\\w.+#-]+[.,]`,
      "im",
    ),
    unless: new RegExp(
      `${AT_HAND.source}|\\b(?:contract|offer|customer agreed|price|date|meeting|lunch)\\b`,
      "i",
    ),
    nearby: true,
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "decision.topic",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says what holds for one thing",
    pattern: new RegExp(
      `(?:^|[,.;] |\\b(?:and|so|also|btw|for|on|re|wrt|about|as for|regarding|min|max|the|our) )(?:(?!(?:is|are|was|were|this|that|from|see|here|new|i|we|you|it|what|how|why|run|in|with|like)\\b)[\\w/'-]+ ){0,3}?(?:${TOPIC})(?: (?!(?:is|are|was|run|runs|fails?)\\b)[\\w/'-]+){0,3}?(?: ?(?::|=|->|→|=>) )(?!https?|\\/|(?:yes|no) or)[\\w~<>=]+ ?[\\w,.%-]`,
      "i",
    ),
    near: GROUNDED,
    unless: new RegExp(
      `${AT_HAND.source}|\\b(?:errors?|error handling|logs|exception|warning|output|status|result|line|url|path)s? ?[:=]|\\b(?:undefined|null|nan|true|false|todo|fixme|traceback|(?:browser|os|platform|device|version)s? ?: ?(?:chrome|firefox|safari|edge|windows|mac|linux|ubuntu|ios|android)|at \\w+\\.)\\b|[{}<>]|\\w\\(|[:=] ?(?:\\d{4}-|"|can|could|please|how|what|why|is|are|fix|add|check|look|the (?:\\w+ )?(?:is|are|fails|doesn't))`,
      "i",
    ),
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.as-for",
    category: "DECISION",
    describes: true,
    strength: 0.45,
    why: "says what holds for what was asked about",
    pattern: eitherOf`
      (?:^|[.,;] |\b(?:and|so|soo|also|ok|okay) )(?:wrt|as for|as to|regarding|re|concerning|w\.r\.t\.?|to answer|answering|coming back to|back to|about|on) (?:the |your |our |that |my )?(?:[\w/'-]+ ){0,6}?(?:question|point|you asked|you raised|you mentioned|topic|thing|comment|note|idea|proposal|suggestion)s?(?: (?:on|about|of|from|with|you) [\w/ -]{2,30})?(?::|,| -| –) (?!(?:i|can|could|please|why|how|what|where|is|are|do|does|did|should|not sure|no idea|let me|let's (?:talk|discuss)|we need|maybe|tbd|later)\b)
      (?:^|[.;] )(?:wrt|as for|regarding|re|concerning) (?:the |your |our )?[\w/'-]+(?: [\w/'-]+){0,4}?(?::|,| -| –) (?!(?:i|can|could|please|why|how|what|where|is|are|do|does|did|should|not sure|no idea|let me|we need|maybe|tbd|later|the (?:\w+ )?(?:is|are|fails|doesn't))\b)
      \b(?:answer|verdict|call|take) (?:from|on) (?:my|our) (?:side|end)\b|\b(?:my|our) (?:answer|take|call|ruling|final word) (?:on|to|for|regarding) [^:,.]{2,60}(?::| is )
      \bto answer your (?:last |second |first |other )?(?:question|point|mail)s?(?:,|:| -)
    `,
    unless:
      /\b(?:undecided|not decided|haven't decided|don't know|not sure|no idea|ask|thinking|still open|tbd|explain|show|wrong|broken|fails|error)\b/i,
    nearby: true,
    despite: ["hypothetical"],
    who: ["user"],
  },
  {
    id: "decision.verdict",
    category: "DECISION",
    strength: 0.5,
    why: "a verdict on what was laid out",
    pattern: eitherOf`
      \byou(?:'ve| have)? (?:convinced|sold|persuaded|won) (?:me|us)\b|^(?:(?:ok(?:ay)?|yeah|yes|hm+|fine|alright)[,.]? )*(?:convinced|persuaded)(?=[.,!:])|^(?:(?:ok(?:ay)?|yeah|yes|fine)[,.]? )*(?:accepted|approved)[,:] ?(?!(?:merge|commit|push|ship)\b)\w
      (?<!\b(?:was|is|were|are|status|state|value|result)) ?: ?(?:accepted|approved|rejected|granted|vetoed|declined)(?=[.,!]|$)
      \b(?:thumbs up|\+1|big yes|hard no|clear no|veto) (?:for|to|on|from me on) (?:the |your |this |that )?\w+
      \b(?:is|are) what we(?:'ll|'re)? (?:deliver|support|offer|sell|build|building|do|use|want|take|ship|need|go with|going with|bet on)\b
      \b(?:the|our|my) (?:plan|deal|rule|approach|policy|strategy|answer|setup|compromise|agreement) (?:is|now|then)(?: now| then| this| simple| no)?(?::|,| to\b| that we\b)
      \b(?:i'm|i am|we're|we are) (?:taking the hit|biting the bullet|paying (?:for it|the price)|ok(?:ay)? (?:with|paying)|fine (?:with|paying)) [^,.]{2,60}[,.] ?(?:so|then|and)?\b
      \boff the (?:roadmap|table|list|menu|backlog)\b|\b(?:is|are) a (?:no-go|no|nope|hard no|non-starter)(?=[.,!]| for)
      (?:^|[,.:] )(?:ok,? |fine,? )?[\w.+#-]+(?: [\w.+#-]+){0,3} out, [\w.+#-]+(?: [\w.+#-]+){0,3} in(?=[.!]|$)
      \b(?:do|build|implement|make|go) (?:it |this )?(?:exactly |just )?(?:the way|as|like) you (?:laid out|described|proposed|suggested|outlined|sketched|planned|drew|put it)\b
      (?:^|[,.] )(?:ok(?:ay)?,? |fine,? |hm+,? |yeah,? |sure,? |alright,? )*(?:do it |we do it |let's do it |lets do it )?(?:your way|my way|that way it is|like you (?:said|suggested|proposed|described)|the way you (?:said|suggested))(?=[.,!:]|$| with\b)
      \b(?:consider|call|treat|count) (?:the |that |this )?(?:[\w-]+ ){0,3}(?:question|discussion|debate|topic|matter|issue|thing) (?:as )?(?:closed|settled|done|decided|over)\b|\b(?:question|discussion|debate|vote|poll)(?: is|'s) (?:closed|settled|over|done)\b
      \b(?:is|are|stays?|remains?|goes|falls?) out of scope (?:for|in|until)\b
      \bit(?:'ll| will|'s going to) be [\w.+#-]+(?: [\w.+#-]+){0,2},? (?:and )?(?:not|instead of|rather than) \w+|\bi(?:'m| am)? giv(?:e|ing) up on \w+|\bslept on (?:it|the|this|that)\b[^:,.]{0,40}[:,] (?!still)\w+
      (?:^|[,.] )(?:yeah |ok(?:ay)?,? |fine,? )*(?:let's|lets|we'll|i'll) (?:do|take|go with|use|go for) (?:option |plan |variant |approach )?[a-d](?: then)?[,.]
      ^(?:(?:the )?(?:left|right|first|second|third|last|top|bottom|middle) one)(?=[.,!])|\b(?:approach|variant|version|way|pattern|plan|idea|design) you (?:described|proposed|suggested|sketched|laid out|mentioned|showed)\b(?=.{0,80})
      (?:^|[,.] )(?:you know what[,:]? )?(?:kill|drop|scrap|ditch|axe|bin) (?:it|that|them)(?=[.,!])
      \bso (?:you can )?(?:forget|ditch|rip out|throw (?:out|away)|scrap) (?:about )?(?:the |all )?\w+
      \b(?:first|second|third|last|latter|former|other|left|right) (?:(?:one|option|approach|version|variant|way) )?(?:sounds|feels) (?:right|good|best|fine|great)\b|\bthat's what (?:${PARTIES}) (?:wants?|asked for|needs?|decided|expects?|agreed|signed)\b
      \bthat's the (?:design|rule|deal|setup|architecture|model)(?: now| then| from here)?(?=[.,!]|$)|\bi'm taking (?:the )?[\w.+# -]{2,30}(?=[.,!])
      (?:^|[.:] )(?:both[.,] )?[\w.+#-]+ (?:on|for|in) (?:the )?[\w-]+, [\w.+#-]+ (?:on|for|in) (?:the )?[\w-]+(?=[.,!]|$)
      (?:^|[.,:] )(?:ok(?:ay)?,? )?(?:an? |the )?[\w.+#-]+(?: [\w.+#-]+)? (?:is|are|would be) (?:overkill|nonsense|pointless|silly|a dead end|a mistake|not worth it|too much)(?: here| for (?:this|us))?[,.;:] (?!(?:so|can|but|and|how|what|why|i|we|you|it)\b)[\w.+#-]+ \w+|^not worth (?:an?|the) \w+
      \bthe (?:result|outcome|upshot|bottom line|conclusion) is: (?!undefined|null|true|false|\d)\w
      (?:^|[,.] )(?:ok(?:ay)?,? )?(?:let's |lets |we )?bite the bullet\b|^deal[.,!] \w|\bthree strikes\b|\bcontract(?:'s| is)? signed\b
      (?:^|\s)1[.):]? ?(?:yes|no|yep|nope|sure|skip|agreed|fine|ok)\b.{0,120}\b2[.):]? ?(?:yes|no|yep|nope|sure|skip|agreed|fine|ok|use|let's|lets|keep|go)\b|^[a-d1-4],? and for the (?:second|other|next|first|third|last) (?:question|one|point)
      ^(?:no|nope|nah|yes|yep) (?:on|to|for) (?:the |that |your )?[\w.+#-]+(?: [\w.+#-]+){0,3}[.,;:]
      \byour (?:second |first |third |last )?(?:suggestion|proposal|plan|idea|sketch|variant|approach|draft|version|design)(?: [^,.?]{0,60}?)?(?::| is| gets| it is| wins| works| sounds)(?: a)? ?(?:accepted|approved|good|the one|what we|better|it|yes|go|great|perfect|fine)\b
    `,
    unless:
      /\b(?:not (?:approved|accepted|convinced|yet|what|decided)|merge|values|column|question whether|logs? first|pr|pull request|ticket|status|apple|google|app store|review|expense|haha|lol|sarcasm|great plan)\b/i,
    despite: ["hypothetical", "negated"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.this-not-that",
    category: "DECISION",
    strength: 0.42,
    why: "takes one thing over another",
    pattern:
      /(?:^|[:.] )(?:(?:ok(?:ay)?|yes|yeah|no|nope|so|then|and)[,.]? )*(?!(?:skip|this|that|it|i|you|we|not|just|curious|do|does|can|thanks|sorry|good|only|the (?:problem|issue)|but|if|because)\b)[\w.+#/-]+(?: (?!(?:is|are|was|were|said|meant|mean)\b)[\w.+#/-]+){0,4}(?:,| and| but) not (?:the |an? )?(?!(?:sure|yet|needed|necessary|required|now|really|that|this|because|only|just|even|so|too|very|my|your)\b)[\w.+#-]+(?: [\w.+#-]+){0,3}(?=[.,!;]|$)/i,
    near: new RegExp(`${GROUNDS_ONLY}|\\b(?:slept on|thought about|question|final)\\b`, "i"),
    unless: new RegExp(
      `${AT_HAND.source}|${SEEN.source}|\\b(?:said|meant|mean|put|wrong|shows?|expected|should)\\b`,
      "i",
    ),
    nearby: true,
    despite: ["negated"],
    who: ["user"],
  },
  {
    // A fragment: what for what. "X509 for device identity, not shared keys".
    id: "decision.x-for-y",
    category: "DECISION",
    strength: 0.42,
    why: "says what is taken for what",
    pattern:
      /(?:^|[.,:;] )(?:(?:ok(?:ay)?|alright|fine|hm+|yes|yeah|so|then|and|actually|no|nope|rather|just)[,.]? )*(?![a-z]+ing\b|(?:so|then|and|ok|use|leave|make|keep|put|write|move|take|do|go|drop|skip|set|create|update|rename|remove|delete|commit|push|show|give|generate|find|list|search|change|switch|try|let|lets|let's|can|could|should|would|please|pls|thanks?|thx|good|great|nice|sorry|ready|time|wait|look|looking|ask|asking|search|check|same|useful|waiting|not|this|that|it|here|there|what|run|fix|add|test|tests|error|errors|as|except|enough|except|one|you|me|him|them|us|i|we|is|are|was)\b)[\w.+#/-]+(?: (?!(?:is|are|was|were|has|have|had|i|we|you|he|they|it|to|does|do|fails?|works?|looks?|asked|waits?)\b)[\w.+#/-]+){0,3} (?:for (?:the|our|all|every|everything|this|that|(?!\d)[\w-]+(?: [\w-]+){0,2}(?=[.,;]| then| and| only))|everywhere|from here on|from now on|all the way|throughout|across the board)\b/i,
    near: PAIRED,
    unless: new RegExp(
      `${AT_HAND.source}|\\b(?:tests?|fails?|failing|broken|wrong|errors?|crash\\w*|missing|thanks|please (?:check|look)|how|why|what|docs|sounds?|link|example|minutes|hours|days ago|for (?:me|you|him|her|now|today|a|an|some|example|instance|sure|real|free|ages|weeks?|months?|years?))\\b`,
      "i",
    ),
    nearby: true,
    who: ["user"],
  },
  {
    // "retention is 13 months, not 12"
    id: "decision.value",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says which of two it is",
    pattern: eitherOf`
      \b(?:is|are|will be|stays?|shall be|gets?|goes|rounds?|uses?|takes?|runs?|belongs? to|writes?|reads?|returns?|starts?|ends?|counts?) [^,.;?]{1,50}(?:,| and| but) (?:not|never) (?!(?:now|sure|yet|only|just|even|that|because|my|your|really|at all|so|always|very|too|working|enough|clear|the (?:problem|issue|bug|cause)|a (?:bug|problem))\b)\w+
      \b[a-z]{3,}s [^.;?]{1,70}, not (?:on|in|per|by|as|with|from|to|at|when|for|via|through|before|after|a single|one|the whole)\b
    `,
    near: GROUNDED,
    unless: new RegExp(
      `${NEITHER.source}|\\b(?:example|should be|supposed|expected|shows?|displays?|prints?|why|from now on|always)\\b`,
      "i",
    ),
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.that-one",
    category: "DECISION",
    strength: 0.42,
    why: "picks one of what was shown, with what speaks for it",
    pattern:
      /(?:^|[,.] )(?:(?:ok(?:ay)?|yes|yeah|hm+|then|so|definitely|i like|i prefer|i want|i'd take|let's take|take|go with|rather)[,.]? )*the (?:first|second|third|fourth|last|left|right|middle|top|bottom|latter|former|simple|simpler|plain|boring|cheap|cheaper|small|smaller|big|bigger|long|longer|short|shorter|dumb|lazy|fast|faster|slow|slower|green|blue|red|dark|light|old|new|other|\w+er|\w+est) (?:one|variant|version|option|sketch|mockup|draft|approach|way|plan|proposal|layout|design)(?=[.,;:(!]| \(|$| then| please| because| since)/i,
    near: GROUNDED,
    unless:
      /\b(?:fails?|failing|broken|wrong|error|crash\w*|slow(?:er)? than|looks (?:off|odd)|is (?:still|not|missing)|but)\b/i,
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.picked-for",
    category: "DECISION",
    strength: 0.46,
    why: "says what was taken for what",
    pattern:
      /\b(?:i|we)(?:'ve| have)?(?: now| finally| just| already)? (?:picked|chose|took|adopted|bought|ordered|licensed|signed up for) (?:[\w.+#-]+ ){1,3}(?:for|as) (?:the|our|all|every|new|this|that) /i,
    unless: AT_HAND,
    nearby: true,
    who: ["user"],
  },
];
