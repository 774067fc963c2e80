// What Claude goes by: it tells that it does something because the person or their team wants it so.
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { CHATTER, FORM, PLURAL } from "./craft.ts";

const WHO: Signal["who"] = ["claude"];
const HABIT =
  "(?:like|prefer|want|keep|use|review|read|name|write|dislike|hate|avoid|never|always|only|usually|mostly|put|work|commit|test|format|sort|squash|rebase|split|call|store|spell|log|don't like|don't want|would rather|'d rather|insist|care|expect|need|favou?r|follow|find|paste|print)";
const THEIRS =
  "(?:team|lab|group|company|colleagues|reviewers?|people|department|shop|maintainers?|projects?|house|users|students|repos?|codebase)";
/** What they do with everything of a kind. */
const HABITS =
  "(?:keeps?|names?|uses?|writes?|puts?|reviews?|reads?|prefers?|likes?|wants?|avoids?|stores?|commits?|tests?|never|always|only|usually|spells?|formats?|sorts?|squash(?:es)?|rebases?|splits?|calls?|logs?|works?|expects?|insists?|hates?|dislikes?|doesn't|don't|converts?|measures?|counts?|goes|go|favou?rs?|handles?|treats?|merges?|documents?)";
const RULES =
  "(?:rules?|conventions?|habits?|wish(?:es)?|preferences?|style|naming|order|tone|format|customs?|practices?|guidelines?|house style|taste|standards?|layout|scheme)";
const OTHERS = "(?:coming|next|later|future|new|other|following|further|remaining|rest)";
const UNLESS = phrase`
  if you(?:'d| would)? (?:like|want|prefer)|would you like|do you want|shall i|should i|let me know|whether you|tell me if|i (?:can|could|may|might) (?:also |just )?\w+
  (?:fails?|failing|broken|crash\w*|bug)
`;

export const KNOWN_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.known-habit",
    category: "PREFERENCE",
    strength: 0.54,
    why: "goes by what the person is used to",
    who: WHO,
    pattern: eitherOf`
      \b(?:since|because|as|knowing(?: that)?|given(?: that)?|seeing(?: that)?|considering(?: that)?) you(?:r ${THEIRS})? (?:generally |really |also |usually )?(?:${HABIT}|want (?:that|those|these|things|all|every|no)) (?!the (?:old|new|first|second)|it (?:to|today)|this|them to)[^?]{2,100}
      \byou(?:'ve| have)? (?:once |already |also |just )?(?:said|mentioned|told me|asked|wrote|noted|explained|pointed out|complained|remarked|let me know)(?: me)?(?: (?:earlier|before|once|yesterday|last (?:time|week)|at the start|in the beginning))?,? (?:that |how )?(?:you(?:r ${THEIRS})?|they|in your|for you|nobody (?:there|here)|the (?:team|reviewers?)) (?:\w+ ){0,2}?${HABIT}\w*\b(?! (?:a bug|an error|the bug|it to work))
      \b(?:since|because|as) you (?:said|told me|asked|mentioned|explained|wanted|complained|pointed out|find)\b[^?]{2,90}\b(?:annoys?|bothers?|slow|noise|noisy|hard to|unreadable|on principle|in general|everywhere|always|never|every|takes)\b
      \byour ${THEIRS} (?:\w+ )?${HABITS} [^?]{2,100}(?:, so\b|; so\b|, hence\b|,? and so\b|,? which is (?:why|how)|,? that's (?:why|how)|; i\b)
      \bin your (?:\w+ )?(?:projects?|repos?|codebase|code|services|modules|team|lab|house|other \w+),? [^?]{2,80}(?:, so\b|; so\b|, hence\b|; i\b)
      (?:^|[,;] )you (?:like|prefer|dislike|hate|want) (?:things|code|it when|them|everything|your \w+|no \w+|${PLURAL}) [^?]{3,110}(?:,? so\b|; i\b|, hence\b)
      \bi (?:keep forgetting|forgot(?: again)?|should have remembered) (?:that )?you(?:r ${THEIRS})? (?:\w+ )?${HABIT}\b
      \bi (?:take|took|gather|conclude|infer|learn(?:ed|t)?|see|read) (?:it )?from (?:this|that|it|your [\w ]{2,25}) that you
      \b(?:show|reveal|have|follow|is|see|notice) (?:a|the|one) pattern: you\b|\bpattern in your (?:corrections|edits|reviews?|comments|changes)\b
      \byou(?:'ve| have) made (?:it )?(?:very |quite |perfectly )?clear (?:that|how)\b|\bas (?:everywhere|elsewhere)(?: else)? in your\b
      \b(?:will|i'll) (?:use|write|keep|stay with|put|do) [^?]{2,40}\b(?:throughout|everywhere|in the others|in all of them|for the others)(?=[,.;]|$)
      \bi (?:didn't|did not) know (?:that )?(?!the\b|this\b|it\b)[^?]{3,60}\b(?:here|in this (?:repo|project)|your team|with you) (?:need|needs|should|must|are|go|goes|have|has|use|uses|want|wants|start|end)\b
    `,
    unless: UNLESS,
    despite: ["step", "hypothetical", "reported", "negated", "embedded"],
  },
  {
    id: "preference.known-rule",
    category: "PREFERENCE",
    strength: 0.54,
    why: "goes by the person's rules",
    who: WHO,
    pattern: eitherOf`
      \byour (?:own )?(?:notes|claude\.md|agents\.md|rules|style ?guide|guidelines|instructions|memory file|preferences|contributing guide|house rules|project notes|global notes|x{6,}) (?:says?|asks?|wants?|calls? for|requires?|states?|prefers?|forbids?|tells? me|demands?|has|have|rules? out) (?:me )?(?:for |that |to |out )?(?!two|three|a bug|an error|the wrong|no entry)\w+
      \b(?:according to|per|following|as (?:stated|written|noted|laid down) in|going by|in line with) your (?:own )?(?:notes|claude\.md|agents\.md|rules|style ?guide|guidelines|instructions|house rules|wishes|wish|habits?|customs?|usual [\w-]+|x{6,})\b
      \b(?:kept|keeping|keep|stuck|stick|sticking|following|followed|follow|applied|applying|matched|honou?red|respected) (?:to )?(?:your|this team's|the team's|your team's|the lab's|your lab's) (?:\w+ )?${RULES}\b
      \b${RULES} (?:that )?you(?:'ve| have)? (?:explained|described|gave|given|mentioned|set|told|taught|laid down|asked for|spelled out|listed)\b
      \b(?:formatted|written|named|done|laid out|structured|sorted|phrased|worded|set up|ordered|wrote|named|all|now) (?:\w+ )?(?:in )?your (?:way|fashion)\b|\b(?:the|a) way you (?:like|want|prefer|do|write|name|always)(?: (?:it|them|things|your))?\b
      \bi(?:'ve| have)? (?:noted|noticed|collected|picked up|learn(?:ed|t)|gathered|extracted) (?:\w+ ){0,3}(?:habits|preferences|rules|conventions|wishes|customs|house rules)\b
      \bas agreed,? (?:i|we) (?:don't|do not|didn't|won't|only|always|never|left|keep|kept|haven't|leave)\b|\b(?:by default|always|every \w+|each \w+|all \w+|only|never|don't|didn't)\b[^?]{0,70},? as (?:agreed|we agreed|you (?:want|prefer|like|asked|always|usually|requested|do))\b
      \b(?:since|as|because) (?:that|this|committing|pushing|merging|it)(?:'s| is| stays| remains) (?:yours|your (?:job|part|call|domain|business))\b|\b(?:i|i've|i have) (?:left|leave|kept) (?!the (?:old|rest|first))(?:the )?[\w ]{3,30} (?:to|for) you(?: as (?:usual|always|agreed))\b|\b(?:i|i've|i have) left (?:committing|pushing|merging|the (?:commit|push|merge|release|deploy)\w*) to you\b
    `,
    unless: UNLESS,
    despite: ["step", "hypothetical", "reported", "negated", "embedded"],
  },
  {
    id: "preference.kept-for-later",
    category: "PREFERENCE",
    strength: 0.54,
    why: "keeps a wish for later",
    who: WHO,
    pattern: eitherOf`
      \byou (?:shouldn't|won't|needn't|don't|will not|should not|will never|no longer) (?:have to |need to )?(?:say|repeat|tell me|ask|remind me|explain|mention)(?: (?:it|that|this|me|for it|yourself|to me))* ?(?:again|twice|any ?more|every time|each time)\b|\byou won't (?:have|need) to (?:repeat|say|explain|remind)\b
      \b(?:is|are|it's|that's|that is|goes|also|now|both|rule|wish) (?:now |also |already )?in my (?:notes|memory)\b
      \b(?:later|future|coming|next|new|other|further) sessions (?:will|know|can|follow|pick|also|find|should|start|too|as well)\b
      \b(?:(?:i'll|i will|and will|will) \w+|i \w+|so (?:are|will be)|as (?:are|will)|and) (?:the |all )?${OTHERS} (?:ones|prs|commits|tests|files|answers|scripts|modules|migrations|messages|reports|chapters|figures|sections) (?:likewise|the same way|that way|like that|like this|accordingly|the same|in the same way)\b
      \b(?:will|i'll) (?:do (?:so|that|it|the same) )?(?:for|in|with) (?:the |all )?(?:coming|later|future|new|next) (?:ones|prs|commits|tests|files|answers|scripts|modules|migrations|messages|reports|chapters|figures|sections)\b
      \b(?:i'll|i will|i|we'll|and) (?!take|go|continue|work|proceed|start|pick|carry|move|move on)\w+ [^?]{1,60}\bfrom here(?: on)?(?=[.,:;]|$)
      \bi(?:'ll| will) (?:\w+ )?(?:do|write|keep|make|put|use|ask|open|send|change) (?:only )?(?:one|a single|at most \w+|no more than \w+) [\w-]+ (?:per|at a time|in each|for each|to a)\b
      \bi(?:'ll| will) (?:keep to|stick to|stay with|use|avoid|leave|write|name|put|work with) [^?]{2,60}(?:, )?(?:since|because|as|like) you (?:said|asked|told|mentioned|explained|prefer|like|want|wanted|don't|find)\b
      \bthat(?:'s| is) how i(?:'ll| will)? (?:treat|write|name|handle|do|keep|format|put|read|store) (?!this|that|it\b)[^?]{2,60}\b(?:here|in (?:whatever|everything|all|this)|everywhere|from|for you|throughout)\b
      \b(?:understood|noted|got it|okay|ok|right|clear|agreed)[:,] you (?:commit|push|merge|deploy|decide|review|run|release|write|test), i\b
      (?:^|[,;:] ?)short(?:er)? from (?:now|here) on\b
    `,
    unless: UNLESS,
    despite: ["step", "hypothetical", "reported", "negated", "embedded"],
  },
  {
    id: "preference.taken-up",
    category: "PREFERENCE",
    strength: 0.52,
    why: "takes up a wish",
    who: WHO,
    pattern: eitherOf`
      ^(?:so |then )?(?!i\b|the\b|this\b|that\b|it\b|there\b|let\b|we\b)[\w'-]+(?: (?!is\b|are\b|was\b|were\b|has\b|will\b|the\b|fails\b)[\w'/-]+){0,6},? then$
      ^(?:so |then )?(?:only |just )?(?:one|two|a single|at most \w+) [\w -]{2,30}(?:per|at a time|in each|to a)\b
      ^(?:smaller|shorter|fewer|less|plain|only|small|short|no) (?:more )?(?:[\w-]+ ){0,2}(?:${PLURAL}|${FORM}|${CHATTER}|pushes|prose|text|words|talk)\b
    `,
    near: /(?:^|\n|[.!] )(?:noted|understood|apologies|sorry|will do|got it|fair (?:enough|point)|agreed|point taken|my mistake|thanks for (?:telling|the (?:correction|reminder|hint|clarification))|good to know|you're right|you are right|okay|right)[.!,:]/i,
    sameLine: true,
    unless:
      /\b(?:errors?|failed|failing|bug|needed|left|remaining|found|missing|cause|wrong|next|step|option)\b/i,
    despite: ["step", "negated", "hypothetical"],
  },
  {
    id: "preference.taken-up-at-once",
    category: "PREFERENCE",
    strength: 0.52,
    why: "takes up a wish",
    who: WHO,
    pattern: eitherOf`
      ^(?:you're right|you are right|true|right|fair (?:point|enough)|sorry|apologies|okay|ok|understood|noted|got it|sure|of course|point taken)[,:] (?:so )?(?:no more|no|smaller|shorter|fewer|less|only|small|short|plain|never|always|without|one|full) (?:more )?(?:[\w-]+ ){0,3}?(?:${PLURAL}|${FORM}|${CHATTER}|pushes|prose|talk|[\w-]+ing|[\w-]+ (?:per|at a time) ?\w*)\b
    `,
    unless:
      /\b(?:errors?|failed|failing|bugs?|needed|left|remaining|found|missing|cause|wrong|next|step|option|changes?)\b/i,
    despite: ["step", "negated", "hypothetical"],
  },
];
