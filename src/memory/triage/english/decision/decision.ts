import { LEAD } from "../../lead.ts";
import { eitherOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { COMPARED, REASON, TEAM_HAVE, WE, WE_ARE, WE_HAVE } from "../words.ts";
import { ACT, CHOSE, DID, GOING, PROCESS, TOOK, TRIVIAL, WILL_DO } from "./words.ts";

const BARE = new RegExp(
  `${LEAD}(?:${CHOSE}|(?:going|sticking|rolling) with|(?:go|stick|roll) with|settling (?:on|for)|standardi[sz]ing on|committing to|choosing|opting (?:for|to)|picking \\S+ over|(?:going|go) for .{1,40}(?:instead of|over|rather than)|(?:ditching|dropping|swapping|replacing|trading) .{1,30}(?:for|with|in favou?r of))\\b`,
  "i",
);

const FOR_A_REASON = new RegExp(`\\b(?:${REASON}|${COMPARED})`, "i");

export const DECISIONS: readonly Signal[] = [
  {
    id: "decision.decided",
    category: "DECISION",
    strength: 0.6,
    why: "says that a choice was made",
    who: ["user"],
    pattern: phrase`
      ${WE_HAVE} ${CHOSE}|(?:i|we) (?:choose|pick(?! up)|opt for|vote for|elect|vote) 
      i(?:'ll| will)? take (?:the (?:first|second|third|last|latter|former|other|\w+er) \w+|(?!it|that|this|care|over|notes?|back|note)[\w.+#-]+(?=[,.;]))
      let's (?:just )?bite the bullet and \w+|(?:it's|it is|this is|they're) (?:all )?going to be (?!an?\b|the\b|my\b|your\b|fine|ok|hard|easy|slow|great|fun|tough|messy|more|less|used|run|called|released|merged|removed|long|painful|tricky|interesting|expensive|worse|better|very|so|really|too|in|at|on|done|ready|late|there|different|nice|good|bad|offline|away|out|back|able|hard-?coded)\S+(?: \S+){0,3}?(?=[,.;:]|$| (?:for|since|because|from|plus|and)\b)
      we (?:stay (?:with|on)|stick (?:with|to)|drop|ditch|abandon) 
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
    pattern: BARE,
    unless: TRIVIAL,
    who: ["user"],
  },
  {
    // Of itself it says this at every step: only a reason makes a choice of it.
    id: "decision.decided-bare-said",
    category: "DECISION",
    strength: 0.4,
    why: "says that a choice was made",
    pattern: BARE,
    unless: TRIVIAL,
    who: ["claude"],
  },
  {
    id: "decision.going-with",
    category: "DECISION",
    strength: 0.58,
    why: "commits to one way",
    pattern: phrase`${WE_ARE} ${GOING}`,
    unless: TRIVIAL,
    who: ["user"],
  },
  {
    id: "decision.going-with-said",
    category: "DECISION",
    strength: 0.58,
    why: "commits to one way",
    pattern: phrase`we(?:'re|'ll| are| will)(?: now| just| then| therefore| both)* ${GOING}`,
    unless: TRIVIAL,
    who: ["claude"],
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
      we(?:'re| are) not (?:doing|using|building|supporting|adding|migrating) .{2,40}(?:after all|any ?more)
      we(?:'re| are) not (?:going to|gonna) (?!be|get|make it|have|find|see|like|finish|know|win|talk|argue|meet)\w+
      we (?:won't|will not) (?:do|use|build|support|adopt|introduce|offer|migrate|switch)
      not (?:gonna|going to) (?:use|do|support|build|add|adopt|introduce|migrate|switch|touch|pay|buy|maintain|host|write|learn|own|ship|store|rewrite|wait for|depend|rely)
    `,
    near: /[,;:]|\b(?:because|since|instead|rather|for|so|not (?:worth|needed)|over|from|as of|until)\b/,
    unless:
      /\b(?:as an? (?:example|test|placeholder)|in mind|an eye|trying|looking|move on|new office|the office|next topic|house|flat|holiday|drop (?:by|you)|meeting|posted|in touch|in (?:a|the) (?:moment|next step|test|example)|first|to (?:see|check|test|debug|reproduce|find)|tomorrow|later|tonight|dropping (?:\w+ )?(?:events|messages|packets|frames|rows|requests|connections)|use (?:this|that|it) now)\b/i,
    who: ["user"],
  },
  {
    id: "decision.ok-use",
    category: "DECISION",
    strength: 0.42,
    why: "agrees to one way",
    pattern:
      /^(?:ok(?:ay)?|yes|yeah|fine|alright|right|cool|great|good)[,.]? (?:then )?(?:let's |we )?(?:use|take|keep|do|make it) (?!it\b|that\b|this\b|so\b|the same\b)[^,.]{2,50}[,.] ?\w+ \w+ \w+/i,
    unless: new RegExp(
      `${PROCESS.source}|\\d ?(?:,|and|&) ?\\d|\\b(?:your time|care|notes|blue|red|green|grey|gray|bigger|larger|smaller|bold|wider|left|right|top|bottom|px)\\b`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "decision.wants-switch",
    category: "DECISION",
    strength: 0.44,
    why: "says which way will be taken",
    pattern: phrase`
      (?:i|we) (?:want|need) (?:to|us to) (?:switch|move|migrate|change|go|get) (?:\S+ )?(?:from|off|away from|over) .{1,40} to
      (?:make|build|ship|do) (?:it|this)(?: as)? an? .{1,40}(?:rather than|instead of)
      we(?:'ll| will| shall|'re going to) (?!see|talk|look|check|meet|discuss|try|start)\w+ .{2,60}(?:, not|instead of|rather than)
      let's do it (?:your|that) way,|for (?!now|this|that|me|the moment|example)[\w-]+(?: [\w-]+)? we(?:'ll)? (?:take|use|pick|go with) \w+
      let's make (?:the|our|it|this) (?:\w+ ){1,4}\w+|i(?:'m| am) (?:convinced(?=[.,!]|$)|sold on)
      (?:stays?|remains?|will be|shall be|is going to be) (?:\w+ ){0,4}\w+,? (?:rather than|instead of|not)
      (?:i|we)(?:'d| would)? (?:like|want|prefer) (?:us )?to (?:use|switch|move|go|keep|store|have|run|host|build) .{1,60}(?:instead of|rather than)
      i'd rather (?:have|use|keep|go|do|ship|build|run|store) .{1,60} than
      i(?:'d| would) (?:go|stick) (?:with|for)|^[\w.+#-]+(?: [\w.+#-]+)? then(?=[.,!]|$)
    `,
    unless: eitherOf`
      \b(?:what|how|whatever|whichever|and|but|if|since|until|back|by|now|even|just|only|ok|okay|so|well|yes|no|right|alright|thanks|cool|tomorrow|later|bye|maybe|sure|good|night|and|monday|tuesday|wednesday|thursday|friday) then\b
      \b(?:whatever|whichever|anything)\b|(?:instead of|rather than) (?:\w+ing|once|twice|null|the (?:right|correct|expected))\b
      ^(?:do|fix|run|go|try|see|merge|push|leave|skip|show|tell|start|stop|commit|next|again|never|remove|delete|add|use|send|ask|call|check|write|make|put)\b.* then\b
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
    who: ["user"],
  },
  {
    id: "decision.took",
    category: "DECISION",
    strength: 0.26,
    why: "says which way was taken",
    pattern: phrase`(?:${WE_HAVE}|^|${WE_ARE}) ?${TOOK}`,
    unless: ACT,
    near: FOR_A_REASON,
    who: ["user"],
  },
  {
    id: "decision.took-said",
    category: "DECISION",
    strength: 0.26,
    why: "says which way was taken",
    pattern: phrase`(?:${TEAM_HAVE}|we(?:'re| are)) ${TOOK}`,
    unless: ACT,
    near: FOR_A_REASON,
    who: ["claude"],
  },
  {
    id: "decision.did-instead",
    category: "DECISION",
    describes: true,
    strength: 0.24,
    why: "takes one thing over another",
    pattern: phrase`(?:${WE_HAVE}|${WE_ARE}) ${DID} .{1,80}(?:instead of|rather than|in favou?r of|over (?:the )?\w+ (?:because|since|as)|, not )`,
    unless:
      /\b(?:just so you know|fyi|in (?:19|20)\d\d|files?|folder|directory|branch|ticket|button|line|test)\b/i,
    who: ["user"],
  },
  {
    // What it did itself this way rather than that is a step; what "we" do is how it shall be.
    id: "decision.did-instead-said",
    category: "DECISION",
    describes: true,
    strength: 0.3,
    why: "takes one thing over another",
    pattern: phrase`(?:${TEAM_HAVE}|we(?:'re|'ll| are| will)(?: now| just| only)?) ${DID} .{1,80}(?:instead of|rather than|in favou?r of)`,
    who: ["claude"],
  },
  {
    id: "decision.over",
    category: "DECISION",
    describes: true,
    strength: 0.3,
    why: "takes one thing over another, for a reason",
    pattern: phrase`(?:${WE} .{1,80}(?:instead of|rather than|in favou?r of)|(?:${WE_HAVE} |${WE_ARE} |^)(?:picked|picking|chose|chosen|choose|took|prefer|went with|going with|go with|favou?r) .{1,60}over) .{1,60}(?:because|since|so that|due to|given|as it|as we|for its|: it)`,
    who: ["user"],
  },
  {
    id: "decision.over-said",
    category: "DECISION",
    strength: 0.3,
    why: "takes one thing over another, for a reason",
    pattern: phrase`(?:${TEAM_HAVE}|i(?:'ve| have)?|^) ?(?:picked|chose|chosen|went with|opted for|decided on|settled on) .{1,80}(?:instead of|rather than|in favou?r of|over) .{1,60}(?:because|since|so that|due to|given|as it|as we|for its|: it)`,
    who: ["claude"],
  },
];
