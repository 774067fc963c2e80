// Classes of English words that several tables share.
import { oneOf } from "../phrase.ts";

const TEAM = oneOf(`
  we, the team, (?<!\\w )team, our team, everyone, everybody, both of us, all of us, the (?:\\w+ )?team, management,
  my (?:boss|manager|lead|cto), our (?:lead|cto|architect|pm), the architects?
`);

export const WE = `(?:i|${TEAM})`;

const HAVE =
  "(?:'ve|'s)?(?: (?:have|has|all|both|just|now|also|then|finally|eventually|ultimately|already|actually|collectively|jointly|unanimously|pretty much|more or less|basically|recently|yesterday|today|tentatively|simply))*";

/** "we've finally", "I have now", "the team has just" */
export const WE_HAVE = `${WE}${HAVE}`;
export const TEAM_HAVE = `${TEAM}${HAVE}`;

/** "we're now", "I'll just", "the team will" */
export const WE_ARE = `(?:${WE}(?:'re|'m|'ll| are| am| is| will| shall|'s)|imma|gonna)(?: (?:just|now|all|also|then|definitely|simply|still|instead|both|going to|gonna|officially|therefore|only|always))*`;

export const REASON = oneOf(`
  because, because of,
  since (?:it|we|i|the|that|this|there|our|they|x+|\\w+ (?:is|has|does|was|can|will|already)), so that,
  so (?:we|i|it|you|they|the) (?:can|don't|do not|won't|could|get|keep|avoid), due to,
  given (?:that|the|our|how),
  as (?:it|we|i|they|that|this|the) (?:is|has|was|would|will|can|already|don't|does|do|have|are),
  the reason, rationale, owing to, thanks to,
  which (?:means|gives|lets|makes|is (?:easier|simpler|faster|cheaper)),
  to (?:avoid|keep|save|reduce|simplify|prevent|minimi[sz]e|stay),
  for (?:simplicity|consistency|performance|speed|compatibility|safety|now it), in order to, 'cause, cuz,
  bc, mainly for, reason being
`);

export const COMPARED = oneOf(`
  instead of, rather than, in favou?r of,
  (?:picked|chose|chosen|choosing|picking|prefer\\w*|favou?r\\w*|went with|going with|go with|use|using|decided on|wins?|won) .{1,40}\\bover\\b,
  as opposed to, not the, and not, versus, vs\\.?, better than, simpler than, faster than, cheaper than,
  easier than, beats, compared (?:to|with), no need for, overkill,
  too (?:heavy|complex|slow|expensive|much),
  as (?:the|our) (?:only|default|main|primary|new|target|standard|official), after (?:talking|measuring|testing|benchmarking|a (?:spike|vote)|the (?:spike|review|benchmark|meeting|vote)), (?:is|was|are) enough, good enough
`);
