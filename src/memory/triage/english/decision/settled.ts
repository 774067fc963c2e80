// How people tell that something is settled now: who settled it, what it took, what it overturns.

import { LEAD } from "../../lead.ts";
import { eitherOf, oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { GROUNDED, NEITHER, PAIRED } from "./frames.ts";
import { AT_HAND, OWED } from "./grounds.ts";
import { SEEN } from "./orders.ts";
import { ACT, TRIVIAL } from "./words.ts";

/** What one of several ways is called. */
const WAY = oneOf(`
  one, ones, option, solution, approach, variant, version, layout, design, draft, proposal, route, sketch, mockup, mock-up, logo, plan, format, scheme, model, pattern, strategy, setup, stack, way
`);

const NO_THING =
  "(?!(?:i|we|you|can|could|please|what|that|this|how|why|the|it|there|they|maybe|not|let|let's|lets|is|are|do|does|my|your|far|on|much|many|bad|good|who|which|whoever|he|she|someone|nobody|everyone)\\b)";

const NOT_SETTLED = new RegExp(
  `${TRIVIAL.source}|\\b(?:wrong|back please|undo|let me think|thinking|i'll (?:think|see|check|look)|not sure|commits?|requires?)\\b`,
  "i",
);

export const SETTLED_DECISIONS: readonly Signal[] = [
  {
    id: "decision.settled",
    category: "DECISION",
    strength: 0.46,
    why: "says that it is settled",
    pattern: eitherOf`
      \b(?:that|this|which) settles (?:it|that|the)\b|\b(?:so |and )?(?:that|this)(?:'s| is) the (?:one|winner|way to go)(?=[.,!]|$)
      \b(?:the )?[\w-]+(?:'s| is| are| has been) (?:now |finally )?(?:decided|settled)(?=[,;] \w)
      \b(?:one|the|a|another) (?:big |small |last |other )?(?:call|decision|choice|thing) (?:i|we)(?:'ve| have)? (?:made|took|taken|decided|settled|agreed)(?: on)?[^:.?]{0,40}:
      \bwhat (?:we|i)(?:'ll| will|'re going to|'m going to)? (?:do|use|build|ship|take|go with|want)(?: now| instead| here)?(?: is)?: \w
      \b(?:my|our) (?:vote|pick|choice|call|verdict|bet|take|preference)(?: and [^:.,]{2,30}| here| now| for [\w ]{2,20})?(?: is|:| goes to) (?!that (?:it|the)|to (?:look|check|ask|wait)|whoever|whichever|still|on\b|not\b)\w
      (?:^|[.,] )(?:(?:ok(?:ay)?|so|and|yes|hm+|well)[,.]? )*final(?: version| list| set| answer| call)?: (?!(?:undefined|null|true|false|nan|\d+(?![\w ]*[a-z]))\b)\w
      \b(?:forget|scratch|ignore|disregard|scrap|strike|never ?mind) (?:what|everything|all|that|the things?) (?:that )?(?:i|we) (?:said|wrote|told you|asked)(?: \w+){0,2} (?:about|on|re|regarding|for|with) [^,.:;?]{2,40}[,.:;] (?!(?:let|i'll|i need|i will|can|could|what|how)\b)\w
      \b(?:and (?:me|i|myself)|of us|(?:our|my) (?:\w+ )?(?:guys|folks|devs|people|crew|admins?|dba|designer)) (?:all |both |have |just |finally |now |then )*(?:agreed|decided|settled|chose|opted|picked|went with|voted|looked at [^,.]{2,40} and (?:chose|picked|decided|took|agreed))\b
      \b(?:i|we)(?:'ll|'m|'re| will| am| are)? (?:take|taking|took|pick|picking|picked|prefer|choose|choosing|keeping|want to go with) the (?:[\w-]+ ){0,2}${WAY}(?=[.,;:!]|$| with| since| because| and| from| you)
      \b(?:i|we)(?:'ll| will)? (?:take|pick|choose) the (?:first|second|third|last|latter|former|left|right|middle|boring|simple|plain|\w+er|\w+est)(?=[.,;!]|$)
      \b(?:that|this|it)(?:'s| is) how (?:all (?:the |our )?[\w -]{2,30}|we|it|they|the [\w -]{2,30}|every \w+) (?:will|shall|should|does?|do|works?|behaves?|'ll)\b(?=.{0,30}(?:from|now|[.,]|$))
      \b(?:won|wins|lost|loses) the (?:\w+ )?(?:vote|poll|bake-?off|comparison|benchmark|playtest|test|debate|shoot-?out|argument)\b
      ^${NO_THING}[\w.+#-]+(?: [\w.+#-]+){0,3} (?:(?:has |have )?won|wins|takes it|gets it|gets the job)(?=[.,;!]|$)
      \bhere(?:'s| is) (?:how|what) (?:we(?:'ll| will|'re going to)|it(?:'ll| will|'s going to)) (?:do|work|be|go|look|handle|build)[^:.]{0,30}:
      ^(?:(?:ok(?:ay)?|yes|fine|yeah|alright),? )?(?:deal|sold|convinced|you got a deal)(?:[.!]*$|, \w)
      \b(?:slept on|thought about|mulled over|sat on|thinking about|thought through|thinking) (?:it|this|that|again)(?: (?:again|more|overnight|some more|a bit|last night|over the weekend|all night|all day|for a while))*[:,] (?!(?:let's talk|still|can't|i|we (?:need|should|could|might)|what|how|is|are|should|and|but|maybe|not sure|why|do|can|could|if|would)\b)\w
      (?:^|[,.:;] )(?:correctness|battery|speed|latency|privacy|security|simplicity|mobile|desktop|performance|accuracy|safety|offline|readability|throughput|quality|cost|uptime|accessibility|usability)(?: comes| goes| is)? first(?=[:.;!]|$|, (?:then )?\w+(?: \w+)? (?:later|second|be damned|comes))
      \b(?:asked|checked with|talked to|spoke (?:to|with)|heard (?:back )?from|confirmed with|cleared (?:it|this|that) with) [\w ]{2,30}[,:;] (?:they|he|she|it's|and they|and he|and she)(?:'re| are|'s| is| all| both)? (?:prefers?|wants?|fine|ok|okay|happy|agrees?|insists?|likes?)\b
      \blet's be (?:pragmatic|realistic|practical)[:,.]|\bthe (?:simplest|cheapest|easiest|dumbest|most boring) (?:thing|option|way|solution)[^:.?]{0,20}: \w|\b(?:in agreement|on the same page|all aligned)[:,] \w
      \bwe(?:'ll| will)? (?:limit|cap|restrict) (?!(?:it|that|this)\b)[\w -]{2,30} (?:to|at) (?:max |at most )?(?:\d|one|two|three|five|ten)|\bwe(?:'ll| will)? (?:treat|count|interpret) [\w ]{2,40} as (?:an? )?\w+
      ^(?:the |our )?[\w-]+(?: [\w-]+){0,2} [a-z]+s [^,.?]{2,50}, (?:full stop|period|end of story|no matter what)\b
      \b(?:we|i)(?:'ve| have)? (?:said|established|ruled|declared|promised) (?:that )?(?:every|all|each|no|only) [\w-]+
      \bcompromise(?: (?:we|i) \w+)?(?: is|:| was)(?! (?:needed|possible|not))|\b(?:i|we) (?:reversed|revised) (?:my|our) (?:position|stance|opinion|view) on\b
      (?:^|[,.] )(?:no,? |nope,? |nah,? |actually,? )*(?:the |exactly the )?other way (?:a)?round(?: please| pls)?[:,] (?!(?:it|that|why)\b)\w
      \b(?:based on|going by|judging by|with|given|after) (?:your|the|those|these) (?:numbers|figures|benchmarks?|results?|measurements?|analysis|comparison|findings|timings)[,:]? (?:we|i|let's|it's|there's no point|no point) (?!(?:can|could|should|might|need|think|guess|don't know|wonder|see|have)\b)\w+
      \b(?:let's|lets|we'll|i'd) (?:leave|keep) it at (?!(?:that|this|home)\b)\w+|\bi say we (?!(?:wait|look|start|try|see|go|meet)\b)[a-z]+
      \bwhat (?:i|we) want is (?:an? |one |the )?(?!(?:list|table|summary|way|function|overview|to (?:know|see|understand))\b)[\w.+#-]+(?: [\w.+#-]+){0,6}, (?:not|nothing|no) \w
      (?:^|[.:] )(?:so )?instead of (?:an? |the |our )?[^,.?]{2,40}?,? (?:we|i)(?:'ll| will)? (?:put|use|take|do|store|keep|have|write|go|ship|run|build|host|send|make)\b
      \b(?:is|are) (?:plenty|enough|all we need|good enough|fine)(?: for [\w -]{2,30})?,? so (?!(?:i|can|could|why|what|how|it|far)\b)\w+ \w
      \b(?:i'm|we're|i am|i|we)(?: just| hereby)? (?:making|make) (?:the|a) call(?! (?:to|with) (?:the|a|my|our)\b)|\blet me settle (?:this|it|that)\b|\b(?:the |our )(?:outcome|upshot|bottom line|verdict)(?: is| was)?: (?!undefined|null)\w
      ^(?:(?:yes|yep|yeah|ok(?:ay)?|right|hm+),? )+(?:to )?the (?:[\w-]+ ){1,3}(?:approach|way|route|option|idea|variant|version|solution|plan|design|pattern)(?=[.,;!]|$)
      \bwe (?:deliberately|intentionally|purposely|consciously|explicitly) (?:don't|do not|never|[a-z]+)\b|\b(?:i|we) (?:want|'d like|would like) to go (?:with|for) (?!(?:you|him|her|them|a (?:walk|run|break))\b)\w+
      \b(?:is|are|stays?|remains?|becomes?) non-?negotiable\b|\bno need to (?:discuss|debate|argue)\b
      (?:^|[.,] )(?:(?:ok(?:ay)?|so|hm+|sorry|btw|also)[,.]? )*(?:small |slight |big |another )?(?:change of plans?|changed (?:the|my|our) plans?|new plan|different plan|plan change|change of direction|new direction|new approach|change of heart)[:,.] (?!(?:what|how|can|could)\b)\w
      ^(?:ok(?:ay)?,? |so,? )?after (?:some|a lot of|more|much|long|a bit of|all that|lots of) (?:thought|thinking|discussion|debate|back and forth|consideration|soul searching)[:,] (?!(?:i (?:still|can't|don't)|still|what|how)\b)\w
      (?:^|[,.] )(?:to keep (?:it|things|this) (?:simple|small|boring|cheap)|for simplicity(?:'s sake)?|to be on the safe side),? (?:the|we|only|just|no|one|all|each|every|it) (?!(?:could|should|can|might|please)\b)\w
    `,
    unless: NOT_SETTLED,
    unlessNear:
      /\b(?:dns|it's an? (?:\w+ )?(?:problem|bug|issue)|the (?:cause|culprit)|players?|match|dice)\b/i,
    despite: ["hypothetical", "negated", "embedded"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.wanted-so",
    category: "DECISION",
    strength: 0.42,
    why: "draws a choice from who wants it",
    pattern: eitherOf`
      \b(?:wants?|prefers?|likes?|insists? on|asked for|needs?|knows?|votes? for|voted for) [^,.?]{2,60},? so (?:it's |it'll be |we (?:do|use|take|go) )?${NO_THING}[\w.+#-]+(?: [\w.+#-]+){0,2}(?=[.,!]|$)
      \b(?:i'd|i would|we'd|we would) rather (?!(?:not|die|you|we|see|wait|know|ask|check|talk|be|look|hear|read)\b)[a-z]+ [^.?]{2,70} than (?!(?:i|we|you) (?:thought|expected))\w
      \b(?:therefore|hence|thus|so) we (?:just |only |now |simply |will |'ll )*(?!(?:can|could|need|have|had|should|might|may|are|were|must|do|did|don't|didn't|see|saw|get|got|know|think|want|would|will|won't|cannot|can't|still|also|end|lose|miss|wait|hit|fail|crash|never|all|already|both|either|at|talk|meet|ask|try|find|look|check|debug|test|found|thought|made)\b)[a-z-]+ (?:the|our|all|both|everything|each|every|it|them|[a-z-]+ (?:the|our|all|with|in|on|instead|ourselves))\b
    `,
    unless: new RegExp(`${NEITHER.source}|${TRIVIAL.source}`, "i"),
    unlessNear: OWED,
    despite: ["hypothetical", "negated"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.away",
    category: "DECISION",
    strength: 0.42,
    why: "gives something up, with what speaks for it",
    pattern: new RegExp(
      `(?:\\b(?:let's|lets|we|we'll|we will|we're|we are|i'm|i'll|i am|time to|you can|we can|gonna|going to)(?: just| now| also| finally| then)? |\\band (?=throw|rip|get rid|kick|tear|phase out|retire|sunset)|${LEAD}(?:we )?)(?:get(?:ting)? rid of|rip(?:ping)? out|throw(?:ing)? (?:out|away)|kick(?:ing)? out|tear(?:ing)? (?:out|down)|phas(?:e|ing) out|retir(?:e|ing)|sunset(?:ting)?|part(?:ing)? (?:ways )?with|mov(?:e|ing) (?:away )?(?:from|off)|say(?:ing)? goodbye to|switch(?:ing)? off|turn(?:ing)? off|stop(?:ping)? (?:using|supporting|shipping|offering|building)|switching|moving|migrating|converting|replacing|swapping|dropping|ditching|cutting|killing|drop|ditch|kill|cut|switch to|migrate to|move to) (?:the |our |all |to |off |from |away from |over to )?(?!(?:it|that|this|them|on|ahead|forward|corners|next|along)\\b)[\\w.+#/-]+`,
      "i",
    ),
    near: GROUNDED,
    unless: new RegExp(
      `${AT_HAND.source}|${SEEN.source}|${ACT.source}|\\b(?:office|house|laptop|machine|tabs?|server is|warnings?|errors?|my (?:other|own)|dropping (?:events|messages|packets|frames|rows|requests|connections))\\b`,
      "i",
    ),
    unlessNear: OWED,
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.not-doing",
    category: "DECISION",
    strength: 0.42,
    why: "says what is not done, with what speaks for it",
    pattern: new RegExp(
      `(?:${LEAD}|[,.:;] |\\bi(?:'m| am) |\\b(?:let's|lets) )not (?:do(?:ing)?|us(?:e|ing)|build(?:ing)?|add(?:ing)?|support(?:ing)?|adopt(?:ing)?|introduc(?:e|ing)|stor(?:e|ing)|pay(?:ing)?|bother(?:ing)? with|go(?:ing)? (?:with|for|to (?!be\\b|the\\b))|writ(?:e|ing) our own|split(?:ting)?|host(?:ing)?|cach(?:e|ing)|mak(?:e|ing)) (?!(?:it|that|this|so|anything|the (?:tests?|thing)|much|well)\\b)[\\w./+#-]+`,
      "i",
    ),
    near: PAIRED,
    unless: new RegExp(`${AT_HAND.source}|\\b(?:today|in this sprint|this sprint|this week|yet)\\b`, "i"),
    unlessNear: OWED,
    despite: ["negated"],
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.named",
    category: "DECISION",
    strength: 0.44,
    why: "settles a name",
    pattern: phrase`
      (?:let's|lets|we'll|we will|i'll|we|we're going to) (?:call|name|brand) (?:it|this|them|this thing|the (?:product|tool|app|project|package|repo|service|cli|library|feature|module|game|company|brand|thing)) (?!(?:a|an|the|day|done|quits|back|now|again|when|if|from|in|with|after|on|by|directly|twice|once|before|for|every|and|at|to|something|whatever|later|like|here|there|that|anything)\b)[\w'"-]+
      (?:the|our) (?:product|tool|app|project|package|repo|service|cli|library|feature|game|company|brand|module) (?:will be|is going to be|shall be|gets|gets to be) (?:called|named) (?!(?:by|from|when|with|in|twice|once|on|after|if)\b)[\w'"-]+
      (?:name|name of the \w+) (?:is going to be|will be|stays|is now) (?!(?:the|a|an|in|set|too|not|changed|missing)\b)[\w'"-]+
    `,
    unless: /\b(?:function|method|endpoint|variable|callback|api|hook|example|instance|file|column)\b/i,
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.better-one",
    category: "DECISION",
    strength: 0.44,
    why: "picks one of what was shown",
    pattern:
      /(?:^|[,.] )(?:(?:ok(?:ay)?|yes|yeah|hm+|so|i think)[,.]? )*(?:the (?:first|second|third|last|latter|former|other|left|right|middle|top|bottom|simpler|shorter|longer)|your|your (?:first|second|last|other)) (?:one|idea|option|approach|variant|version|layout|design|draft|proposal|sketch|mockup|plan|way|suggestion)(?: is| looks| seems| sounds| feels| reads)? (?:much |way |a lot |clearly )?(?:better|nicer|simpler|cleaner|best|good|right|great|more honest|safer)(?=[.,;!])/i,
    near: /\b(?:do|build|take|use|go with|implement|make|keep|let's do|go for) (?:that|it|this|the|yours)\b|(?:^|[.,]\s)go\b/i,
    unless: /\b(?:but|though|not|still|yet)\b/i,
    nearby: true,
    despite: ["hypothetical"],
    who: ["user"],
  },
];
