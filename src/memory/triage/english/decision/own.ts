// Choices in Claude's own words: what it settled, and why; what the person settled, said back.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { OWED } from "./grounds.ts";

const CHOSE = oneOf(`
  went with, gone with, went for, gone for, went the [\\w -]{2,30} (?:route|way), chose, chosen, opted (?:for|to|against), settled (?:on|for), decided (?:on|to|against|not), picked, landed on, ruled out, stuck with, stayed (?:with|on), ended up (?:with|\\w+ing),
  selected, took(?! (?:a look|care|long|the liberty|\\d|about|me|some|longer|it as)), taken (?:the|this|that) (?:approach|route|way|path|variant), accepted (?:the|that|a), left (?:it|that) (?:to|with|at)
`);

/** What is also done step by step: a choice only against another way, or when it says so. */
const DID = oneOf(`
  kept, left, made, modell?ed, put, stored?, used, built, based, implemented, designed, wrapped, placed, treated?, moved, switched, set, limited,
  restricted, reserved, split, encoded, exposed, keyed, scoped, versioned, hosted, wrote, derived, represented, gave, tied, pinned, replaced, dropped, avoided, skipped, separated, merged, normali[sz]ed, structured, routed, anchored, defaulted to, rolled, mounted, isolated, bundled, capped, disabled, enabled
`);

export const AGAINST =
  "(?:instead of|rather than|in favou?r of|and not (?:as|in|by|on|with|the|a)|, not (?:as|in|by|on|with|the|a|per|via|from)|as opposed to|over (?:an?|the|using|building|storing|keeping|[\\w.+#-]+(?=[,.:;]| because| since| so| as| given| for)))";
export const WHY =
  "(?:\\b(?:because|since|so that|so (?:a|an|the|we|it|you|your|they|no|nothing|each|every|clients?|users?|both|that|old|new|existing|future)|given|as (?:it|the|we|you|this|that|both|each)|due to|otherwise|this way|that way|which (?:keeps|means|makes|avoids|lets|gives|would|is|saves|costs|leaves)|to (?:avoid|keep|stay|prevent|reduce|save|let|allow|make sure|spare)|in order to|hence|the reason|mainly|so [a-z]+ (?:and [a-z]+ )?(?:share|can|stays?|keeps?|never|always|gets?|needs?|doesn't|don't|won't|remains?)|for (?:its|the same reason|consistency|simplicity)|would(?:n't| have)?|needs? no|no (?:longer|need|extra)|anyway|asked for|in line with|already (?:does|has|have|had|handles|covers|runs|knows)|after that|following your|don't (?:notice|need|care|want)|doesn't (?:need|pay|matter))\\b|: (?!x)\\w|[–—] (?:it|the|that|this|a|an|they|one))";

/** Of the moment and the code at hand: to write it one way rather than another is how one writes. */
const CODE =
  /\b(?:helpers?|a regex|regular expression|variables?|loops?|tests?|testing|mock\w*|stub\w*|fixtures?|grep|sed|awk|cat|curl|ls|temp(?:orary)? (?:file|dir\w*)|imports?|imported|comments?|indent\w*|lint\w*|prettier|eslint|typos?|nam(?:e|ed|ing) (?:of|it|the)|variable name|parameters?|arguments?|arg|const|function|caller|as the name|the name|one-liner|npm|suite|lockfile|server is up|problem|ternary|shell|subshell|this (?:file|command|call|function)|other files|untouched|unchanged|unrelated|tool|heredoc|script|scratch|assertions?|snapshot test|test case|commit|commits|(?:this|a|feature|new) branch|rebase|merge conflict|worktree|stash|diff|lines? \d+|docstring|type annotation|cast|any\b.*type|bug|fix|fixed|failed|failing|error (?:is|was|went|goes|in|on)|errors (?:are|were|in|on)|wrong|broken|isn't (?:running|installed|available)|not (?:installed|available)|here\b.*machine|docker isn't|sandbox|timed out|couldn't)\b/i;

export const MAYBE =
  /\b(?:could|might|may|would you|you can|you could|if you|alternatively|options|let me know|want me|shall i|should i|recommend|suggest|propose)\b/i;

export const NO_CHOICE = new RegExp(`${CODE.source}|${MAYBE.source}|${OWED.source}`, "i");

/** What another way would have cost. */
export const OTHER_WAY =
  /\b(?:would(?:n't| not)? (?:have|need|be|mean|require|break|cost|force|also|not|make|add|give|leave|lose|get|take|only|block|double|slow|tie|bring|put)|wouldn't|(?:was|were|is|are) (?:slower|too \w+|not an option|overkill|unmaintained|deprecated|slow|flaky|heavy|expensive)|gets? (?:slow|expensive|messy)|too (?:slow|large|big|small|heavy|coarse|strict|expensive|fragile|complex|noisy)|slower|faster|simpler|cheaper|safer|easier|instead of|rather than|not an option|alternatives?|the other (?:way|option|approach|two)|considered|compared|trade-?off|at the cost of|the price|downside|drawback|benchmark\w*|measured|avoids?|holds|needs? (?:no|an?|one)|only (?:touch|need|add|run)\w*|once an? (?:day|week|month|year)|ha(?:s|ve) to|must(?: not)?|never)\b/i;

const REASONED = new RegExp(`${WHY}|${OTHER_WAY.source}|[;:] \\w`, "i");

export const ADVERBS = "(?:[a-z]+ly |therefore |also |now |then |instead |just )*";

/** What a project is made of, seen from outside: what it does is settled, what a function does is written. */
export const DESIGNED = oneOf(`
  apis?, endpoints?, services?, workers?, queues?, tokens?, sessions?, passwords?, logins?, uploads?, downloads?, imports?, importers?, exports?, exporters?, migrations?, rollouts?, deploy(?:ment)?s?, releases?, backups?, reports?, invoices?, refunds?, payments?, orders?, emails?, mails?, notifications?, webhooks?,
  dates, timestamps, amounts?, prices?, money, ids, identifiers, slugs, names, keys, secrets?, certificates?, tenants?, accounts?, roles?, permissions?, limits?, quotas?, retries, timeouts?, lifetimes?, ttl, retention, caches?, schemas?, tables?, columns, events?, messages?, payloads?, topics?, schedulers?, jobs?, schedule, clients?, apps?, frontend, backend, gateway, sdk, cli, ui, dashboard, plugins?, packages, repository, repo, modules, contracts?, protocol, formats?, firmware, bootloader, device, sensors?, drivers?, models?, datasets?, splits?, features, simulation, physics, rendering, renderer, engine, saves?, levels?, servers?, clusters?, regions?, buckets?, images, thumbnails, assets, locks?, features?, validation, check, checks, cleanup, hash(?:es)?, debounce, middleware, layers?, errors, responses, budget, signature, unique key, primary key, header names, prices, currenc(?:y|ies), confirmation, flags?, defaults?, mode, handlers?, types? column, views?, index(?:es)?, threads?, batch(?:es)?, runs, retry, fonts, binary, bundle, translations, themes?, colou?rs?, search, pagination, sorting, logs, metrics, alerts, audit log, licen[cs]e, versions?, configs?, configuration, settings, data, history, drafts, records, validation, authentication, authori[sz]ation, encryption, compression, rate limiting, rate limiter
`);

export const OWN_DECISIONS: readonly Signal[] = [
  {
    id: "decision.own-against",
    category: "DECISION",
    strength: 0.52,
    why: "says that Claude took one way over another, and why",
    pattern: phrase`
      (?:i|we)(?:'ve| have)? ${ADVERBS}(?:${CHOSE}|${DID})(?=.{1,160}?${AGAINST})
      (?:(?:since|because|as|given|so that|with) .{5,140},|(?:^|[.:] )since .{5,100}|to (?:avoid|keep|stay|save|spare) .{5,100}?,?) (?:i|we)(?:'ve| have)? ${ADVERBS}(?:${CHOSE}|${DID}|call|use|keep|store|read|write|treat|send|compute|skip|leave)
      (?:instead of|rather than) .{3,80}?,? (?:i|we)(?:'ve| have)? ${ADVERBS}(?:${CHOSE}|${DID}|[a-z]+ed)
    `,
    near: REASONED,
    unless: NO_CHOICE,
    despite: ["hypothetical", "step", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.own-reason",
    category: "DECISION",
    strength: 0.51,
    why: "says that Claude made a choice, and why",
    pattern: phrase`
      i(?:'ve| have)? ${ADVERBS}${CHOSE}(?=.{1,220}?${WHY}|.{1,120}[;,] (?:it|they|the|that|a|an|this|one|most|nearly|only|both|all|with|at|\d) ?)
      i (?:did not|didn't|have not|haven't|do not|don't) (?:make|add|use|introduce|split|cache|store|expose|build|include|extract|generate|merge|bundle|retry|support) (?=.{3,120})\w+
      (?:for the [\w -]{2,30} )?i (?:now )?(?:use|store|keep|treat|compute|take|call|read) (?=.{2,100}?(?:${AGAINST}|throughout|everywhere|, as (?:the|it|we|you)))\w+
      (?:i|we)(?:'ve| have)? (?:deliberately|intentionally|purposely|consciously) (?:did not |didn't |haven't |not )?\w+(?=.{1,200}?${WHY})
      (?:on purpose|by design|deliberately|intentionally|deliberate choice|design choice|judge?ment call)(?=.{1,160}?${WHY})
      i'll (?:treat|keep|leave|store|model|make|limit|have|let) (?=.{3,100} (?:then|as (?:the|our|a)|instead of|rather than)\b)\w+
      (?:i'm|we're|i am|we are) ${ADVERBS}(?:keeping|leaving|storing|going with|sticking with|treating|limiting|dropping|back to|staying (?:with|on))(?=.{3,160}?${WHY})
      (?:i|we)(?:'ve| have)? ${ADVERBS}(?:made|kept|set|capped|limited|left|modell?ed|stored|put|pinned|chose|took|sized|keyed|ordered|treated) (?!(?:up|together|following|two|three|some|a few|these|changes|sure|progress|several)\b)(?!the following)[^.:]{2,80}(?=: .{0,40}[a-z]{3,} [a-z]{2,})
      i(?:'ve| have)? ${ADVERBS}g(?:ave|iven) (?:the|each|every|both|all) [\w -]{2,40} (?:its|their) own \w+
      (?:is|are|stays?) left (?:to|with) (?:the|each|every|whoever|callers?)(?! (?:browser|compiler|runtime|os|kernel|framework|library|shell))|(?:i've|i have|i) left (?:it|that|them|this) out(?=[:;,] )
      (?:that's|this is) (?:what we'll do|how we'll do it|the plan|settled)(?=[:,] )|^so: \w+
      (?:with|at|for) [^,]{4,60}(?:no point in|not worth|too few|too little|overkill|enough)[^,]{0,60}, so
      (?:my|the) (?:reasoning|reason|rationale|case) (?:for|behind) (?!this (?:error|failure)|the (?:error|failure|bug))\w+
      (?:is|was) what i (?:built|used|took|chose|went with|implemented)|(?:is|was|seems?) the better (?:fit|choice|trade)
    `,
    near: REASONED,
    unless: NO_CHOICE,
    despite: ["hypothetical", "step", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.own-weighed",
    category: "DECISION",
    strength: 0.51,
    why: "says what Claude took, and what the other way would have cost",
    pattern: phrase`
      i(?:'ve| have)? ${ADVERBS}(?:${CHOSE}|put|kept|left|made|set|stored|modell?ed|built|capped|limited|moved|split|merged|dropped)
      let's (?:leave|keep|use|go|stay|stick|make|treat|store|drop|do)
    `,
    near: OTHER_WAY,
    unless: NO_CHOICE,
    despite: ["hypothetical", "step", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    // "Longer would have made it pointless": said of a way that was not taken.
    id: "decision.own-spared",
    category: "DECISION",
    strength: 0.51,
    why: "says what the way not taken would have cost",
    pattern: phrase`
      (?:^|[,;:] )(?:anything )?(?:a |an )?(?:shorter|longer|larger|bigger|smaller|higher|lower|finer|coarser|stricter|looser)(?: (?!(?:is|are|was)\b)[\w-]+){0,3} would (?!(?:be (?:nice|better|needed)|help|need to)\b)\w+
      would(?:n't| not)? have (?!to\b|been (?:nice|better|caught|found|easier to)|caught|found|failed|crashed|thrown|happened|noticed|seen|worked|shown|told|helped|expected|thought|liked|preferred)\w+
    `,
    unless: new RegExp(
      `${NO_CHOICE.source}|\\b(?:i|you|we|they|it would have been)(?:'d)? would|should have|if\\b`,
      "i",
    ),
    despite: ["hypothetical"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.own-design",
    category: "DECISION",
    describes: true,
    strength: 0.51,
    why: "says how it is built now, and why",
    pattern: phrase`
      (?:^|[.:,] |(?:so|and|then) )(?:(?:the|our|all|both|each|every|two|three|internal|public|new|old) )?(?:(?!(?:this|that|these|those|i|you|if|when)\b)[\w/+#.-]+ ){0,2}?(?:${DESIGNED})(?: [\w/+#.-]+){0,3}? (?:now |only |always |never |both |all )*(?:is|are|stays?|remains?|lives?|goes|go|gets?|runs?|uses?|shares?|keeps?|knows?|stores?|stored|returns?|reads?|writes?|reloads?|acknowledges?|starts?|stops?|lasts?|leaves?|works?|happens?|sends?|talks?|comes?|takes?|has|have|will|becomes?|moves?|belongs?|carr(?:y|ies)|expires?|rejects?|accepts?|skips?|falls?|polls?|listens?|validates?|trusts?|owns?|speaks?|allows?|requires?|needs?|follows?|streams?|pushes|pulls?|batches|retries|emits?|renders?|computes?|splits?|checks?|queues?|loads?|builds?|calls?|publishes|fetches|generates?|writes through|serves?|holds?|caps?|hashes|encrypts?)(?=.{0,160}?(?:${AGAINST}))
      (?:^|[.:] )(?:(?:the|our|all|both|each|every|two|new|old|internal|public) )?(?:(?!(?:this|that|these|those|i|you|if|when)\b)[\w/+#.-]+ ){0,2}?(?:${DESIGNED})(?: [\w/+#.-]+){0,3}? (?:now |only |always |never |both |all )*(?:(?:is|are|gets?) (?:now |only |always |never )*(?:stored|kept|hashed|merged|sent|served|built|handled|shared|written|encrypted|signed|versioned|limited|capped|rejected|ignored|skipped|computed|validated|bundled|stripped|anonymi[sz]ed)|shares?|goes? through|stays?|lives?|leaves?|reloads?|acknowledges?)(?=.{3,160}?(?:, (?:so (?!far|that's why)|because|since|which (?:keeps|avoids|lets|leaves))|because|since|so that|; [^.]{3,80} would \w))
      (?:now|stays?|remains?|will|is going to|are going to|is|are) (?:[\w/+#.-]+ ){0,8}?[\w/+#.-]+(?=.{0,100}?${AGAINST})(?=.{1,240}?${WHY})(?=.{0,300}\b(?:you|your|we|our|us|both teams|clients?|users?|customers?)\b)
      (?:${DESIGNED})(?: [\w/+#.-]+){0,3}? (?:is|are|lasts?|runs?|goes|go) [^.]{2,80}\bnow(?=\.? )
    `,
    near: new RegExp(`${WHY}|${OTHER_WAY.source}`, "i"),
    unless: new RegExp(
      `${NO_CHOICE.source}|\b(?:when you|under the hood|currently|at the moment|by default|happens|means that|looks like|seems|i think|probably|plans this|no longer referenced|slow|fast|empty|missing|large|huge|function|handler|hook|callback|query|build|list|array|cache is warm|clear the cache|element|div|component re|proxy|header|package)\b`,
      "i",
    ),
    despite: ["hypothetical", "negated"],
    nearby: true,
    who: ["claude"],
  },
  {
    id: "decision.said-back",
    category: "DECISION",
    strength: 0.52,
    why: "says back what was settled",
    pattern: phrase`
      (?:since|because) you(?:'ve| have)? (?:asked|wanted|said|prefer|preferred|requested|want|told me|mentioned|confirmed|noted|explained|specified|chose|need) .{3,120}[,:] (?!i\b|i'|let|the (?:problem|issue|bug|error|cause))\w+
      ^(?!(?:i|i've|i'm|i'll|done|here|[a-z]+ing|added|fixed|updated|removed|renamed|translated)\b)[^.]{5,140}(?:as|like|the way) you(?:'ve| have)? (?:asked|wanted|said|preferred|requested|told me|asked for|confirmed|specified|instructed|outlined|described|suggested)(?=[.,;]|$)
      ^(?:\w+[.!] )?(?:as|like) you(?:'ve| have)? (?:asked|wanted|said|preferred|requested|told me|confirmed|specified|instructed|outlined|suggested),? (?!i\b|i'|let|me\b|here)\w+
      ^as (?:we )?(?:agreed|discussed|decided|settled|planned),? (?!i\b|i'|let|me\b|here)\w+
      (?<=[a-z][,:]? )as (?:we )?(?:discussed|agreed|decided)(?=[.,;]|$)
      (?:per|following|given|based on|in line with|going by|because of|after|with) your (?:remark|comment|point|mail|hint|warning|answer|answers|call|choice(?! of words)|decision|preference|reply|request|note|notes|instruction|instructions|feedback|input|go-ahead|guidance|confirmation|ok),? (?!i (?:assume|think|guess|see|looked|checked|found|added|fixed|updated|ran)|i'll (?:look|check|run))\w+
      ^(?:understood|got it|noted|agreed(?: then)?|okay|ok|right|alright|makes sense|clear|sounds good|sure|fair enough)[,.:;!]? (?:so |then )*(?:we (?:keep|use|stay|go|drop|store|leave|treat|skip|do|make|ship|run|take|won't|don't|only|stick|put)|we'll (?!see|look|check|start|need|have to)\w+|(?:no|only|just) \w+|(?!i\b|i'|let|the tests?|there|this|that|it|here|now|next|running|checking|looking|so\b)[\w./+#-]+(?: [\w./+#-]+){0,5}? (?:stays?|remains?|lives?|goes?|gets?|keeps?|becomes?|moves?|will|won't|only|never))
      ^(?:(?:right|ok(?:ay)?|good|fine)[,.] )?(?:then|so) (?!i\b|i'|let|there|this|that|it|the tests?|we (?:can|need|should|could|have|see|get))[\w./+#-]+(?: [\w./+#-]+){0,4}? (?:stays?|remains?|lives?|gets|becomes|moves|keeps)
    `,
    unless: NO_CHOICE,
    despite: ["step", "embedded", "hypothetical", "reported"],
    nearby: true,
    who: ["claude"],
  },
];
