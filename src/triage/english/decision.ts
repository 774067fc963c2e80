import { eitherOf, phrase } from "../phrase.ts";
import type { Signal } from "../signal.ts";
import { ACT, CHOSE, DID, GOING, PROCESS, TOOK, TRIVIAL, WILL_DO } from "./decision-words.ts";
import { COMPARED, LEAD, REASON, TEAM_HAVE, WE, WE_ARE, WE_HAVE } from "./words.ts";

export const DECISIONS: readonly Signal[] = [
  {
    id: "decision.decided",
    category: "DECISION",
    strength: 0.6,
    why: "says that a choice was made",
    who: ["user"],
    pattern: phrase`
      ${WE_HAVE} ${CHOSE}|(?:i|we) (?:choose|pick|opt for|vote for|elect|vote) 
      (?:i'm|we're) (?:picking|choosing|voting for)|(?:gets|has) my vote|green light for
    `,
    unless: TRIVIAL,
  },
  {
    id: "decision.agreed",
    category: "DECISION",
    strength: 0.6,
    why: "says that a choice was made",
    pattern: phrase`
      ${TEAM_HAVE} ${CHOSE}
      you(?:'ve| have)? (?:decided|chose|chosen|confirmed|approved|opted|picked)
    `,
    unless: TRIVIAL,
    who: ["claude"],
  },
  {
    // Claude picks names and ways all day: a choice is one against an alternative.
    id: "decision.own",
    category: "DECISION",
    strength: 0.2,
    why: "says that Claude made a choice",
    pattern: phrase`i(?:'ve| have)? (?:decided|chose|chosen|opted|picked|went with|settled on)`,
    unless: TRIVIAL,
    who: ["claude"],
  },
  {
    id: "decision.decided-bare",
    category: "DECISION",
    strength: 0.55,
    why: "says that a choice was made",
    pattern: new RegExp(
      `${LEAD}(?:${CHOSE}|(?:going|sticking|rolling) with|(?:go|stick|roll) with|settling (?:on|for)|standardi[sz]ing on|committing to|choosing|opting (?:for|to)|picking \\S+ over|(?:going|go) for .{1,40}(?:instead of|over|rather than)|(?:ditching|dropping|swapping|replacing|trading) .{1,30}(?:for|with|in favou?r of))\\b`,
      "i",
    ),
    unless: TRIVIAL,
  },
  {
    id: "decision.going-with",
    category: "DECISION",
    strength: 0.58,
    why: "commits to one way",
    pattern: phrase`${WE_ARE} ${GOING}`,
    unless: TRIVIAL,
  },
  {
    id: "decision.lets-go-with",
    category: "DECISION",
    strength: 0.55,
    why: "commits to one way",
    pattern: phrase`(?:let's|lets|let us) (?:just |all |then |definitely )?${GOING}`,
    unless: TRIVIAL,
    who: ["user"],
  },
  {
    id: "decision.lets-do",
    category: "DECISION",
    strength: 0.36,
    why: "commits to one way",
    pattern: phrase`(?:let's|lets|let us) (?:just |all |then |definitely )?(?:${WILL_DO}|take|do)`,
    unless: PROCESS,
    who: ["user"],
  },
  {
    id: "decision.we-will",
    category: "DECISION",
    strength: 0.42,
    why: "says which way will be taken",
    pattern: phrase`
      we(?:'re| are|'ll| will| shall)(?: just| now| all| also| then| definitely| simply| still| instead| officially| not| only)*(?: going to| gonna)? (?:use|switch(?:ing)? to|mov(?:e|ing) (?:\S+ ){0,3}(?:to|off|away)|switch(?:ing)? (?:\S+ ){1,3}to|(?:build|write|roll|host|run|do) (?:\S+ ){1,4}(?:ourselves|in-?house|from scratch)|drop(?:ping)?|ditch(?:ing)?|adopt(?:ing)?|keep(?:ing)?|replac(?:e|ing)|scrap(?:ping)?|migrat(?:e|ing)|store|stay(?:ing)? (?:on|with)|support(?:ing)? only|ship(?:ping)? (?:with|without|only)|host|build(?:ing)? (?:on|it|this|our))
      not (?:gonna|going to) (?:use|do|support|build|add|adopt|introduce|migrate|switch|touch)
    `,
    near: /[,;:]|\b(?:because|since|instead|rather|for|so|not|over|from|as of|until)\b/,
    unless:
      /\b(?:as an? (?:example|test|placeholder)|in mind|an eye|trying|looking|move on|drop (?:by|you)|meeting|posted|in touch|in (?:a|the) (?:moment|next step|test|example)|first|to (?:see|check|test|debug|reproduce|find)|tomorrow|later)\b/i,
    who: ["user"],
  },
  {
    id: "decision.ok-use",
    category: "DECISION",
    strength: 0.42,
    why: "agrees to one way",
    pattern:
      /^(?:ok(?:ay)?|yes|yeah|fine|alright|right|cool|great|good)[,.]? (?:then )?(?:let's |we )?(?:use|take|keep|do|make it) (?!it\b|that\b|this\b|so\b|the same\b)[^,.]{2,50}[,.] ?\w+ \w+ \w+/i,
    unless: PROCESS,
    who: ["user"],
  },
  {
    id: "decision.wants-switch",
    category: "DECISION",
    strength: 0.44,
    why: "says which way will be taken",
    pattern: phrase`
      (?:i|we) (?:want|need) (?:to|us to) (?:switch|move|migrate|change|go|get) (?:\S+ )?(?:from|off|away from|over) .{1,40} to
      let's make (?:the|our|it|this) (?:\w+ ){1,4}\w+|i(?:'m| am) (?:convinced(?=[.,!]|$)|sold on)
      (?:stays?|remains?|will be|shall be|is going to be) (?:\w+ ){0,4}\w+,? (?:rather than|instead of|not)
      i(?:'d| would) (?:go|stick) with|^[\w.+#-]+(?: [\w.+#-]+)? then(?=[.,!]|$)
    `,
    unless: eitherOf`
      \b(?:what|how|and|but|if|since|until|back|by|now|even|just|only|ok|okay|so|well|yes|no|right|alright|thanks|cool|tomorrow|later|bye|maybe|sure|good|night|and|monday|tuesday|wednesday|thursday|friday) then\b
      \b(?:button|toggle|mode|tab|theme|branch|view|page|screen|cursor|row|column|icon|click|key)\b
    `,
    despite: ["hypothetical", "negated"],
    who: ["user"],
  },
  {
    id: "decision.will-do",
    category: "DECISION",
    strength: 0.28,
    why: "says which way will be taken",
    pattern: phrase`${WE_ARE} ${WILL_DO}`,
    unless: PROCESS,
  },
  {
    id: "decision.took",
    category: "DECISION",
    strength: 0.26,
    why: "says which way was taken",
    pattern: phrase`(?:${WE_HAVE}|^|${WE_ARE}) ?${TOOK}`,
    unless: ACT,
    near: new RegExp(`\\b(?:${REASON}|${COMPARED})`, "i"),
  },
  {
    id: "decision.did-instead",
    category: "DECISION",
    strength: 0.24,
    why: "takes one thing over another",
    pattern: phrase`(?:${WE_HAVE}|${WE_ARE}) ${DID} .{1,80}(?:instead of|rather than|in favou?r of|over (?:the )?\w+ (?:because|since|as)|, not )`,
  },
  {
    id: "decision.over",
    category: "DECISION",
    strength: 0.3,
    why: "takes one thing over another, for a reason",
    pattern: phrase`(?:(?:${WE}|picked|chose|went) .{1,80}(?:instead of|rather than|in favou?r of)|(?:picked|chose|chosen|prefer|went with|going with|go with|favou?r) .{1,60}over) .{1,60}(?:because|since|so that|due to|given|as it|as we|for its|: it)`,
  },
  {
    id: "decision.made-as",
    category: "DECISION",
    strength: 0.45,
    why: "made one way rather than another, for a reason",
    pattern: phrase`(?:is|are|was|were|will be|stays?|live|lives|goes|go) (?:\w+ ){0,6}.{0,40}(?:instead of|rather than) .{1,80}(?:because|since|so that|to avoid|as it|which would|: )`,
  },
  {
    id: "decision.drop",
    category: "DECISION",
    strength: 0.46,
    why: "gives something up, for a reason",
    pattern: new RegExp(
      `${LEAD}(?:let's |we can |we )?(?:drop|kill|ditch|scrap|axe|retire) (?:the |our |all )?[^,.;]{2,40}[,.;:-]+ ?(?:nobody|no one|we don't|we never|it's|it is|they're|not worth|too|overkill|never|zero|hardly|there's no)\\b|\\bstays,? .{1,30}\\bgoes\\b`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "decision.x-over-y",
    category: "DECISION",
    strength: 0.42,
    why: "takes one thing over another",
    pattern:
      /^(?:ok(?:ay)?,? |so,? |yes,? )?(?!all|game|it|this|that|what|move|go|start|roll|hand|carry|turn|run|take|look|think|went|come|get|the|hover|mouse|iterate|loop)[\w.+#-]+(?: [\w.+#-]+)? over [\w.+#-]+(?: [\w.+#-]+)?(?: for (?:this|us|the|now)\b|[,.;:])/i,
    who: ["user"],
  },
  {
    id: "decision.it-is",
    category: "DECISION",
    strength: 0.55,
    why: "settles on one",
    pattern:
      /(?:^|[,:;]\s*|\b(?:ok(?:ay)?|alright|right|so|fine),?\s+)(?!(?:what|how|where|that|whatever|as|sure|if|whether|because|and|but|when|yes|no|think|say|like|than|here|there|why|who)\b)(?:[\w.+#/-]+\s+){1,4}(?<!\b(?:as|how|what|where|than|that|like|think|because|whatever|which|why|who|if|whether|when|until) )it is(?:\s+then)?\s*(?=[.,!;:]|$|\s(?:then|for|because|since))/i,
  },
  {
    id: "decision.pick-option",
    category: "DECISION",
    strength: 0.55,
    why: "picks one of the options",
    pattern: new RegExp(
      `${LEAD}(?:i'd say |i say |i vote |my vote(?: is)?(?: for)? )?(?:(?:go|do|use|take|pick|choose|let's|i'll take|we'll take|i pick|i choose|i want|make it|implement)\\s+(?:with\\s+|for\\s+|do\\s+|go\\s+|ahead\\s+)*)(?:(?:the\\s+)?[abc1-4]\\b(?! (?:bit|few|lot|quick|new|small|full|clean|dry|re|test|look|git))(?=[.,:;!)]|$)|(?:the\\s+)?(?:(?:option|approach|plan|variant|proposal|solution)\\s+(?:\\d|[a-e]\\b|one|two|three)|(?:first|second|third|former|latter|last|simpler|simplest|other)(?:\\s+(?:one|option|approach|plan|solution|variant|proposal|idea)|(?=[.,;!]|$))|(?:number|#)\\s*\\d))`,
      "i",
    ),
    who: ["user"],
    unless:
      /\b(?:dropdown|select box|menu|list|radio|form|tests?|page|screen|element|tab|column|row|csv|array)\b/i,
  },
  {
    id: "decision.label",
    category: "DECISION",
    strength: 0.6,
    why: "is marked as a decision",
    pattern: eitherOf`
      ^(?:(?:ok(?:ay)?|so|right|alright|well|and)[,.]? )*(?:the |my |your )?(?:final |key |design |architecture |architectural |team |our )?(?:decision|verdict|ruling|(?<=(?:my|our|final) )call|final answer|decided|agreed|settled|adr)(?: made| so far| is| was| log| recorded| taken| time| \d+| (?:with|by|after|on|from) [\w -]{1,30})*\s*(?:[:–—]| - )
      ^decided\.|\bas (?:agreed|decided|discussed and agreed)\b|\bno more debate\b
      \b(?:is|are) in,.{1,40}\b(?:is|are) out\b
      ^(?!.*\b(?:pr|pull request|mr|merge request|request|leave|visa|account|expense)s?\b).*\bgot (?:approved|the go-ahead|signed off)\b
      \b(?:since|as) you (?:confirmed|decided|chose|approved|picked|agreed)\b|\bdecision time\b
      ^final(?:ly)?:|^conclusion[^:]{0,40}:|\blet's settle (?:this|it|that)\b|^(?:and )?the winner is\b
      \b(?:team )?vote was\b
      \bthat's (?:what we(?:'ll)? (?:do|use|go with)|the plan(?: now)?|how we(?:'ll)? (?:do|go|deploy|build))\b
      \bsigned off (?:by|on|with)\b|[:.,] \w+ is (?:out|in)[.!]?$
      \b(?:the|our|my|final) (?:final )?(?:decision|verdict|consensus)(?: here| for \w+| on \w+)? (?:is|was|stands)(?:: | to | that |, )(?!be (?:made|taken)|come)
      \b(?:my|our|final) (?:call|choice|pick|conclusion) is\b
      \b(?:made|reached|came to) (?:a|the|our|my|this|an?) (?:final )?(?:decision|choice|agreement|verdict)\b(?! (?:tree|table|log|matrix|maker|easy|hard|harder))
      \bmade the call to (?!the |a )|\bmade up (?:my|our|their) minds?\b
      \b(?:that|this|it)(?:'s| is| has been| was) (?:now )?(?:settled|decided|the decision|final|agreed|a done deal)(?= ?[.,:;!]|$)
      \b(?:is|are) (?:now )?(?:settled|decided|a done deal)(?: now)?(?=[.!:]|$)|\bfinal answer(?=[:,.])
      \b(?:done|finished|stop) debating\b|\bconsensus (?:is|was)\b
    `,
    unless: TRIVIAL,
  },
  {
    id: "decision.passive",
    category: "DECISION",
    strength: 0.48,
    why: "says that a choice was made",
    pattern: phrase`
      (?:it|that) (?:was|has been|is)(?: finally| now)? (?:decided|agreed|settled) (?:that|to|on|upon|in the (?:meeting|call|review|standup))
      (?:was|were|is|are|been|got|gets) (?:finally |ultimately |now |then |officially )?(?:ruled out|(?:chosen|picked|selected|favou?red|adopted|dropped|scrapped) (?:over|instead|in favou?r|as the|as our|because (?:it|of|the)|unanimously|for its))
    `,
    unless:
      /\b(?:(?:is|are|gets?) (?:selected|picked|chosen|dropped)(?! over| because| since| instead)|by (?:the )?(?:compiler|scheduler|algorithm|router|browser|user|runtime|library|parser|optimi[sz]er|planner))\b/i,
  },
  {
    id: "decision.wins",
    category: "DECISION",
    strength: 0.42,
    why: "names what won",
    pattern: eitherOf`
      \b(?:wins|won)(?: out)? (?:because|over|for us|since|here|the day)\b
      ^(?:ok(?:ay)?,? |thanks[^.]*\. )?(?!last|first|latest|who)[\w.+#-]+(?: [\w.+#-]+)? wins[,.!]
      \b(?:sold on|off the table|non-starter|is out[,;] |is the (?:winner|way to go|one we (?:want|take|use)))\b
      \b(?:no|forget|scratch|nix|kill|drop|ditch|scrap) (?:the )?\S+(?: \S+)?(?: idea| plan| approach| route)\b
    `,
  },
];
