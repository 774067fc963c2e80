// Ways of saying that work is left undone which need no second word beside them.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { UNIT } from "./later.ts";
import { NOT_A_DEBT } from "./refused.ts";

const ANOTHER_TIME = oneOf(`
  another (?:day|time|${UNIT}), later\\b, next (?:\\w+), the (?:next|following) \\w+, future (?:me|us|you|self|\\w+)(?!\\s*:), (?:another|some other) \\w+, (?:the |a )?(?:summer |poor |new )?interns?, v2, v3, v4, phase (?:2|two),
  (?:q1|q2|q3|q4), a (?:(?:rainy|quiet|calmer?|slow|boring) \\w+|follow-?up|later|future|quiet|calmer|separate|different|second|cleanup)(?: \\w+)?, after (?:the|we|launch|release)\\b, whoever, someone else, somebody else, when (?:we|i|there|things|it)\\b, once (?:we|the)\\b, tomorrow, monday, post-?launch,
  the (?:backlog|rewrite|refactoring|cleanup|follow-?up|summer|holidays|weekend|one after)
`);

/** Mending, as it is done. */
const MEND = oneOf(`
  fix(?:ing)?, clean(?:ing)?(?: (?:it|this|that|them|those|the \\S+))? up, clean(?:ing)? (?:it|this|that|them), tid(?:y|ying)(?: \\w+)? up, refactor(?:ing)?, rewrit(?:e|ing), redo(?:ing)?, rework(?:ing)?, replac(?:e|ing), swap(?:ping)? (?:out|(?:it|them|both|that|this|the \\w+)(?: out)?),
  rip(?:ping)?(?: \\w+){0,2} out, tak(?:e|ing) (?:it|them|that|this) out, revisit(?:ing)?, redesign(?:ing)?, overhaul(?:ing)?, untangl(?:e|ing), split(?:ting)?(?: \\w+)? up, port(?:ing)?, migrat(?:e|ing), optimi[sz](?:e|ing), improv(?:e|ing), harden(?:ing)?,
  generali[sz](?:e|ing), unif(?:y|ying), dedup(?:e|ing|licat\\w+), extract(?:ing)?, consolidat(?:e|ing), automat(?:e|ing), normali[sz](?:e|ing), parameteri[sz](?:e|ing), deal(?:ing)? with (?:it|that|this|them|the), sort(?:ing)?(?: \\w+){1,2} out,
  (?:rederiv|re-deriv|reenabl|re-enabl|rebuild|rethink|reimplement|re-implement|regenerat|re-measur|reintroduc|reconsider|restructur|reorgani[sz]|reactivat|re-activat|renam)\\w*, do(?:ing)? (?:it|this|that|them) (?:properly|right|correctly|cleanly), do(?:ing)? the (?:real|proper|right|full|rest|same)\\b, mak(?:e|ing) (?:it|this|that|them) (?:\\w+able|proper|nice|right|robust|generic|clean|fast|dynamic|async\\w*|configurable),
  add(?:ing)? (?:the |some |proper |real |more |missing |error |unit |input )*(?:tests?|validation|handling|docs|checks?|error handling|logging|retries|pagination|types|coverage|monitoring|auth|caching|i18n|translations), writ(?:e|ing) (?:the |some |proper |real )*(?:tests?|docs), type (?:it|them) properly, undo(?:ing)?, revert(?:ing)?, upgrad(?:e|ing), get(?:ting)? rid of, kill(?:ing)?, retir(?:e|ing), remov(?:e|ing), drop(?:ping)? (?:it|them|that|those|the), wir(?:e|ing)(?: \\w+)? up, finish(?:ing)?, investigat(?:e|ing), dig(?:ging)? into, pay(?:ing)? (?:for )?(?:it|this|that|them|down)(?: back| off| down)?, come back (?:to|and), circle back, address(?:ing)?, tackl(?:e|ing), handl(?:e|ing), climb(?:ing)? back, wir(?:e|ing) (?:in )?the (?:real|proper|actual), plug(?:ging)? (?:it|that|them|the \\w+) in, hook(?:ing)? (?:it|that|them) up, fold(?:ing)? (?:it|them|that|those), scrub(?:bing)?, trim(?:ming)?, tighten(?:ing)?, unpick(?:ing)?, modernis\\w+, modernize, burn(?:ing)? (?:it|them|that) down, switch(?:ing)? (?:over|back|it|to), go(?:ing)? back to, mov(?:e|ing) (?:it|them|that|off|away|over), merg(?:e|ing) (?:them|the|those|both|it)
`);

const INTEND =
  "(?:(?<=(?:^|[,;.:] |and |but |so ))(?:will|gonna|should|need to|have to|must|gotta|can|wanna|want to)|(?:ill|we|i|someone|somebody|one|they)(?:'ll|'d| will| can| could| should| must| need to| needs to| have to| has to| gotta| got to| want to| wanna| ought to| plan to| intend to| are going to| gonna|'re going to|'m going to|'re gonna|'m gonna| might| may|'ve got to)?)(?: really| still| then| just| all| probably| eventually| definitely| have to| always| finally| properly| need to| want to| maybe| also)*";
const WHEN_LATER = oneOf(`
  (?<!\\b(?:hours|minutes|seconds|days) )later(?: on)?(?! (?:today|than|in|on)), at some point, eventually, (?:someday|some day), one day, sooner or later, one of these days, some (?:evening|weekend|night|other (?:time|week|day|evening|sprint|month)|quiet \\w+), a (?:quiet|free|rainy|slow|calm) \\w+, over (?:the )?(?:summer|winter|holidays|christmas|weekend), before then, sprint \\d+, whenever \\w+, another (?:time|day), down the (?:road|line), in (?:the )?future, afterwards, tomorrow, tmrw, tmr, on (?:monday|tuesday|wednesday|thursday|friday), next (?:week|sprint|month|release|quarter|year|iteration|round|version|time|pr|milestone|cycle),
  in (?:an?|another) (?:separate|later|follow-?up|future|next|second|different|subsequent|calm|quiet|own|bigger) \\w+, in (?:an?|the|two|three|some|\\d+) (?:\\w+ ){0,3}?(?:day|week|month|year|sprint|bit|while|pr|ticket|commit|branch|change|release|pass|version|step|couple|few|round|quarter)s?, in (?:another|the next|the follow-?up|its own|v\\d|(?:q1|q2|q3|q4)|version \\d|january|february|march|april|june|july|august|september|october|november|december)\\b, after (?:the |we |this |our |that |my |i )?\\w+, post-?(?:launch|release|mvp), once \\w+, as soon as \\w+, when (?:we|i|there|they|someone|somebody|upstream|the|things|it|time|a|perf\\w*|ops|that) , if (?:it|this|that|we|anyone|someone|somebody) (?:ever|becomes?|gets?|hurts|matters|complains?|starts|turns), in (?:phase|sprint) \\w+, before (?:the |we |our |it |anyone |any )?(?:\\w+ )?(?:launch|release|rollout|ga|go|public|production|real|onboard|ship|audit|expose|anybody|open)
`);
const NOW_SPEECH =
  /^(?:(?:ok(?:ay)?|so|and|now|next|then|first|great|perfect|good|alright)[,.!:]?\s+)*(?:let me|let's (?:first|now)|i'll (?:now|first|start)|now i)\b|\b(?:first|then)\b.*\bthen\b/i;
const NOT_PUT_OFF = new RegExp(
  `${NOT_A_DEBT.source}|${NOW_SPEECH.source}|\\b(?:when|if|once|after) (?:the |an? )?(?:user|player|customer|visitor|request|button|form|page|modal|timer|test|build|server|process|file|window|query|item|job)s?\\b|\\b(?:not later|never mind)\\b`,
  "i",
);

export const DEFERRED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.mend-later",
    category: "TECH_DEBT",
    strength: 0.44,
    why: "is to be mended later",
    pattern: new RegExp(
      `\\b${INTEND} ${MEND}\\b.{0,70}\\b${WHEN_LATER}|\\b(?:eventually|afterwards|at some point|(?:someday|some day)|one day|later|next \\w+|after (?:the |this |our )?(?:launch|release|demo|deadline|rollout|freeze|holidays|migration|pilot|audit)|(?:once|as soon as|when) \\S+ (?:\\S+ ){1,4}?)\\b.{0,20}?\\b${INTEND} ${MEND}\\b`,
      "i",
    ),
    unless: NOT_PUT_OFF,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.can-wait",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "can wait",
    pattern: eitherOf`
      \b(?:can|could|will|has to|have to|must|may|should|'ll)(?: have to| just| probably| easily)* wait(?=[.,;!]|$| (?:until|till|til|for (?:another|v2|next|later|now|the (?:next|rewrite|follow-?up|new|real))|a (?:bit|while|week|sprint)))
      \b(?:job|task|topic|problem|project|story|battle|thing|matter|exercise|fun|work|concern|something|one|stuff|question|discussion|refactoring|cleanup) for ${ANOTHER_TIME}
      \b(?:that's|thats|that is|it's|its|this is|is|are|was|be|left|leave it|leave that|leave this|saved?|one) for ${ANOTHER_TIME}
      \b(?:next (?:years?|weeks?|months?|sprints?|quarters?|releases?)|tomorrows?|future|v2|(?:q1|q2|q3|q4)|phase[- ](?:2|two)|post-?launch|somebody else|someone else|later)(?:'s|s'|')?[- ](?:\w+[- ])?(?:problem|concern|topic|project|headache)\b|\b(?:is|are|that's|thats|it's) an? (?:v\d|phase[- ](?:2|two)|next \w+|later|future|(?:q1|q2|q3|q4)|post-?launch) (?:thing|topic|problem|feature|item|story|issue)\b|\b(?:do|fix|add|handle|clean|change|refactor|optimi[sz]e) (?:it|that|this|those|them)(?: up)? later\b|\bluxury problem\b|\bfuture[- ](?:me|us|you|self) (?:will|can|problem|has|gets|must|may|should)\b
      \b(?:rest|remaining|others?|everything else|remainder) (?:comes?|follows?|is|are|goes|will come|will follow|gets done|stays)(?: \w+)? (?:later|another|next|in|for|separate|out|as|after|when|once|undone|open)\b
    `,
    unless: NOT_PUT_OFF,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.not-now",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "is not done in this piece of work",
    pattern: new RegExp(
      `\\bnot (?:going to |gonna |worth )?(?:\\w+ly )?(?:fix|do|touch|handl|address|tackl|solv|chas|clean|refactor|rewrit|migrat|port|implement|cover|support|optimi[sz]|rework|chang|mak|add|writ|mess|deal|bother|renam|merg|extract|open|build|hunt|worry|start|includ|remov|upgrad|updat|generali[sz]|splitt|revisit|investigat|dig)ing\\b.{0,50}\\b(?:in|for|with|before|as part of|until|till|during) (?:this|the|that|our|we|v1|now|next|a) ?(?:${UNIT}|demo|launch|pilot|mvp|beta|deadline|time being|moment|freeze|week|month|thing)\\b|\\bnot (?:fix|do|touch|handl|address|tackl|solv|clean|refactor|rewrit|migrat|port|chas|renam|hunt)\\w*ing\\b.{0,30}\\b(?:now|today|tonight|this (?:week|sprint|month|quarter|year|round|time|release|pr)|anytime soon|any time soon|yet|here)\\b|\\b(?:won't|can't|cannot|wont|cant|not going to|not gonna|don't want to|dont want to|i'd rather not|let's not|lets not) (?:do|fix|unpick|change|touch|clean|refactor|upgrade|migrate|handle|solve|address|rewrite|untangle|move|replace|remove|rename|port|split|tackle)\\b.{0,30}\\b(?:now|here|today|tonight|this (?:week|month|sprint|quarter|year|round|release|time)|before (?:the|we|launch|release)|in (?:this|time)|until (?:the|we))\\b|\\bdid(?:n't| not|nt) make (?:it|the cut)\\b|\\b(?:launch|ship|release|go live|go out|going live|shipping|launching) without\\b|\\b(?:not|isn't|aren't|won't be|out) (?:in|part of|for|within|of) (?:this |the )?(?:scope|${UNIT})\\b.{0,60}\\b(?:later|separate|follow-?up|ticket|next|known|but|though|i know|should)\\b`,
      "i",
    ),
    unless: NOT_PUT_OFF,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
  {
    id: "tech-debt.never-got-to",
    category: "TECH_DEBT",
    strength: 0.46,
    why: "was meant to be done and is not",
    pattern: eitherOf`
      \b(?:never|not|didn't|haven't|hasn't|havent|didnt|hadn't) (?:really |ever |quite |yet |actually )?(?:got|gotten|get|getting|found the time|find the time|managed) (?:a?round )?to (?:it|that|this|\w+ing|actually|the|do|fix|clean|write|test|add|finish|update|migrate)\b
      \b(?:we|i) (?:still )?owe (?:you|the|them|it|us|our|that|this)\b|\b(?:nobody|(?:no one|noone)) (?:took|ripped|got rid of|pulled|threw|has (?:written|documented|migrated|cleaned|updated|ported))\b|\b(?:can't|cant|cannot|couldn't) face (?:it|that|this)\b
      \b(?:been|keep|kept|always) meaning to\b|\bkeep (?:putting|pushing) (?:it|that|this) off\b|\bbeen putting (?:it|that|this|\w+ing) off\b
      \b(?:was|were|is) (?:only |just |ever |originally |never )*(?:meant|supposed|intended|going) to be (?:only |just )?(?:temporary|for an? (?:week|day|few|month|couple|demo|night)|a (?:quick|temporary|stop-?gap|prototype|one-?off|throw-?away|placeholder|week\w*|proof)|replaced|removed|thrown away|gone by|permanent|production|until)\b
      \b(?:nobody|(?:no one|noone)|none of us)(?: here| on the team| else| ever)? (?:has|had|have|wants?|wanted|dares?|dared|is willing|feels like|got|finds?|found)\b.{0,30}\b(?:the time|time|days?|weeks?|energy|capacity|to touch|touch\w*|to (?:fix|clean|hunt|rewrite|refactor|dig|maintain|migrate|untangle|look|update|test|write|finish|do))\b
      \b(?:should|must|can|may|could|ought)(?:n't| not|not)(?: to)? (?:stay|remain|be left|survive|live|ship|go out|go live)(?: \w+)? ?(?:$|[.,;:!]|like|that way|this way|as|forever|in (?:there|the (?:code|repo|config|long)|prod\w*|place|main)|there|for (?:long|ever)|long)
      \b(?:pay|paying|paid) (?:for )?(?:it|this|that|them|the (?:price|debt)) (?:back|off|down|later|when|once|some)\b|(?<!\bwould )\b(?:bites?|biting|haunts?|hurts?) us\b(?!.{0,20}\?)|\bcome back to (?:bite|haunt)\b|\bwe owe (?:it|that|this|the|our|them|\w+ (?:some|a|tests))\b
      \b(?:left|leave|leaving) (?:\S+ ){1,5}?(?:undone|unfixed|unfinished|untested|half-?(?:done|finished|way|migrated)|unresolved|unmigrated|unhandled|incomplete|broken)\b(?!.{0,20}\?)
      \bremain(?:s|ing)? (?:to be (?:done|fixed|checked|verified|implemented|written|migrated|ported|tested|added|handled|cleaned|replaced|investigated|measured|addressed|solved|removed|seen|decided)|undone|unfixed|untested|unverified|unhandled|unsolved|unmigrated|unaddressed)\b
      \bwe never (?:really |actually |properly )?(?:finished|fixed|solved|cleaned|migrated|moved|removed|updated|documented|tested|wrote|ported|rotated|replaced|got rid|understood|imported)\b|\b(?:nobody|(?:no one|noone)) (?:ever )?(?:removed|cleaned|fixed|finished|updated|documented|migrated|tried a|tested|maintains|owns|dares to)\b|\b(?:was|were|has been|have been) never (?:imported|migrated|finished|fixed|removed|cleaned|documented|tested|replaced|written|updated|rotated|moved|ported)\b
      \bwhoever (?:\S+ ){1,6}?(?:may|can|has to|will have to|should|gets to|must|needs to|is welcome)\b|\b(?:please (?:someone|somebody)|(?:someone|somebody) please|(?:someone|somebody) (?:else )?(?:should|needs to|has to|must|ought to|will have to) (?:really |eventually |finally |at some point )?(?:fix|clean|look|raise|rewrite|refactor|port|migrate|sort|replace|remove|finish|derive|redo|update|test|document|investigate|untangle|take|pick|do|add|write|go through))\b
      \b(?:goes|go|put|put it|put that|put this|put them|stays?|belongs|lands) (?:on|in|into|onto) (?:the|our|my) (?:\w+ )?(?:backlog|(?:todo|to-do) list|list for (?:later|after|next|v2)|pile|parking lot)\b|\b(?:on|onto) (?:my|the|our) (?:\w+ )?list (?:since|for (?:ages|months|years|later|after|the next))\b
      ^(?:is |it's )?(?:postponed|deferred|shelved|parked|punted)\W*$|\b(?:can't|cannot|cant|won't|not going to) spend (?:\S+ ){1,4}?on (?:it|that|this)\b
      [?,.:] (?:it's |that's |is )?(?:postponed|deferred|shelved|parked|punted)\W*$|^(?:\S+ ){1,6}(?:is|are|was|were|got|gets) (?:postponed|shelved|parked|punted) (?:to|until|till|for|because|again)\b
      \b(?:a|the) (?:proper|permanent|clean|long-?term|real) (?:fix|solution|implementation|version|one|way|parser|check|queue|lock(?:ing)?|index|[\w-]+ing) (?:is (?:still )?(?:missing|wanted|needed|pending|something|for|planned|a|to)|still|has to|needs|would (?:be|need|mean|require|take)|comes|=|means|requires|can)\b|\breal (?:fix|solution)\s*(?:=|:|would|means|is)
      \b(?:fine|ok(?:ay)?|acceptable|good enough|works|tolerable) (?:for|during|in|with|while|at|on|until|as long as) .{2,40}(?:,| but|;|\.) (?:but )?(?:not|won't|never|isn't|no longer) (?:for|with|in|when|enough|at|once|beyond|on)\b
      \bworth (?:revisiting|cleaning up|refactoring|fixing (?:properly|later|at|in|some)|a (?:follow-?up|ticket|proper|second look|rewrite|cleanup|refactor\w*)|doing (?:properly|later|separately|in a|at some))\b
      \b(?:put|add|adding|write|note|log|list|record|park|throw|drop|stick) (?:it|this|that|them|those|a (?:line|note|entry|reminder|card|ticket|(?:todo|to-do)|fixme|comment)|an? (?:issue|item))\b.{0,25}\b(?:backlog|known[_ -]?issues|(?:debt|todo|cleanup|tech-?debt)[ ._-](?:list|file|board|log|md)|todo\.md|parking lot|known limitations|tech debt|roadmap)\b
    `,
    unless: NOT_A_DEBT,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
];
