// Facts about the world outside, told in plain words: what holds there, and what follows from it.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { PLACE, SERVICE } from "./places.ts";
import { AMOUNT, MEASURE, PARTNER, RULER, SYSTEM } from "./words.ts";

/** Where it holds. */
export const WORLD = new RegExp(
  `(?<!\\w)(?:${PLACE}|${SERVICE}|${SYSTEM}|${RULER}|${PARTNER}|${oneOf(`
    managed, self-?hosted, on-?prem\\w*, factory, plant, warehouses?, trucks?, vehicles?, vessels?, ships?, wards?, nurses, shops?, museum, satellite, wifi,
    tunnel, vpc, dc, data\\s?cent(?:er|re), region, tenants?, accounts?, instance, image, load balancer, registry, mirror, artifactory, jenkins, bastion, iam, netops,
    link, consent, launch, ftp, drones?, datasheet, farm, fair, map, terms, flash, s?ram, vram, llm, context, tpm, rpm, deployment, partition, retention, grant, beam, detector, archive, simulation, agency, medical, law, legal, certification,
    cert, lotcheck, cartridge, store, review, tournament, league, printed, engraved, stickers?, badges?, qr codes?, in the field, out there, v\\d, \\d+\\.\\d+, minors, patients?, bitwise,
    locali[sz]ation, translations?, voice lines, chromebooks?, fortran, cobol, batter(?:y|ies), radio, blob, isr, interrupts?, lcd, gloves, languages, wire, nfs
  `)})(?!\\w)`,
  "i",
);

const NEUTRAL =
  "(?!types?\\b|logging|validation|handling|index\\b|callers|caching|comments?|config|imports?\\b|fields?\\b|columns?\\b|need|worr|problem|idea|one\\b|changes?\\b|issue|more\\b|longer|point|rush|reason|harm|big|wonder|matter|luck|errors?\\b|tests?\\b|output|results?|difference|surprise|hurry|way\\b|go\\b|thanks|data\\b|response|logs?\\b|diff|doubt|comment|conflict|warning|trace|sign\\b|mention|file\\b|entry|code\\b|bug|function|reference|other|docs\\b|effect)";
const WORK =
  "(?!fix|add|update|check|change|wait|restart|rerun|rebase|merge|revert|refactor|rename|debug|look|find|do\\b|make|start|go\\b|get\\b|see|be (?:fixed|updated|changed|added|careful|sure)|remember|decide|think|ask|test|write|rewrite|clean|remove|create|implement)";

export const CONSTRAINTS_OF_THE_WORLD: readonly Signal[] = [
  {
    id: "constraint.mind",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "called to mind",
    pattern: phrase`
      (?:heads[- ]?up|keep in mind|bear in mind|be aware|fyi|careful|watch out|beware|mind you|(?:don't|dont) forget|remember|just so you know|so you know|for context|small thing|one thing|mind that|caveat|gotcha|warning|reminder|you'?ll notice|as you know|note)(?:[,:.!-]+| that| though)*(?! to\b) (?!i\b|to\b|we (?:decided|agreed|use|want|prefer)|me\b|this (?:file|function)).{3,140}?(?:no|only|just one|max|can\s?not|(?:can't|cant)|(?:won't|wont)|(?:doesn't|doesnt)|(?:don't|dont) have|(?:isn't|isnt)|(?:aren't|arent)|must|has to|have to|every (?:day|night|week|month|sunday|monday|friday|\d+)|old|shared|limited|gone|read-only|never|at most|per \w+|with \d+|${MEASURE})
    `,
    near: WORLD,
    sameLine: true,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:errors?|exceptions?|bugs?|broken|fail\\w*|pass|passes|green|red|crash\\w*|wrong|missing|[45]\\d\\d|style|format\\w*|commit\\w*|branch|pr|comments?|naming|i (?:have|will|want|need|like|changed|moved|pushed|already))\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.holds",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "says what holds outside",
    pattern: phrase`
      (?:gets?|is|are|stays?) (?:\w+ ){0,2}?(?:bounced|wiped|refreshed (?:from|every)|paused|suspended|billed|charged|metered|confidential|append[- ]only|write[- ]once|indexed|registered|reserved|certified|validated|taken by|shared (?:with|by|between)|tamper\w*|sealed|embargoed|classified|copyrighted|patented|trademarked)
      (?:is|are|gets?|get) (?:recycled|reused|rotated|deleted|purged|wiped|reset|archived|locked|closed|revoked|reclaimed) (?:\w+ ){0,4}?(?:after|every|each|within)
      (?:above|over|beyond|longer than|bigger than|larger than|more than|older than|under|below) \d[\d.,]*\s?\w* (?:\w+ )?(?:gets?|get|is|are) (?:\w+ed|split|cut|lost)
      (?:throws (?:out|away)|discards|pauses|suspends|rewrites|refuses|forbids?|prohibits?|disallows?|charges|scrapes|polls|hands out|retries|gives up|reclaims|recycles|garbage collects|expires|locks|wipes|purges|throttles|rejects|kills|bounces|strips|clips) (?:an?|the (?!request|response|call|token|message|query)\w+|all|any\w*|every\w*|us|you|(?!our|my|this|that|it\b)\w+s)
      (?:nothing|nobody|no one|none of (?:them|us|it)) (?:\w+ ){0,4}?(?:can|may|must|is allowed|are allowed)
      and nothing (?:else|more|beyond|further)(?= |[.,;]|$)|nothing else (?:works|is|gets|runs|fits)|only (?:the )?\w+ (?:sees?|knows?|gets to|has access|have access)|\w+ \w+ have access to
      (?:full stop|period|no exceptions?|whatsoever|end of story|no ifs)(?=[.,;!]|$)
      (?:any|an?|every|each) (?:\w+ )?(?:change|update|edit|new \w+) (?:\w+ ){0,4}?(?:means?|needs|requires|triggers|costs|is an?|reopens)
      (?:changing|renaming|touching|moving|adding|upgrading|updating|breaking|replacing|removing|switching) (?:[\w-]+ ){1,4}?(?:means?|voids?|costs?|requires|triggers|reopens|needs|takes)
      (?:we|you|they|it|i)(?:'d| would|'ll| will)? (?:lose|void|breach|forfeit) (?:the |our |their |your |all |any )?(?:\w+ )?(?:warranty|support|cover|coverage|reviews|credits|badge|licen[cs]e|certification|cert|contract|approval|access|listing|slot|discount|rebate|grant|funding)
      (?:valid|good|reserved|blocked|available|free|open) for (?:only )?${AMOUNT} (?:seconds?|minutes?|hours?|days?|weeks?|months?)
      (?:we'?re|we are|were|already) at \d[\d.,]*\w* (?:of|out of) \d
      costs? (?:us )?(?:\d+x|\d+ times|extra|money|[$€£]?\d[\d.,]*)
      (?<!\bi )(?:can't|cant|cannot|can never) (?!find|read|resolve|open|see|reproduce|tell|remember|believe|wait|help|figure|say|think|get\b|understand|locate|load|connect|start|access|authenticate|log|sign|save|submit|upload|click|fetch|be (?:found|reached|resolved|loaded|null|undefined|right|serious)|assign|import|merge|just|really|even|we\b|you\b|i\b)\w+
      (?<!\b(?:i|we|you|someone|somebody) )(?:must|has to|have to) ${WORK}(?!be\b|come (?!from)|return|expose|retry|send|show|display|contain|render|validate|throw|log\b|handle|trigger|open|close|have|say|admit|be (?:something|a\b|the\b|set|called|passed|able|displayed|shown|sorted|centered|done|restarted|renamed|moved|removed)|leave|run (?:the|it)|look|click|press)\w+
    `,
    near: WORLD,
    sameLine: true,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:errors?|exceptions?|bugs?|broken|fails?|failing|crash(?:ed|ing)|wrong|missing|stack ?trace|[45]\\d\\d|still|keeps?)\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.follows",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "draws what must or cannot be",
    pattern: phrase`
      (?:so|hence|therefore|thus|which means|meaning|that means|means) (?:(?!that'?s)[\w/.'-]+ ){0,6}?(?:(?:can't|cant)|can\s?not|must not|must never|may not|can only|may only|can never|will never|(?:is|are) (?:out|impossible|useless|off)|(?:won't|wont) (?:fit|work|load|reach|arrive|compile|build|run|be (?:able|available|possible)))
      (?:so|hence|therefore|thus|which means|meaning|that means|means) (?:please |whatever you do |everything |all of it |[\w/.'-]+ ){0,4}?(?:must|has to|have to|needs to|need to) ${WORK}(?:\w+)
      (?:so|hence|therefore|thus|which means|meaning|that means|means) (?:there'?s |we have |we get |absolutely |basically |sadly )?no ${NEUTRAL}\w+
      so forget (?:it|that|about)|\w+\? (?:forget|no chance|no way|not happening)
      no \w+(?: \w+)? (?:before|without|until|after|besides|except|other than) \w+
      (?:we|you) (?:can't|cant|cannot|may not|mustn't|must not) (?!find|read|resolve|see|reproduce|tell|remember|believe|wait|help|figure|say|think|get\b|understand|locate|load|be\b|just|really|fix|merge|test|even|go\b|do\b|have)\w+
      nothing (?:[\w-]+ ){0,4}?(?:can be|may be|gets? (?:in|out|through)|arrives|goes (?:in|out)|passes|leaves the)
      so (?:please )?(?:(?:don't|dont)|do not|never) (?!worry|bother|forget|know|think|see|get|need|have|mind)\w+
      no ${NEUTRAL}[\w-]+(?: \w+)?,(?: and)? no \w+
      (?:so|,) (?:\w+ ){1,4}(?:only|at most|tops)(?=[,.]|$)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.rate",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "states a rate",
    pattern: phrase`
      \d[\d.,]*k? (?:\w+ ){1,3}?(?:per|each) (?:sec|second|minute|min|hour|day|week|month|year|user|request|trigger|transaction|account|job|run|file|key|ip|session|call|connection|region|tenant|seat|project|query|scheduled|app|device|page|node|customer|topic|message|segment)
      \d[\d.,]*k? (?:\w+ ){1,2}an? (?:sec|second|minute|min|hour|day|week|month|year)
      \d[\d.]*k?\s?(?:rpm|tpm|rps|qps|req/s|kbit|mbit|kbps|mbps|gb/s|mb/s|kb/s)
      (?:one|two|three|a single|a dozen) \w+ (?:per|an?|every) (?:sec|second|minute|hour|day|night|week|month|year)
      (?:one|two|1|2) (?:\w+ )?(?:at a time|by one|concurrent(?:ly)?|in parallel|at once)
      (?:retention|lifetime|ttl|lead time|queue time|turnaround|lag|delay|latency|resolution|buffer|battery life|range|uptime|warranty) (?:\w+ ){0,4}?(?:is|are|of|=) (?:\w+ )?${AMOUNT}
    `,
    near: WORLD,
    sameLine: true,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:cron|polling|poll every|traffic|peak|load test|benchmark\\w*|we (?:process|serve|handle|do|see)|grew|grows)\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.there",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "says what there is not, and where",
    pattern: phrase`
      (?:^|and |but |, |with |have |has |is |are |there's |there is |theres )no ${NEUTRAL}(?:[\w-]+ ){1,3}(?:on|in|at|from|outside|inside|for) (?:the|that|this|these|those|their|our|any) \w+
      [\w.-]+ only (?:in|on|at|from|outside) (?:that|this|their|those|these)
      (?:access|rights|writes?|internet|ssh|downtime|budget|support|docs): (?:none|no|zero|nope|never)
      (?:is|are|it'?s|its|still|stays?) (?:[\w.+#-]+ ){0,2}only(?=[.,;]|$)
      (?:behind|inside) (?:the |a |an |their |our )?(?:\w+ )?(?:proxy|firewall|vpn|nat|dmz)
      no (?:[\w-]+ ){1,4}(?:allowed|permitted|possible|available|supported|accepted|tolerated)
      (?:told|asked|have|need|needs|has|supposed|must) (?:to )?(?:stay|keep|remain|be kept) (?:it |everything )?(?:under|below|within) (?:\w+ )?[$€£]?\d[\d.,]*\w*
      (?:that'?s|thats) it (?:for|till|until)
      (?:(?:doesn't|doesnt)|does not|(?:don't|dont)|(?:won't|wont)|(?:can't|cant)|cannot) (?:\w+ )?work (?:there|on|over|behind|under|across|inside)
      (?:and )?(?:that's|thats) (?:it|all)(?=[.,]|$)|\w+ is all(?=[.,]|$)
      (?:is|are) (?:blocked|disabled|switched off|turned off|filtered|firewalled|stripped)(?=[.,]|$)
      (?:we|you) (?:don't|dont|do not|never) get (?:\w+ ){1,3}(?:there|on|in|from|at)
      the only way (?:in|into|to|out|onto|we|you)
      (?:is|are|that'?s|thats) (?:all|what) (?:we|you|they|the \w+) (?:have|has|get|gets|got|give|gives|offer|offers|support|supports|allow|allows)
      (?:(?:isn't|isnt)|is not|(?:aren't|arent)|are not|not) (?:available|supported|possible|allowed|installed|enabled|approved|offered|certified|covered|ported|maintained|accessible|reachable|readable|acceptable|exposed|licensed) (?:on|in|at|from|there|here|for|with|to|by|over)|(?:(?:isn't|isnt)|(?:aren't|arent)|is not|are not) (?:offered|approved|certified|licensed|covered)
      (?:we|you|i) (?:(?:won't|wont)|will not|will never) (?:ever )?(?:get|have|be given|see)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.for-good",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "will stay as it is",
    pattern: phrase`
      (?:(?:won't|wont)|will not|will never|not going to|(?:(?:isn't|isnt)|(?:aren't|arent)) going to|never going to) (?:\w+ )?(?:change|stop|happen|move|go away|get (?:better|fixed|replaced|any|more)|budge)
      (?:and |it |that |they |it'll |this )?(?:will|'ll|has to|have to) stay (?:that way|so|one|like that|as is|as it is|on|in|there|at|the way)
      stays (?:that way|like that|as is|as it is)|been like (?:that|this) (?:since|for)|always been like (?:that|this)|known for (?:years|ages|months)|as good as it gets|will outlive us
      already (?:printed|engraved|etched|recorded|sold|announced|burned|delivered|in production|in the field)|(?:printed|engraved|etched|recorded|sold|announced|signed|shipped)(?: \w+){0,4} already
      (?:burned|burnt|baked|hard-?wired|soldered|flashed|welded) in(?:to)?
      (?:is|are) (?:laser )?(?:engraved|printed|etched|soldered|molded|moulded|glued|welded|cast|burned) 
      (?:has|have|must) to be (?:registered|approved|requested|ordered|cleared|booked|declared|reported|filed|agreed|certified|notari[sz]ed) (?:with|by|through|at|first|via)
      (?:is|are) (?:managed|administered|provisioned|controlled|governed) (?:centrally|externally|by (?:the |another )?${PARTNER})
      (?:chokes?|breaks?|falls? over|dies|slows? down|degrades?|gives? up|bails?|trips?|fails?) (?:above|over|beyond|past|at|if \w+ takes?|if (?:it|the \w+) (?:takes?|exceeds?)|when (?:it|the \w+) (?:takes?|exceeds?)) .{0,25}?\d
      (?:chokes?|breaks?|dies|fails?) on (?:anything|everything|files|lines|names) (?:past|over|above|beyond|longer|bigger|larger|more)|always has been|always have been
      (?:wiped|reset|rotated|deleted|purged|rebooted|restarted|recycled|refreshed|switched off|cleared) (?:every|each) (?:\w+)
      binary blob|black box|closed box
    `,
    near: WORLD,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];
