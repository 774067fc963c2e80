// Choices that are stated without a verb of choosing: by a mark, a letter, a verdict.

import { LEAD } from "../../lead.ts";
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { COMPARED, REASON } from "../words.ts";
import { TRIVIAL } from "./words.ts";

const IT_IS =
  /(?:^|[,:;]\s*|\b(?:ok(?:ay)?|alright|right|so|fine|and),?\s+)(?!(?:what|how|where|that|whatever|as|sure|if|whether|because|and|but|when|yes|no|think|say|like|than|here|there|why|who)\b)(?:[\w.+#/-]+\s+){1,4}(?<!\b(?:as|how|what|where|than|that|like|think|because|whatever|which|why|who|if|whether|when|until|way|wherever|whose|whoever|such|however|this|same|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|noon|lunch|coffee|pizza|am|pm) )it is(?:\s+then)?\s*(?=[.,!;:]|$|\s(?:then|for|because|since))/i;

export const STATED_DECISIONS: readonly Signal[] = [
  {
    id: "decision.it-is",
    category: "DECISION",
    strength: 0.55,
    why: "settles on one",
    pattern: IT_IS,
    who: ["user"],
  },
  {
    // Claude says it of every answer: without a reason it only repeats one.
    id: "decision.it-is-said",
    category: "DECISION",
    strength: 0.38,
    why: "settles on one",
    pattern: IT_IS,
    who: ["claude"],
  },
  {
    id: "decision.pick-option",
    category: "DECISION",
    strength: 0.55,
    why: "picks one of the options",
    pattern: new RegExp(
      `${LEAD}(?:i'd say |i say |i (?:prefer|like) |i'd (?:prefer|take) |i vote |my vote(?: is)?(?: for)? )?(?:(?:go|do|use|take|pick|choose|let's|i'll take|we'll take|i pick|i choose|i want|make it|implement)\\s+(?:with\\s+|for\\s+|do\\s+|go\\s+|ahead\\s+)*)(?:(?:the\\s+)?[abc1-4]\\b(?! (?:bit|few|lot|quick|new|small|full|clean|dry|re|test|look|git))(?=[.,:;!)]|$)|(?:the\\s+)?(?:(?:option|approach|plan|variant|proposal|solution)\\s+(?:\\d|[a-e]\\b|one|two|three)|(?:first|second|third|former|latter|last|simpler|simplest|other)\\s+(?:option|approach|plan|solution|variant|proposal|idea)|(?:number|#)\\s*\\d))|${LEAD}(?:option|variant|approach|proposal) (?:\\d|[a-e])(?=[.,!]|$| (?:please|pls|it is|then|because|since|with|but|plus|minus|and))`,
      "i",
    ),
    who: ["user"],
    unless:
      /#?\d ?(?:,|and|&) ?#?\d|\b(?:only in|comment|(?:counter)?example|dropdown|select box|menu|list|radio|form|tests?|page|screen|element|tab|column|row|csv|array)\b/i,
  },
  {
    // Without a word for what is chosen among, it may be any thing at hand.
    id: "decision.pick-one",
    category: "DECISION",
    strength: 0.36,
    why: "picks one of the options",
    pattern: new RegExp(
      `${LEAD}(?:go|take|pick|choose|let's|i'll take|we'll take|i pick|i choose|i want|use)\\s+(?:with\\s+|for\\s+|do\\s+|go\\s+)*(?:the\\s+)?(?:first|second|third|former|latter|last|simpler|simplest|other)(?:\\s+one|(?=[.,;!]|$))`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "decision.label",
    category: "DECISION",
    strength: 0.6,
    why: "is marked as a decision",
    pattern: eitherOf`
      ^(?:(?:ok(?:ay)?|so|right|alright|well|and)[,.]? )*(?:the |my |your )?(?:final |key |design |architecture |architectural |team |our )?(?:decision|verdict|ruling|(?<=(?:my|our|final) )call|final answer|decided|agreed|settled|adr)(?: made| so far| is| was| log| recorded| taken| time| \d+| (?:with|w\/|by|after|on|from) [\w -]{1,30})*\s*(?:[:–—]| - )
      \bwe(?:'re| are) (?:all )?agreed[:,]|^(?:yesterday's|today's|this week's|last week's) decision(?: is| was)?:|^(?:ok(?:ay)?,? |so,? )?final (?:call|decision), 
      ^decided\.|\bwe have a decision[.:!]|\bas (?:agreed|decided|discussed and agreed)\b|\bno more debate\b
      \b(?:is|are) in,.{1,40}\b(?:is|are) out\b
      ^(?!.*\b(?:pr|pull request|mr|merge request|request|leave|visa|account|expense|vacation|holiday|budget|loan|application|ticket|order|invoice|trip|raise)s?\b).*\bgot (?:approved|the go-ahead|signed off)\b
      \b(?:since|as) you (?:confirmed|decided|chose|approved|picked|agreed)\b|\bdecision time\b
      (?:^|, )final(?: decision| call| answer)?:(?! (?:undefined|null|true|false|nan|\d))|\bit's (?:now )?official[,:]|\blet's call it:|\bwe(?:'ve| have)? (?:all )?voted[,:;.]|^(?:the )?decision (?:from|of|in|after|by) [\w ]{2,30} (?:is|was)(?: to| that|:)
      ^conclusion[^:]{0,40}:|\blet's settle (?:this|it|that)\b|^(?:and )?the winner(?: of [\w ]{2,30})? is\b
      \b(?:it's|it is) (?:final|settled|decided|official) that\b|\b[\w.+#-]+ it(?:'ll| will| shall) be(?=[.,!;]|$)
      \b(?:team )?vote was\b
      \bthat's (?:what we(?:'ll)? (?:do|use|go with)(?! (?:in|on|at|locally|today|now|here)\b)|the plan(?: now)?|how we(?:'ll)? (?:do|go|deploy|build))\b
      \bsigned off (?:by|on|with)\b
      \b(?:the|our|my|final) (?:final )?(?:decision|verdict|consensus)(?: here| for \w+| on \w+)? (?:is|was|stands)(?:: | to | that |, )(?!be (?:made|taken)|come)
      \b(?:my|our|final) (?:call|choice|pick|conclusion) is\b
      \b(?:made|reached|came to) (?:a|the|our|my|this|an?) (?:final )?(?:decision|choice|agreement|verdict)\b(?! (?:tree|table|log|matrix|maker|easy|hard|harder))
      \bmade the call to (?!the |a )|\bmade up (?:my|our|their) minds?\b
      \b(?:that|this|it)(?:'s| is| has been| was) (?:now )?(?:settled|decided|the decision|final|agreed|a done deal)(?= ?[.,:;!]|$)
      \b(?:is|are) (?:now )?(?:settled|decided|a done deal)(?: now)?(?=[.!:]|$)|\bfinal answer(?=[:,.])
      \b(?:done|finished|stop|enough|tired of) (?:debating|comparing|discussing|bikeshedding|going back and forth)\b
      ^(?:and )?(?:that's|this is|it's )?(?:final|sold)[.!]$|^(?:ok(?:ay)?,? |alright,? |i'm )sold[.,!]
      ^(?:the |our )?(?:team |final )?(?:vote|poll|bake-?off|spike|benchmark|evaluation)(?: result| outcome)?(?: with [\w ]{2,30})?: ?\S
      \b(?:the )?(?:outcome|result|upshot|conclusion) (?:of|from) [^,.:]{0,30}(?:meeting|discussion|vote|review|call|sync|debate|workshop|spike|poll|session|round) (?:is|was)(?: that|:)
      \b(?:that's|is|are) what we(?:'ll| will)? (?:do|use|go with|take)(?! (?:today|now|here|first|in|on|at|locally))\b
      \bclear (?:yes|no) (?:for|to) (?!the question)\w|^(?:ok(?:ay)?,? |so,? |right,? |alright,? )*here's (?:what we(?:'ll)? do|the plan):|^since (?:nobody|no one) objected|\bthe vote went\b|\bback and forth (?:long )?enough\b|\bin the end .{2,40} won\b
      ^(?!.*\b(?:prs?|pull request|mr|merge request|leave|visa|expenses?|vacation|holiday|loan|trip|raise|deploy\w*|merge|release)\b).*\b(?:gave|got|have|has|received) (?:us |me )?(?:the |a |his |her |their )?(?:go[- ]ahead|green light|blessing) (?:for|on|to)\b
      \bconsensus(?: (?:in|from|of|among|at|after|with) [\w ]{2,30})?(?: is| was|:)
      \bthat's what (?:we|they|i|everyone) (?:have |all )?(?:agreed|decided|settled|landed)\b
      \bafter [^,.]{3,60}? the answer is (?!no\b|yes\b|that\b|in\b|still\b|not\b)
      \b(?:the |our )(?:board|council|committee|steering \w+|cto|ceo|leadership|boss|architects?|guild|leads?) (?:has |have |just |finally |all )*(?:approved|decided on|decided to|signed off|chose|picked|agreed|voted|settled)\b
      \b(?:(?:talked|spoke|checked|synced|aligned)(?: (?:it|this|that))?(?: (?:over|through))? (?:with|to)|(?:got|came) (?:out of|back from) (?:the|a)) [^,.:;]{2,40}[,:;-] ?we(?:'ll| will|'re going to)? (?!are|were|was|have|had|has|need|should|could|can|must|might|may|think|found|want|see|saw|know|still|meet|talk|discuss|wait)[a-z]+\b
      \b(?:talked|went) (?:it|this|that) (?:over|through) with [^,.:;]{2,30}[,:;-] ?(?:so )?(?:the|our) [\w -]{2,30} (?:stays?|goes|gets?|becomes?|moves?|will)\b
      \b(?:settled|agreed|decided) (?:that|this|it) (?:with|in|at|on) (?:the|our|my|a|today|yesterday)\b
      ^(?:hard |firm |clear )?(?:no|yes) to [\w.+#-]{3,}(?: [\w.+#-]+){0,3}[.,;]
    `,
    unless: TRIVIAL,
    who: ["user"],
  },
  {
    // Its verdicts and conclusions are those of reviews and searches.
    id: "decision.label-said",
    category: "DECISION",
    strength: 0.6,
    why: "is marked as a decision",
    pattern: eitherOf`
      ^(?:the |your |our |final |key |design |architecture |architectural |team )*(?:decision|decided|agreed|adr)(?: made| recorded| taken| log| so far| \d+| (?:with|by|after|on|from) [\w -]{1,30})*\s*(?:[:–—]| - )\s*\S
      \bas (?:agreed|decided|discussed and agreed|you (?:decided|chose|confirmed|wanted))\b
      \b(?:since|as) you (?:confirmed|decided|chose|approved|picked|agreed)\b
      \b(?:based on|given|following|per) your (?:choice|decision|pick)\b(?! of words)
      \b(?:that|this|it)(?:'s| is| has been| was) (?:now )?(?:settled|decided|the decision|agreed|a done deal)(?= ?[.,:;!]|$)
      \b(?:is|are) (?:now )?(?:settled|decided|a done deal)(?: now)?(?=[.!:]|$)
      \b(?:the|our|final) (?:final )?(?:decision|consensus)(?: here| for \w+| on \w+)? (?:is|was|stands)(?:: | to | that |, )(?!be (?:made|taken)|come)
    `,
    unless: TRIVIAL,
    who: ["claude"],
  },
  {
    id: "decision.passive",
    category: "DECISION",
    describes: true,
    strength: 0.48,
    why: "says that a choice was made",
    pattern: phrase`
      (?:it|that) (?:was|has been|is)(?: finally| now)? (?:decided|agreed|settled) (?:that|to|on|upon|in the (?:meeting|call|review|standup))
      (?:was|were|is|are|been|got|gets) (?:finally |ultimately |now |then |officially )?(?:ruled out|(?:chosen|picked|selected|favou?red|adopted|dropped|scrapped|rejected|discarded|abandoned|rejected in the end) (?:over|instead|in favou?r|as the|as our|because (?:it|of|the)|unanimously|for its))
    `,
    unless:
      /\b(?:some(?:body|one) (?:would|will|should)|(?:is|are|gets?) (?:selected|picked|chosen|dropped)(?! over| because| since| instead)|by (?:the )?(?:compiler|scheduler|algorithm|router|browser|user|runtime|library|parser|optimi[sz]er|planner))\b/i,
  },
  {
    id: "decision.wins",
    category: "DECISION",
    strength: 0.42,
    why: "names what won",
    unless:
      /\bnot my call\b|\bfor (?:a moment|now|the moment)\b|\b(?:players?|game|cards?|match|round|dice|opponent|piece)\b/i,
    pattern: eitherOf`
      \b(?:wins|won)(?: out)? (?:because|over|for us|since|here|the day)\b
      ^(?:ok(?:ay)?,? |thanks[^.]*\. )?(?!last|first|latest|who|higher|lower|longest|shortest|newest|oldest|whichever)[\w.+#-]+(?: (?!specificity|rule|selector|writer?|thread|side|player)[\w.+#-]+)? wins[,.!]
      \b(?:option|number|variant|proposal|mockup|design) \w+ wins(?=[,.!;:]|$)
      \b(?:sold on|off the table|non-starter|is out[,;] |is the (?:winner|way to go|one we (?:want|take|use)))\b
      (?:^|[,;] )(?:forget|scratch|nix|kill|drop|ditch|scrap) (?:the |that |this )?\S+(?: \S+)?(?: idea| plan| approach| route)\b
    `,
  },
  {
    id: "decision.not-a",
    category: "DECISION",
    strength: 0.42,
    why: "takes one thing over another",
    pattern: new RegExp(
      `${LEAD}(?!\\w+ing\\b|(?:use|it|this|that|these|those|thanks|good|not|only|wait|look|search|check|ask|ready|run|fix|add)\\b)[\\w.+#-]+(?: [\\w.+#-]+){0,3} for (?:the|our|all|every|this) [\\w -]{2,30}, (?:not|no) (?:an? )?\\w+|(?:^|: )(?!not|do|don't|it|this|that|please)[\\w.+#-]+(?: [\\w.+#-]+){0,3}, not [\\w.+#-]+(?: [\\w.+#-]+){0,3},? (?:since|because) (?:we|it|the|our|they|i|that)\\b`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "decision.replaced",
    category: "DECISION",
    strength: 0.42,
    why: "says what makes way for what",
    pattern: phrase`(?:gets?|will be|is going to be|is being|are being) (?:replaced|superseded|retired|phased out|sunset) (?:by|with|in favou?r of|for) \w+`,
    near: new RegExp(
      `\\b(?:${REASON}|${COMPARED}|costs?|cheaper|too|never|nobody|no one|half|twice)\\b`,
      "i",
    ),
    unless:
      /\b(?:token|variable|placeholder|string|value|text|character|line|image|template|path|icon|word|key|url)s? (?:gets?|will be|is|are)\b/i,
    who: ["user"],
  },
];
