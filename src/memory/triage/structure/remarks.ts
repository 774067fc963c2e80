// Claude came upon something without asking, and a few words of the person settle it.
import { stopWords, thanksWords, wordsOf } from "./named-words.ts";

/** Settles what Claude only remarked: leaves it so, does without, sets a value. */
const settlesPattern = () =>
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|sure|hm+|ah|oh|well|right|alright|nah|no|nope|fine|true|then|so|and|just)[,.]? )*(?:not worth (?:it|the)|no need|don't bother|dont bother|never mind that|(?:leave|keep|drop|skip|forget|kill|remove|split|merge|move|cap|limit) (?:it|that|them|this|both)\b|(?:that|it|this)(?:'s| is) (?:fine|ok(?:ay)?|enough|intended|on purpose|by design|how we want it)|good enough|good as (?:it )?is|we don't (?:do|need|support|want|care)|we won't|(?:for |after |max(?:imum)? |at most |up to |every )?\d+ ?(?:[a-z]+ )?(?:per|each|max|days?|hours?|h|minutes?|min|seconds?|s|mb|gb|kb|items?|times?|weeks?|months?|years?|%)(?!\w))/i;

/** What a settling reply is made of beside its point: a reason, a second value. */
const groundsPattern = () => /[,.;:–-] ?\S+ \S+|\b(?:because|since|so|as|for|then|per|each|max)\b/i;

/** Nothing to keep in a reply to it: what failed, what was done, what was found. */
const passingRemarkPattern = () =>
  /\b(?:fail\w*|errors?|bugs?|crash\w*|exceptions?|tests? (?:pass|fail)\w*|all green|committed|pushed|merged|installed|running|fixed|typo|unused|let me|i'll|looking|checking|reading)\b/i;

/** Raises something that could be one way or another. */
const raisesPattern = () =>
  /\b(?:if|would|could|can|either|needs?|should|might|may|yet|nothing about|without|only|currently|still|or|at the moment|by default|instead|unclear|taken|breaking|says? nothing|no (?:limit|check|rule|default|policy|index|cap)|i'd|depends)\b/i;

/** Work, thanks, a state of things, a word about oneself: whatever was raised stays as it was. */
const settlesNothingPattern = () =>
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|sure|hm+|ah|oh|well|right|alright|nah|no|nope|fine|true|then|so|and|please|pls|great|nice|cool|good|perfect|thanks|thx)[,.! ]*)*(?:$|(?:thank|thx|commit|push|run|show|check|fix|look|open|explain|continue|go on|go ahead|go|try|rerun|revert|undo|send|paste|read|wait|stop|do it|do that|do so|do both|start|next|now|again|test|merge|deploy|find|search|write|add|update|rename|remove|delete|create|make a|list|compare|tell|give|let me|let's see|i'll|i will|i'm|i am|i did|i have|i had|i see|i think|i get|i got|i know|i don't|i can|i want to (?:see|know|check)|it (?:works|doesn't|still|is|was|fails)|that (?:was|works|didn't|doesn't)|that's (?:a bug|wrong|weird|odd|strange|not|it|right|correct|what|why|great|good|nice|cool|all)|this|there(?:'s| is| are)|they|he|she|you|works|still|same|here|did|see|weird|strange|odd|not (?:now|yet|sure|what)|mine|never ?mind|sorry|lol|haha|wow|interesting|got it|understood|makes sense|sounds|agreed|exactly|correct|true|indeed|perfect|done|later|tomorrow|ok)(?![\w]))|\b(?:is mine|on it|my (?:fault|bad|mistake))\b/i;

/** What stands for itself is judged by its own words. */
const statesPattern = () =>
  /^(?:we|i|i'd|i'll|our|my|the|it|this|that|from|turns|skipping|please|let's|lets)\b/i;
const ordinalPattern = () =>
  /^(?:ok(?:ay)?,? |dann )?(?:the|die|den|das|der) (?:first|second|third|latter|former|erste|zweite|dritte|letzte)n?(?: one)?[.,!]?$/i;
const MOST_WORDS = 25;
const MOST_SETTLING = 14;
const MOST_ECHOED = 6;
const MOST_NAMED = 3;
const LEAST_SPOKEN = 8;

export function settlesRemark(text: string, said: string, asked: string): boolean {
  if (wordsOf(text).length > MOST_WORDS || passingRemarkPattern().test(asked)) return false;
  const settles =
    settlesPattern().test(said) && groundsPattern().test(text) && !passingRemarkPattern().test(text);
  return settles || isEchoOf(said, asked) || isSettled(text, asked);
}

/** Claude raised something, and the person says in a few words how it shall be. */
function isSettled(text: string, asked: string): boolean {
  const words = wordsOf(text).length;
  return (
    words > 1 &&
    words <= MOST_SETTLING &&
    !/[?:]|https?/.test(text) &&
    !statesPattern().test(text.trim()) &&
    raisesPattern().test(asked) &&
    !settlesNothingPattern().test(text.trim())
  );
}

/** "viridis.": nothing but the name of one of several things that were spoken of. */
function isEchoOf(said: string, asked: string): boolean {
  if (ordinalPattern().test(said)) return true;
  const words = wordsOf(said);
  if (words.length > MOST_ECHOED || /\b(?:is|are|was|were|here|there)\b/i.test(said)) return false;
  const passedOver = new Set([...stopWords(), ...thanksWords()]);
  const named = words.filter((word) => !passedOver.has(word));
  const spoken = new Set(wordsOf(asked));
  if (named.length === 0 || named.length > MOST_NAMED || spoken.size < LEAST_SPOKEN) return false;
  return named.every((word) => spoken.has(word));
}
