// What Claude takes up: the person said it before, or agrees to it now.
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { CHATTER, FORM, PLURAL } from "./craft.ts";

const WHO: Signal["who"] = ["claude"];
const I_WILL =
  "(?:i(?:'ll| will| won't| shall)|i(?:'m| am) going to|i(?:'ll| will) (?:also|just|now|then|simply))";
/** Longer than the task at hand. */
const LASTING =
  "(?:from (?:here|now|this point|today) on\\w*|going forward|moving forward|in (?:the )?future|henceforth|next time|(?:every|each) (?:single )?time|without (?:exception|being (?:reminded|asked|told)|you having to|asking you)|unless you (?:say|ask|tell|want|explicitly|request)|until you (?:say|tell)|(?:in|on|for|with|to) (?:all|every|any|each)(?: of)? my \\w+|(?:everything|anything|whatever|every \\w+(?: \\w+)?|any \\w+|all \\w+|each \\w+) (?:that )?i (?:write|add|create|touch|produce|send|open|make|commit|generate|do|give|propose|change|show|hand|tell|post|suggest|report)|now and later|also (?:later|in (?:the )?future)|as you (?:prefer|like)|the way you (?:like|prefer|want)|whenever (?:i|you|we|there)|before (?:every|each|any|committing|pushing|i (?:commit|push|start|touch|change|say|report|claim))|after (?:every|each) |for the rest of (?:the|this)|for this (?:repo|project|codebase)|in (?:this|your) (?:repo|project|codebase)(?!'s)|on (?:each|every) (?:branch|commit|pr|change)|(?:in|with|for|on|of|to) (?:every|each|all|any|later|future|coming|subsequent) (?:new |future )?(?:commit|pr|branch|repl|answer|message|summar|test|script|file|function|change|experiment|response|review|plan)\\w*(?: from me| here)?|across (?:the|all) sessions|in (?:later|coming|new|other) sessions|as (?:a|the) (?:rule|default)|with you)";

export const NOTED_PREFERENCES: readonly Signal[] = [
  {
    id: "preference.will-do",
    category: "PREFERENCE",
    strength: 0.55,
    why: "acknowledges a wish",
    who: WHO,
    pattern: phrase`
      ${I_WILL} (?!now\b|check|look|search|go through|read|fix|update all|rename|test (?:each|every)|verify|scan|walk)[^?]{2,120}\b${LASTING}
      (?:understood|noted|got it|will do|okay|ok|sure|sorry|apologies|agreed|fair (?:point|enough)|right|makes sense|thanks)\b[^?]{0,120}\b${LASTING}
      ${I_WILL} (?:stop \w+ing|avoid|refrain from|always|never(?! forget)|no longer|not|remember to|keep (?:that|this|it) in mind|bear (?:that|this) in mind|leave \w+ing to you|stick (?:to|with)|default to|respect your|follow your|honou?r your|ask (?:you )?(?:first|before|instead|rather))
      (?:instead|only|first|at a time|max|plain|short)\b[^?]{0,40}\bfrom (?:me|here|now)\b[^?]{0,20}
      (?:from (?:here|now) on|going forward|in future|henceforth),? (?:i(?:'ll| will)|answers|no|only|all)\b|i(?:'ll| will| won't) (?:\w+ )?(?:\w+ )?[^?]{0,60}\b(?:that way (?:as well|too|from|in)|again(?=[;,.]|$)(?<=won't.{0,60}again)|as you like (?:them|it))|(?:will be|i'll be) (?:sparing|careful|more \w+|less \w+|brief\w*|stricter) (?:with|about|in)
      (?:i(?:'ll| will)|i) keep (?:\w+ ){1,3}(?:to|under|below|at) (?:one|two|three|four|five|\d+|a (?:minimum|line|sentence))\b|(?:what|as) you(?:'ve| have)? (?:told|said|asked)(?: me)? (?:earlier|before)
      (?:i(?:'ll)?|and|i will|i won't|will|won't) (?:will |won't )?(?!fix|update|convert|check|test|migrate|do the|handle the)(?:\w+ ){0,7}(?:(?:that|this) way (?:myself|too|as well|from|in|for)|new ones|later ones|future ones|any ?more|(?:at|with|for|in) each (?:branch|commit|pr|test|file|function|name)|each (?:branch|commit|pr|test|file|function) (?:name|title|message|subject|with))|so will (?:be )?(?:the )?(?:later|next|future|new|coming) (?:ones|\w+s)|will follow (?:it|that|this) in
      i(?:'m| am) keeping to your|as you prefer\b|in line with what you (?:said|asked|told)|the convention you (?:gave|told|described|mentioned)|you asked for (?:fewer|less|shorter|more|no) \w+
      (?:reviews?|answers|questions|commits|messages|summaries|plans|replies) from me\b|(?:commits?|pushes|pushing|committing|merging|deploys?|deploying|releases?) (?:stays?|remains?|is|are) yours|(?:in|for) (?:this|your) (?:codebase|repo|project|team)\b[^?]{3,80}\bas you (?:explained|told|said|asked|pointed out)|each [^?]{3,60}\bas you (?:asked|told|said|wanted)
      i(?:'ll| will) (?:keep|follow|use|match) your (?:tone|style|naming|conventions?|format|wording|spelling|rules?)|as you like it|(?:made|make) (?:that|this|it) my (?:default|rule|habit)|your rule (?:that|about|of)
      my (?:commands|answers|replies|summaries|commits?|messages|examples|explanations|plans) will\b|before \w+ing (?:any\w*|something|files|things|a |an )[^?]{0,50} i(?:'ll| will)\b|[^?]{3,80}\bunless you (?:ask (?:for|me)|say (?:so|otherwise)|tell me|explicitly)
      i(?:'ll| will)? leave (?!that decision|that choice|it up|this up|the (?:choice|decision|call))[^?]{3,40} to you\b|standing (?:instruction|order|rule)|i(?:'ll| will)? (?:take|treat) (?:it|that|this) as (?:a |the |your )?(?:house style|rule|standing|preference|convention|default|general)
      i(?:'ll| will) keep to (?:that|it|this)|[^?]{3,60}\b(?:in|for|with) (?:all|every|each) (?:of )?my (?:repl|answer|message|commit|summar|response|pr|review|plan)\w*
      (?:so )?the (?:rule|convention|agreement|deal) (?:for me |here |from now on )?is(?! (?:\w+ed|not|now|never|missing|wrong|in|on|too|only|off)\b)(?::| that| to)?
    `,
    unless: phrase`
      if you(?:'d| would)? (?:like|want|prefer)|would you like|do you want|shall i|should i|i(?:'ll| will) (?:always|never) (?:be|have|return|get)|the (?:function|test|server|client|api|cache|job|worker|query|component|hook|handler) (?:will|now|should)|in (?:a|the) (?:second|next) (?:step|pass)|retry|retries|polls?|refetch
      not (?:able|sure|certain|find|need)|i(?:'ll| will) not (?:be|need|have)|i (?:can|could|may|might|would) (?:also |just |then )?\w+
    `,
    despite: ["step", "hypothetical", "negated", "embedded"],
  },
  {
    id: "preference.noted-so",
    category: "PREFERENCE",
    strength: 0.52,
    why: "acknowledges a wish",
    who: WHO,
    pattern: eitherOf`
      ^(?:noted|duly noted)(?:[,:.]|$| for) ?(?!i'll (?:look|check|fix|do that|get)|that (?:explains|means)|the\b)(?=[^?]{4,})
      ^(?:understood|got it|apologies|sorry(?: about that)?|will do|agreed|fair (?:point|enough)|okay|ok|right|clear|makes sense)[,:] (?:so )?(?:no|only|never|always|without) (?:more )?(?:[\w-]+ ){0,2}(?:${FORM}|${PLURAL}|${CHATTER}|pushes|pushing|guessing|\w+ing)\b
      ^(?:understood|got it|apologies|sorry(?: about that)?|will do|agreed|fair (?:point|enough)|okay|ok|right|clear|makes sense)[,:] (?:${PLURAL}|${FORM}|[\w-]+(?: [\w-]+)?) (?:only|first|instead|it is|everywhere|throughout|by default|from now|always|never|rather than)\b(?! (?:makes|occurs|happens|works|fails|when|if|matters|appears))
    `,
    unless:
      /\b(?:missing|errors?|failed|failing|bug|changes? (?:needed|required)|needed|left|remaining|found|the (?:bug|issue|problem|error))\b/i,
    despite: ["step", "negated", "hypothetical"],
  },
  {
    id: "preference.noted-then",
    category: "PREFERENCE",
    strength: 0.52,
    why: "acknowledges a wish",
    who: WHO,
    pattern: eitherOf`
      ^(?:so |then )?(?:no (?:more )?(?:[\w-]+ ){0,2}(?:${FORM}|${PLURAL}|${CHATTER}|pushes|pushing)|(?:${PLURAL}|${FORM}) (?:only|first|instead|it is|in|without|with|as|over)|[\w -]{3,40} (?:instead|from here|from me|from now)(?:, then)?)\b
      ^i(?:'ll| will) (?:write|use|keep|put|name|answer|reply|stick|avoid|leave|ask|spell|format) (?!the\b|this\b|that\b|it\b|an?\b|both\b|all\b)[\w-]+ [\w ,-]+
    `,
    near: /(?:^|\n)(?:noted|understood|apologies|sorry|will do|got it|fair (?:enough|point)|agreed|point taken|my mistake|thanks for (?:telling|the (?:correction|reminder|hint|clarification))|good to know)\b/i,
    sameLine: true,
    unless: /\b(?:errors?|failed|failing|bug|needed|left|remaining|found)\b/i,
    despite: ["step", "negated", "hypothetical"],
  },
  {
    id: "preference.saved",
    category: "PREFERENCE",
    strength: 0.6,
    why: "keeps a wish",
    who: WHO,
    pattern: phrase`
      (?:i(?:'ve| have) )?(?:saved|added|noted|recorded|written|wrote|put|stored|committed|kept|documented|remembered)\b[^?]{0,80}\b(?:to|in|into) (?:my |your |the |project |user |long-term |claude's )*(?:memory|memories|claude\.md|agents\.md|preferences|style ?guide|conventions?|working agreement|rules? file|notes on (?:style|preferences))
      saved to memory|(?:memory|claude\.md) (?:updated|saved)|updated (?:my |your |the )?(?:memory|claude\.md) (?:with|so|to)|i(?:'ll| will) remember (?:that|this|to|your|it)
      you(?:'ve| have)? (?:now |already |just |explicitly |repeatedly |also )*(?:told|asked|reminded|corrected|said|mentioned|pointed out)\b[^?]{0,80}\b(?:twice|before|several times|more than once|that you (?:prefer|want|like|don't|hate|dislike|never|always)|you (?:prefer|want|like|don't like|hate)|not to|to (?:always|never|stop|keep|avoid))
      your (?:convention|preference|house rule|rule|house style|style|wish|limit|standing instruction|preferred \w+)s?(?: here| as i (?:now )?\w+ it| for \w+)?(?: is|:| are| that)|the way your (?:team|group|lab|company) \w+|you(?:'re| are) owed
      (?:^|[,;] )(?:right,? |ok(?:ay)?,? |understood,? |noted,? |so )?you (?:like|prefer|don't want|don't like|hate|want(?! (?:the|this|that|it|an?)\b))(?! me\b| to\b)[^?]{3,70}(?:, so\b|; i|, hence)
      (?:per|following|given|in line with|according to|respecting|matching|as per) (?:your|the team's) (?:stated |usual |general |known |earlier )?(?:preference|convention|house style|style|rule|wish|taste|limit|guideline)s?
      i(?:'ve| have)? (?:see|take it|gather|noticed?|remember|understand|know|recall|learn(?:ed|t)|understood)(?: \w+)?(?: from [^.?,;]{3,50})?,? (?:that |how )?you (?:\w+ )?(?:like|find|prefer|want(?! this| it| that)|keep|turn|rename|dislike|hate|always|never|usually|don't like|don't want|name|write|avoid|change|expect|read|review|work|favou?r)
      (?:per|from|after|given|following|understood about|based on|going by) your (?:\w+ )?(?:remarks?|feedback|taste|review comments?|comments?|corrections?|edits?|rejections?|complaints?|hints?|objections?|refusals?)\b[^?]{0,160}\b(?:i(?:'ll| will| won't)|will|won't|i take it|that way|should|reserved|only|never|always|instead)
      your (?:\w+ )?taste(?:,|:| is| for)|(?:since|because|as) your (?:\w+ ){1,3}(?:links|expects?|wants?|rejects?|requires?|reads?|reviews?|prefers?|insists?)
      (?:since|because|knowing|given(?: that)?) you (?:always |usually |generally |really )?(?:prefer|like|dislike|hate|don't like|don't want|want everything|never want|always want|favou?r|keep|review|read|write|name|put|work|want (?:that|this|it|them) (?:across|everywhere|in all|throughout|always))
    `,
    unless: phrase`if you(?:'d| would)? (?:like|want|prefer)|would you like|do you want|shall i|should i|let me know|whether you|tell me if`,
    despite: ["step", "hypothetical", "reported", "negated", "embedded"],
  },
];
