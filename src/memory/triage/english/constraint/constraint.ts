import { eitherOf, oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { NOT_SO, OVER } from "./guards.ts";
import { AMOUNT, CANNOT } from "./words.ts";

const BARRED = oneOf(`
  support(?:s|ed)?, allow(?:s|ed)?, accept(?:s|ed)?, permit(?:s|ted)?, handle, expose(?:s|d)?,
  provide(?:s|d)?, offer(?:s|ed)?, work (?:on|with|in|behind|under|without|across|inside|outside|over),
  run (?:on|in|under|as|more|longer|without), exceed, go (?:above|over|beyond|past), return(?:s)? more,
  have (?:a |any )?(?:way|api|endpoint|support|access|internet|network|root|permission),
  be (?:\\w+ed|run|shown|sent|shut|put|built|kept|made|bundled|behind), upgrade, bump, use, touch,
  change, add, install, store, leave, share, ship, rely, break, drop, rename, access, reach,
  write to, deploy, run, log, send, keep, modify, alter, migrate, take, make, pass, set, depend,
  introduce, require, start before, scale, persist, hold,
  do (?:anything|more|\\w+ )?(?:transactions?|else|than|joins?|writes?|streaming)
`);

const FOUND = oneOf(`
  turns out, turned out, apparently, found (?:out|that), (?:important |key )?finding, discovered,
  learned, it (?:appears|seems), note that, be aware, docs?, documentation, according to, unfortunately,
  limitation, ran into, confirmed, vendor(?:'s)?, provider, which (?:means|rules out),
  so (?:this|the|we) .{1,40}(?:can't|cannot|must|need)
`);

export const CONSTRAINTS: readonly Signal[] = [
  {
    id: "constraint.amount",
    category: "CONSTRAINT",
    strength: 0.46,
    why: "states a limit with its number",
    pattern: phrase`
      (?:limits?|quota|caps?|capped|max(?:imum|es out|ed out)?|ceiling|throttl\w+|rate[- ]limit\w*|at most|no more than|(?:not|n't|never) exceed|tops? (?:out|at)|logs? (?:you|us|users|people|me) out|no (?:larger|longer|bigger|more) than|limited|restricted|times? out|cuts? off|expires?|rejects?|refuses?|drops?|truncates?|kills?|closes (?!to)|disconnects?|evicts?|clips?|strips?|carr(?:y|ies)|(?:killed|dropped|evicted|cut off|deleted|purged|logged out|disconnected|clipped|rejected|throttled|rotated?|closed|terminated|recycled|wiped) (?:after|at|above|over|every|beyond|when)|only (?:allows?|gives?|gets?|lets?|accepts?|supports?|have|has|keeps?|got|holds?|retains?|stores?|takes?|runs?|there)) .{0,60}?${AMOUNT}(?:[kshgm]|[kmg]i?b?|ms|px|mm|hz|%)?
      (?:can't|cannot|can not|must not|never|may not|won't|doesn't|does not|don't|not) (?:\w+ ){0,4}(?:more|bigger|larger|longer|faster|higher|older|newer|fewer|less|smaller) than
      ${AMOUNT}[- ]?(?:k|kb|mb|gb|tb|ms|s|sec|seconds?|minutes?|hours?|days?|requests?|req|rps|calls?|tokens?|characters?|chars?|bytes?|connections?|users?|items?|rows?|files?|lines?|columns?|%|per \w+|/\w+|\w+)(?: \w+){0,3} (?:limit|cap|quota|max|maximum|ceiling|timeout|at most|tops|or (?:else|it|they|the \w+|\w+) (?:\w+ ){0,2}(?:fails?|drops?|treats?|rejects?|kills?|times?))
      nothing (?:\w+ ){0,4}?(?:longer|more|bigger|larger|older|heavier) than ${AMOUNT}
      (?:over|above|beyond|past|more than|larger than|bigger than|longer than) ${AMOUNT}\s?\w* (?:\w+ ){0,3}(?:get|gets|are|is|will be) (?:clipped|cut|rejected|dropped|truncated|blocked|refused|throttled|killed|ignored|lost)
      stops? at \d[\d.,]*\w*|within ${AMOUNT} \w+ or|fixed (?:width|length|size|format) .{0,20}${AMOUNT}
    `,
    unless: new RegExp(
      `${NOT_SO.source}|\\b(?:(?:set|raised?|increased?|lowered?|changed?|bumped?|added?|add|configure[ds]?|implement\\w*|adjust\\w*|use|using|default(?:s|ed)? to) (?:\\w+ ){0,4}(?:limit|cap|max|maximum|timeout|limits)|limit \\d+$|head -|pagination|line (?:length|width)|indent\\w*|^(?:drop|remove|kill|close|strip|truncate|reject|cut|limit)|i(?:'ve| have|'m|'ll)? (?:just |already |now |also |only )?(?:limited|capped|restricted|truncated|cut|kept)|drops? (?:from|to|by)|max[- ](?:width|height|depth|len|old)|max-w)\\b`,
      "i",
    ),
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded"],
  },
  {
    id: "constraint.cannot",
    category: "CONSTRAINT",
    strength: 0.38,
    why: "says what is not possible",
    pattern: phrase`${CANNOT} (?:\w+ly |even |currently |yet |just |simply |actually |natively )?${BARRED}`,
    unless: new RegExp(`${NOT_SO.source}|(?:^|[:,] )(?:\\w+ ){0,2}?(?:(?:don't|dont)|do not|never)\\b`, "i"),
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded", "oneOff"],
    who: ["user"],
  },
  {
    id: "constraint.only",
    category: "CONSTRAINT",
    strength: 0.36,
    why: "says what alone is possible",
    pattern: phrase`
      (?:only|just|exclusively) (?:supports|allows|accepts|works|runs|available|ships|permits|exposes|installs|takes (?!a\b|\d|one|two|me|us|about|time)|compatible|speaks|talks|lets|let us|reads|understands|reachable|from|through|via|over)
      \w+s (?:only|exclusively) (?:support|allow|accept|work|run|permit|take|speak|install|understand)
      (?:supports?|allows?|accepts?|works?|runs?|available|compatible|permitted|takes?|allowed|speaks?|deploys?) only
    `,
    unlessNear: OVER,
    despite: ["reported"],
    unless: NOT_SO,
    who: ["user"],
  },
  {
    id: "constraint.must",
    category: "CONSTRAINT",
    strength: 0.4,
    why: "says what must be",
    pattern: phrase`
      (?:must|has to|have to|needs to|need to|are required to|is required to|may only|can only|shall)(?: not| never| still| always| only| all| ever)* (?:support|stay|remain|run|work|fit|comply|happen|go through|be (?:(?:\w+ )?(?:\w+ible|\w+able)|present|one|a single|two|three|\d\w*|(?!empty|null|unique|set\b|positive|defined|done|fixed|ready|true|false|it\b|there|here|that|this|so\b|me\b|you\b|sure|careful|nice|good|fun|faster|better|quicker|smaller|bigger|cleaner|shorter|nicer|clearer|simpler|larger|wider|longer|higher|smarter|more\b|less\b)[a-z]\w+(?=[.,]| because| since|$)|signed|encrypted|deleted|bundled|compatible|deployed|hosted|stored|kept|answered|idempotent|offline|approved|audited|\w+-\w+|under|below|within|on|in|behind|available|backward\w*|retained|anonymi[sz]ed|logged|processed|installed|built|shipped|released|done (?:before|by|on|in|via|through))|finish|answer|match|pass|target|compile (?:on|with|for|under)|build (?:on|with|for|under)|keep (?:working|supporting|compatib\w+|the|all|every)|live (?:in|on)|sit|boot|speak|use (?:the|their|our|only|tls|https|an?|\w+ \d)|start (?:within|in|under)|handle|survive|tolerate|accept)
      ^must (?:\w+ )|(?:is|are) (?:mandatory|compulsory|obligatory|required by)
      (?:is|are|it's) only (?:possible|allowed|available|permitted|reachable|supported|open|accessible)
      (?:requires?|mandates?|demands?|insists? on|forces? us) (?:\w+)
    `,
    unless: new RegExp(
      `${NOT_SO.source}|\\b(?:i|you|let me|i'll|still|first|then) (?:just |also |really |probably |still |now )?(?:need|have|has|must) (?:to )?\\b|\\bneeds? to be (?:updated|fixed|changed|added|removed|refactored|done$|checked|moved|renamed|tested)\\b|\\bmust (?:be (?:something|a (?:bug|typo|mistake)|the|that|why|because|some|due|nice)|say|have been|admit)\\b|\\brequires? (?:a |an |some |no |more |further |careful |the )*(?:change|update|refactor|restart|work|import|understanding|look|fix|parameter|argument|module|review)`,
      "i",
    ),
    unlessNear: OVER,
    despite: ["reported"],
    who: ["user"],
  },
  {
    // Claude says such things of its own design all day: only what it found out outside counts.
    id: "constraint.found",
    category: "CONSTRAINT",
    strength: 0.45,
    why: "found out what is not possible",
    pattern: phrase`
      ${CANNOT} (?:\w+ly |even |currently |yet |just |simply |actually |natively )?${BARRED}
      (?:only|just|exclusively) (?:supports?|allows?|accepts?|works?|runs?|permits?|exposes?)
      (?:allows?|accepts?|supports?) only
      (?:must|has to|requires?|needs) .{1,60}(?:or|otherwise|within|at least)
      (?:requires?|needs) [\w. ]{1,30}\d
    `,
    near: new RegExp(`\\b${FOUND}\\b`, "i"),
    unless: NOT_SO,
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded", "oneOff"],
    who: ["claude"],
  },
  {
    id: "constraint.policy",
    category: "CONSTRAINT",
    strength: 0.45,
    why: "names a rule from outside",
    pattern: phrase`(?:compliance|gdpr|hipaa|pci|soc\s?2|sox|iso \d+|legal|security(?: team| policy)?|infosec|audit(?:ors?)?|regulat\w+|licen[cs]\w+|gpl|agpl|contract(?:s|ually)?|sla|policy|it department|corporate|company policy|firewall|air-?gapped|on-?prem\w*|export control\w*|app store|apple|procurement|the (?:customer|bank|vendor|partner|regulator|school|hospital|government)(?:'s)?)\b.{0,60}\b(?:requires?|required|forbids?|forbidden|prohibits?|mandates?|demands?|insists?|disallows?|blocks?|prevents?|won't (?:let|allow|accept|approve)|doesn't (?:let|allow|permit)|don't (?:let|allow|permit)|must|can't|cannot|not allowed|says (?:we|no|that)|means we (?:can't|cannot|must|need|have)|obliges?|bans?|banned|rejects?)`,
    unless: NOT_SO,
    unlessNear: OVER,
    despite: ["reported", "negated"],
  },
  {
    id: "constraint.forbidden",
    category: "CONSTRAINT",
    strength: 0.42,
    why: "says what is not allowed or fixed",
    pattern: phrase`
      (?:not|isn't|aren't|never) (?:allowed|permitted|supported|available|an option|compatible|negotiable|ours to change|possible)
      (?:is|are|be|we're|it's|were) (?:strictly |explicitly |completely |contractually |hard )?(?:forbidden|prohibited|off-?limits|disallowed|banned|blocked|restricted|unsupported|incompatible|non-negotiable|read-only|immutable|frozen|capped|throttled|rate[- ]limited|locked (?:to|down|at(?! all)|into)|pinned (?:to|at)|stuck (?:on|with|at)|tied to|bound to|bound by|limited to|constrained (?:to|by)|mandatory|at the mercy)
      air[- ]?gapped|(?:contractually|legally) \w+
    `,
    unless: NOT_SO,
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded"],
  },
  {
    id: "constraint.label",
    category: "CONSTRAINT",
    strength: 0.42,
    why: "is marked as a limit",
    pattern: phrase`
      (?:limitation|constraint|restriction|hard (?:limit|requirement|constraint|cap|dependency|ceiling))s?
      no way (?:around|to)|(?:not|isn't) (?:up for|open to) (?:debate|discussion|negotiation)
      (?:change management|the auditors?|legal|compliance|security|infosec|hipaa|gdpr|pci|soc\s?2|wcag|sox|ferpa|coppa)(?: \w+){0,2} (?:applies|apply|(?:is|are) (?:very )?(?:strict|clear)|rules|requirements?|won't|says)
    `,
    unless: eitherOf`
      \b(?:foreign key|unique|check|not null|primary key|database|db|css|layout|type|generic|sql|table|add(?:ed|ing)?|drop(?:ped)?|violat\w+|fk|exclusion|index|auto\s?layout) constraints?\b
      \bconstraint \d|\b(?:solver|infeasible)\b
      \b(?:no|without|any) (?:\w+ )?(?:limitation|constraint|restriction|limit)s?\b
    `,
    unlessNear: OVER,
    despite: ["reported"],
  },
  {
    id: "constraint.lacking",
    category: "CONSTRAINT",
    strength: 0.42,
    why: "says what is not to be had",
    pattern: phrase`
      (?:no|without|zero|lacks?) (?:\w+ )?(?:network|internet|root|sudo|ssh|gpu|outbound|egress|admin|public|write|disk|shell|display|persistent|kernel)(?: access| connection| connectivity| permissions?| privileges?| rights| ip| traffic| storage| filesystem)
      (?:have|has|with) no (?:connection|internet|network|signal|reception)
      there(?:'s| is| are) no (?:\w+ ){0,3}(?:way|api|endpoint|support|staging|sandbox|budget|bulk|batch|webhook|sdk|build|version|driver|package|option|export|undo)(?: (?:to|for|in|on|at|from)|[.,]|$)
      (?:needs?|requires?) (?:at least |a minimum of )?(?:node|python|java|ios|android|postgres|macos|go|rust|php|ruby|\w+)\s?(?:v|version )?\d
      (?:still |stuck |runs |running |locked |are |is )on (?:node|python|java|postgres|ubuntu|ios|android|windows|php|ruby|ie|rhel|centos|mysql|\.net|angular|react|rails|django)\s?v?\d
    `,
    unlessNear: OVER,
    despite: ["reported", "negated"],
  },
];
