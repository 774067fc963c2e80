// Choices that show in how a thing shall be built, where it belongs, and what it does without.

import { LEAD } from "../../lead.ts";
import { phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ACT } from "./words.ts";

export const DESIGN_DECISIONS: readonly Signal[] = [
  {
    id: "decision.made-as",
    category: "DECISION",
    strength: 0.45,
    why: "made one way rather than another, for a reason",
    pattern: phrase`
      (?:is|are|will be|stays?|live|lives|goes|go) (?:\w+ ){0,6}.{0,40}(?:instead of|rather than) .{1,80}(?:so that|to (?:avoid|keep|stay)|which would|(?:because|since|as it|:) .{0,80}\b(?:we|our|us|i|my|nobody|people|customers?|would|can|can't|could|must|needs?|wants?|never|always|every|eas(?:y|ier)|simpler|faster|cheaper|safer|costs?|changes?))
      (?:will be|stays?|lives?) (?:\w+ ){0,6}.{0,40}(?:instead of|rather than) .{1,80}(?:because|since|as it|: )
    `,
    describes: true,
    who: ["user"],
  },
  {
    id: "decision.place",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says where it belongs, for a reason",
    pattern: phrase`(?:the|our|all) (?:[\w-]+ ){1,4}(?:goes|go|moves?|lives?|belongs?|stays?) (?:in|into|to|on) (?:its own|their own|the|a|our|separate|one) \w+`,
    near: /\b(?:because|i don't want|we don't want|must not|mustn't|no more|so that|enough of|instead of|rather than)\b/,
    unless:
      /\b(?:error|log|logs|cursor|request|user|page|button|click|focus|null|undefined|exception|output|prompt)s?\b|^(?:if|when|after)\b|\b(?:i'd like|help|please|can you|could you)\b/i,
    who: ["user"],
  },
  {
    id: "decision.drop",
    category: "DECISION",
    strength: 0.46,
    why: "gives something up, for a reason",
    pattern: new RegExp(
      `${LEAD}(?:let's |we can |we )?(?:drop|kill|ditch|scrap|axe|retire) (?:the |our |all )?(?:[^,;]{2,30} support (?:in|with|from|as of|for)\\b|[^,.;]{2,40}[,.;:-]+ ?(?:nobody|no one|we don't|we never|it's|it is|they're|not worth|too|overkill|never|zero|hardly|there's no)\\b)|\\bstays,? .{1,30}\\bgoes\\b|\\bgoes,? (?:and )?.{1,30}\\b(?:comes in|stays)\\b`,
      "i",
    ),
    who: ["user"],
  },
  {
    id: "decision.shall-be",
    category: "DECISION",
    describes: true,
    strength: 0.3,
    why: "says how it will be built",
    pattern: phrase`
      will be (?:written in|built (?:with|on|in)|done with|stored (?:as|in)|based on|hosted (?:on|in|by)|deployed (?:to|on)|kept (?:in|as)|sent (?:via|through)|served (?:from|by|via)|implemented (?:in|with|as))
      (?:the|our) (?:[\w-]+ ){1,4}(?:stays|remains) (?:on|with|in|at) \w+
    `,
    unless:
      /\b(?:error|log|logs|cursor|request|user|page|button|click|focus|null|undefined|exception|output|prompt|value|result|file|port|session)s?\b|^(?:if|when|after)\b/i,
    who: ["user"],
  },
  {
    // Any thing at hand can be dropped: it takes a reason to be a choice.
    id: "decision.drop-bare",
    category: "DECISION",
    strength: 0.3,
    why: "gives something up",
    pattern: new RegExp(
      `${LEAD}(?:we )?(?:drop|kill|ditch|scrap|axe|retire) (?:the|our|all) [\\w -]{2,40}[.!]?$`,
      "i",
    ),
    unless: ACT,
    who: ["user"],
  },
  {
    id: "decision.x-over-y",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "takes one thing over another",
    pattern:
      /(?:^|: )(?:ok(?:ay)?,? |so,? |yes,? )?(?!.* over (?:https?|grpc|wifi|vpn|tcp|udp|ssh|tls|usb|the|websockets?|ssl|network|lan|bluetooth|time|night|budget|there|here|again|\d))(?!.* over it\b)(?!all|game|people|it|this|that|what|move|go|start|roll|hand|carry|turn|run|take|look|think|went|come|get|the|hover|mouse|iterate|loop)[\w.+#-]+(?: [\w.+#-]+)? over [\w.+#-]+(?: [\w.+#-]+)?(?: (?:for (?:this|us|the|now)|between)\b|[,.;:])/i,
    who: ["user"],
  },
];
