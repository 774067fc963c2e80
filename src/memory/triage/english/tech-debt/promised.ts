// Said outright: it has to be put right some day, must not be forgotten, or was left out.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { NOT_A_DEBT } from "./refused.ts";

const SOME_DAY = oneOf(`
  at some (?:point|stage), (?:someday|some day), sometime(?! s), one day, one of these days, sooner or later, in the long (?:run|term), down the (?:road|line), eventually(?=[.,;!]|$| but| though),
  when (?:we|i|someone|somebody|there's|there is|things|it) (?:\\w+ )?(?:have|has|had|get|gets|time|finds?|found|calms?|settles?|slows?|more|quiets?|hire|grow),
  before (?:we |the |it |anyone |they |this )?(?:\\w+ )?(?:go(?:es|ing)? (?:live|public|out)|launch|release|opens?\\b|ship|onboard|roll|expos\\w+|public|ga\\b|prod\\w*|audit|customers?)
`);
const OUGHT =
  "(?:should|must|needs? to|have to|has to|had better|gotta|ought to|want to|wanna|'ll need to|will need to)";
/** What is not work on the code, or what a program does. */
const NO_WORK =
  "(?! (?:\\w+ )?(?:talk|discuss|meet|chat|speak|call|ask|eat|sleep|learn|visit|happen|work|return|show|display|render|appear|succeed|fail|see|know|understand|decide|be able|be (?:called|shown|displayed|visible|clickable|sent|enabled when|disabled)|run|test it|try|check|read|explain))";
const OFF =
  "(?:switched off|turned off|disabled|skipped|commented out|muted|ignored|xfailed|quarantined|unmaintained|out of date|outdated)";

const PROMISED = eitherOf`
  \b(?:we|i|someone|somebody|that|this|it|they|those|these|which|^)(?:'d| really| still| all| probably| definitely| both)* ${OUGHT}${NO_WORK}(?: \S+){1,9}? ${SOME_DAY}
  \b(?:at some point|(?:someday|some day)|sometime|one day|sooner or later|in the long run|one of these days|eventually),? (?:we|i|it|that|this|someone|somebody|they|those|these|all (?:of )?(?:it|this|that))(?:'ll| will)?(?: really| all)* (?:should|must|needs?|has to|have to|ought|need)\b${NO_WORK}
  \b(?:must not|mustn't|shouldn't|should not|can't|don't let (?:me|us)|may not) (?:be forgotten|get lost|forget (?:about )?(?:it|that|this|to)|be lost|get forgotten)\b|\bbefore (?:i|we) forget(?: it)?:
  \b(?:have to|has to|must|need to|needs to|should|gotta|remember to|'ll|will)(?: \w+)? (?:get|bring|put|turn|switch|flip|set|add|take) (?:it|them|that|those|this|the \w+(?: \w+)?) (?:back (?:in|on|up)|on again|in again|back)(?=[.,;!]|$| (?:when|once|before|after|as soon|later|next|at|tomorrow|on|some|for))
  \b(?:bring|put|turn|switch|flip|set|add|take) (?:it|them|that|those|this|the \w+(?: \w+)?) (?:back (?:in|on|up)|on again|in again|back) (?:when|once|after|as soon as|before|later|next|(?:someday|some day)) 
  \b(?:must|has to|have to|needs to|should|gotta) (?:all )?(?:come|go) (?:out|away|back in|back)(?: again)?(?: of (?:there|the \w+))? (?:before|when|once|after|as soon|at some|eventually|soon|by|again)\b
  \b(?:everything else|the rest|all the rest|the others|all others)(?: is| are|:| =| comes?| goes)? (?:for |in |a |to )?(?:v[2-9]|phase (?:2|two)|whenever|post-?launch|some other time|another day|one day|a later \w+)\b
  \b(?:because|since|as) (?:the|that|our|this) (?:[\w-]+ ){1,4}never (?:happened|got (?:done|finished|merged)|finished|came|materiali[sz]ed|landed)\b
  \b${OFF} (?:since (?:the|we|march|april|june|july|last|version|v?\d)|for (?:months|weeks|years|ages|a year|a while))\b
  \b(?:note|write|write down|put|mention|document)(?: it| this)?(?: down)? (?:somewhere|in (?:the|our) (?:readme|docs|notes|changelog|backlog|known issues)) that\b
  ^(?:(?:btw|also|oh|and|fyi|by the way|ok|so|but)[, ]+)*(?:i )?(?:didn't|did not|never) (?:do|did|write|wrote|cover|handle|finish(?:ed)?|migrated?|port(?:ed)?|clean(?:ed)? up|convert(?:ed)?|translated?|document(?:ed)?) (?:the |any |all |most |half |a |some )(?!(?:it|that|this|anything|so|what|yet)\b)\w+
  \bjust (?:pushes|pushing|kicks|kicking|delays|delaying|hides|hiding|postpones) (?:it|the (?:problem|issue|bug)|that|this)\b
  \b(?:take|use|go with|do|keep|start with|took|used|went with) (?:the|a) (?:naive|dumb|stupid|crude|ugly|hacky|brute[- ]force|dirty|sloppy|lazy|half-?baked) (?:version|way|approach|solution|variant|route|thing|one|implementation)\b
  \bwe (?:said|agreed) (?:that )?(?:we'd|we would|we'll|to) (?:only|skip|ignore|not|leave|accept|postpone|live)\b|\b(?:not|isn't|aren't) (?:worth|urgent enough) (?:fixing|doing|cleaning|refactoring|rewriting|migrating)\b.{0,20}\b(?:now|yet|today|before|until|this)\b
  \b(?:good|close|fast|safe) enough (?:for|until|till|with|at|as long)(?! (?:me|that|you)\b)|\b(?:that'll|it'll|that will|it will|has to|will have to|must|should) do (?:for|until|till) (?!me\b)\w+|\b(?:fine|ok(?:ay)?|enough) for (?:two|three|four|five|a (?:few|couple|handful)|\d+|our (?:few|two|three)|the (?:few|couple|handful|two|three)) \w+
  \b(?:someone|somebody) (?:else )?(?:really |eventually )?(?:has to|should|needs to|must|will have to|ought to)(?! (?:\w+ )?(?:approve|review|press|click|log|confirm|sign|decide|tell|ask|pay|be|see|know|have|open|enter|type)\b) \w+
  \b(?:has|have|was|were|we've|i've) never (?:really |actually |properly |once )?(?:been )?(?:restored|tested|tried|verified|load[- ]tested|reviewed|audited|measured|exercised)\b
  ^(?:(?:and|so|ok|well|yes|btw)[, ]+)*(?:for (?:the (?:moment|time being)|now)|right now|currently|temporarily),? (?!(?:just|only|please|i|let's|can|we can|focus|it's (?:ok|fine))\b)(?:\S+ ){1,5}?(?:is|are|sits?|lives?|goes|runs?|gets?|happens?|sends?|stores?|uses?) .{3,60}\b(?:inline|in the (?:request|repo|code|frontend|client|browser|same)|by hand|manually|on (?:my|the same|one)|locally|synchronously|from (?:my|a)|without|twice|everyone|anyone|plain|instead|hard-?coded|unencrypted)\b
  \b(?:should|ought to) be an? [\w -]{3,25}?,? (?:really|actually|tbh|at least|instead)(?=[.,;!]|$)|\bif \w+ (?:starts?|becomes?|grows?|gets? (?:bad|worse|serious))(?: \w+)?,? (?:then )?(?:we|i)(?:'ll| can| will)? (?:add|do|fix|build|need|switch|write|move|introduce)\b
  \b(?:it|that|this|they|those|these|which)(?:'ll| will| would) (?:have to|need to) be (?:revisited|redone|rewritten|reworked|replaced|refactored|cleaned up|split up|hardened|redesigned|ripped out|rethought|generali[sz]ed)\b
  \b(?:don't|dont|do not|no need to|won't|not going to|let's not) (?:fix|migrate|convert|clean(?: up)?|refactor|port|rewrite|upgrade) (?:all )?(?:the )?(?:rest|others?|remaining)\b|\b(?:old|legacy|dead|unused|previous) (?:\w+ ){1,2}(?:is|are) still in (?:the|our) (?:code|repo|code ?base|bundle|schema|config)\b
  \bwe(?: just| currently| always| simply)? (?:skip|ignore|disable|bypass|don't run) (?:the |all |our )?(?:\w+ ){0,2}(?:tests?|checks?|validation|linter|lint errors|warnings?|reviews?)\b|\b(?:couldn't|could not|didn't manage to) (?:get|make) .{3,40} so (?:there|i|we|it|now)\b
  \b(?:fix|solution|rewrite|migration|upgrade|refactor\w*|replacement|cleanup) (?:is|was|has been|got) (?:put )?(?:on hold|on ice|stalled|not scheduled|not planned|shelved|postponed)\b|\b(?:by hand|manually) (?:every|each|once a) (?:day|morning|week|month|evening|night|deploy|release|time)\b|\b(?:by hand|manual \w+ i run) on (?:mon|tues|wednes|thurs|fri|sun)days\b
`;

const UNLESS = new RegExp(
  `${NOT_A_DEBT.source}|\\b(?:let's (?:start|do|begin|fix|add|write|implement)|please|can you|could you|start with|do (?:it|that) now|fix (?:it|that) now|next step|lol sure|what could (?:possibly )?go wrong|kidding|joking|my (?:colleague|friend)|why|explain|so (?:add|write|do|implement|fix)\\b)\\b`,
  "i",
);

export const PROMISED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.promised",
    category: "TECH_DEBT",
    strength: 0.44,
    why: "has to be put right some day",
    pattern: PROMISED,
    unless: UNLESS,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
];
