// Claude told what falls short or asked whether to fix it, and the person put it off: a debt in two halves.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { type Candidate, makeCandidate } from "../candidate.ts";
import { splitSentences } from "../sentences.ts";
import type { Weights } from "../weights.ts";

/** The end of a message is what is answered. */
const MAX_MESSAGE = 1500;
const MAX_REPLY = 240;
const MAX_LINE = 300;
/** Not now; some other time. */
const deferralPattern = () =>
  /\b(?:not (?:now|today|tonight|yet|in this|for this|here|this (?:time|sprint|week|round|pr|month|year|release|branch)|before (?:the|we|launch|release))|(?<!(?:see you|talk|until|see) )later\b|(?:an|some )other (?:time|day)|tomorrow|tmrw|next (?:time|week|sprint|month|release|quarter|year|round|pr|version|iteration)|(?:separate|another|own|different|follow-?up|later|future) (?:change|pr|mr|ticket|issue|task|commit|branch|story)|follow-?up|(?:can|has to|will have to|must) wait|out of scope|in v2|for v2|backlog|ticket|make an issue|open an issue|to-?do|(?:on|to) (?:the|my|our) list|live with (?:it|that|this)|good enough|some ?day|sometime|at some point|eventually|remind me (?:at|in|after|next|when|on)|whenever (?:someone|somebody|i|we|there|things)|(?:needs|has|must|have) (?:to )?(?:come|go) back|don'?t (?:touch|bother)|for now|(?:after|until|when|once) (?:the|we|i|they|someone|somebody|anyone|launch|release|submission|perf|it|customers?|users?)\b|if (?:it|that|this|they|someone|somebody|anyone|customers?|users?|we) (?:ever|gets?|becomes?|complains?|asks?|notices?|grows?)\b|i'?ll (?:do|fix|add|wire|handle|clean|write|finish|sort)|we'?ll (?:do|fix|add|wire|handle|clean|write|finish|sort|come back|revisit|remind me (?:at|in|after|next|when)|when it gets|v2|get to)|will (?:do|fix|add|wire|handle|clean|write|finish)|revisit|(?:that's|thats|is) (?:a )?(?:next|future|later))\b/i;
/** As it is: counts only where it is plain that it falls short. */
const asIsPattern = () =>
  /\b(?:leave (?:it|that|this|them|those|the \w+)|keep (?:it|that|this|them|the \w+)(?! (?:same|short|the same|under|below|brief|simple|concise|to)\b)|ship it|merge it|mov(?:e|ing) on|that'?s (?:ok(?:ay)?|fine|enough|good enough)|fine (?:for|with)|go with (?:it|that)|skip (?:it|that|them|those)|no worries|noted|acceptable|(?:yep|yes|ok(?:ay)?) fine|close enough|no (?:time|budget|capacity|energy)|(?:don'?t|didn'?t|haven'?t) (?:really )?have (?:the |any )?(?:time|energy|budget)|not (?:worth|urgent|important|critical)|who cares|nobody (?:cares|notices|complain\w*|uses|will)|customers? (?:won'?t|don'?t)|call it (?:done|good|a day)|to get going|to start with|for the (?:demo|pilot|mvp|beta|jam|launch)|want in the end|can of worms|that'?s enough|has to do|have to do|(?:put|add|leave) a (?:comment|note|warning)|don'?t care|they'?ll (?:survive|cope|live|manage)|(?:un)?till? then|fine[.!]*$|(?:that|it)'?ll do|only the (?:two|one|first)|just the (?:two|one|first))\b/i;
/** Asks back, goes on at once, or speaks of something else. */
const noDeferralPattern = () =>
  /\?\s*$|^(?:why|what|how|which|who|when|where|is|are|does|do you|did|can you|could you|would you|show|tell|explain)\b|\b(?:fix (?:it|that|this|them) (?:now|first|please|too)|do (?:it|that|them|both|all)(?: now| too| please|$)|go ahead and (?:fix|add|do|implement)|not later|try (?:it )?again|retry|ask later|first (?:tell|show|fix|do|explain)|please (?:run|fix|do|add)|wrong (?:link|file|window)|right away|now please|yes please|all of (?:it|them)|tell me|when (?:it|you|that|they)(?:'s|'re| is| are)? (?:done|finished|ready|through))\b/i;
/** Something is not as it should be. */
const gapPattern = () =>
  /\b(?:not (?:\w+ ){0,2}(?:yet|handled|covered|tested|implemented|supported|migrated|fixed|rotated|updated|done|verified|checked|included|wired|cleaned|validated|safe|synchroni[sz]ed|invalidated|enforced|applied|enabled|reached|persisted)|no (?!(?:failing|broken|open|other|remaining|new|more|further) )(?:\w+ ){0,2}(?:tests?|validation|check|checks|retry|retries|limit|limits|index|coverage|docs|handling|rollback|backoff|auth|cache|permission|pagination|effect|timeout|monitoring)|isn't|aren't|doesn't|don't|won't|hasn't|haven't|didn't|couldn't|can't|only (?:for|in|on|the|works|covers|handles)|never|still|left|instead of|rather than|stub\w*|hard-?coded|to-?do|fixme|missing|work-?around|placeholder|limitation|duplicat\w+|deprecated|skipped|disabled|suppressed|silenced|pinned|untested|unverified|flaky|n\+1|leak\w*|race|legacy|without|temporar\w+|hack\w*|as root|guess\w*|slow\w*|wrong|stale|warnings?|remaining|remain|out of date|outdated|fragile|brittle|cleaner|proper(?:ly)?|revisit\w*|should (?:be|eventually|ideally|really)|would be (?:better|cleaner|nicer|safer|more)|unlimited|unbounded|silently|drops|loses|at the moment|currently)\b/i;
const plainGapPattern = () =>
  /\b(?:not (?:\w+ ){0,2}(?:yet|handled|covered|tested|implemented|supported|migrated|fixed|rotated|updated|verified|wired|validated|synchroni[sz]ed|enforced)|(?:has|have|is|are) no (?:\w+ ){0,2}(?:tests?|validation|checks?|retry|retries|limits?|index|coverage|docs|handling|rollback|effect|timeout)|stub(?:s|bed)?|hard-?coded|to-?dos?|fixmes?|work-?around|placeholder|limitation|suppressed|silenced|pinned|untested|unverified|flaky|papers over|temporar\w+|hacky?|as root|guess(?:es)?|still (?:has|have|needs?|uses?|missing|assumes?|deletes?)|should (?:be|eventually|not stay)|(?:duplicates|left|skipped|disabled) (?:the|it|about|\d)|in memory|i (?:used|kept|took|did|made|put) [^.]{3,60} (?:rather than|instead of)|rather than (?:fix|port|solv|refactor)\w*|never \w+ed|(?:did not|didn't|haven't|have not) (?:get to|add|do|cover|handle|implement|write)|remaining|the other \w+|(?:is|are) logged|same bug|overwrit\w+|fall(?:s)? through|deprecat\w+|warnings?|duplicat\w+|out of date|stale|leak\w*|slow(?:er|ly)?|unused|into memory|plain text|(?:ok(?:ay)?|fine) up to|client-side|migration for|order[- ]dependent|nothing (?:enforces|checks|prevents)|vulnerabilit\w+|removed the (?:flaky|failing|broken)|every request|all rows)\b/i;
/** Whether it shall be fixed in the same go. */
const offerPattern = () =>
  /\b(?:should (?:i|we)|shall (?:i|we)|want me to|would you like|do you want|may i|or)\b.*\b(?:also|too|as well|fix|migrate|refactor|clean|extract|add|replace|rewrite|update|remove|handle|cover|include|port|rename|regenerate|backfill|split|upgrade|convert|tackle|address|put|write|do|move|change|introduce|wire|implement|make|test|tests|index|document|harden|enable|validate|log|cache|encrypt|rotate|dedupe|unify|merge (?:them|both)|delete|drop|use|turn|switch|set up)\b.*\?\s*$|^(?:and )?(?:fix|do|add|change|migrate|convert|clean|handle|update|port) (?:it|that|this|them|those|the (?:rest|others?))(?: up)?(?: too| as well| now| also| here)*\?\s*$/i;
/** What comes next in the current work. */
const nextStepPattern = () =>
  /\b(?:commit|push|run|deploy|start|begin|continue|proceed|open|merge|stop|explain|show|walk you|tell you|know more|read|look at|summari[sz]e|wait|ask|plan|proposal|option|prefer)\b.*\?\s*$|\b(?:tests? (?:still )?fail|build (?:still )?fails|still failing|still running|error)\b/i;

/** What the person puts off of what Claude told just before. */
export function readDeferral(text: string, message: string, weights: Weights): Candidate[] {
  const reply = text.trim();
  if (!isDeferral(reply)) return [];
  const gapOf = deferralPattern().test(reply) ? gapPattern() : plainGapPattern();
  const gap = lastGap(message.slice(-MAX_MESSAGE), gapOf);
  return gap === "" ? [] : [toCandidate(gap, reply, weights)];
}

/** The same through the client's dialog. */
export function readDeferredAnswers(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "answers") return [];
  return item.answers
    .filter(({ question, answer }) => isDeferral(answer) && isGap(question))
    .map(({ question, answer }) => toCandidate(question, answer, weights));
}

function isDeferral(reply: string): boolean {
  if (reply.length > MAX_REPLY || noDeferralPattern().test(reply)) return false;
  return deferralPattern().test(reply) || asIsPattern().test(reply);
}

function isGap(question: string): boolean {
  return (gapPattern().test(question) || offerPattern().test(question)) && !nextStepPattern().test(question);
}

/** The last but for a question, which stands after what it is about. */
function lastGap(message: string, gap: RegExp): string {
  let offer = "";
  for (const { plain, masked } of splitSentences(message).toReversed()) {
    if (nextStepPattern().test(masked)) continue;
    const isQuestion = masked.endsWith("?");
    if (isQuestion && offer === "" && offerPattern().test(masked)) offer = plain;
    if (!isQuestion && gap.test(masked)) return plain;
  }
  return offer;
}

function toCandidate(gap: string, reply: string, weights: Weights): Candidate {
  const line = `${gap} → ${reply}`.replace(/\s+/g, " ").slice(0, MAX_LINE);
  return makeCandidate(
    {
      category: "TECH_DEBT",
      title: gap,
      strengths: { "tech-debt.put-off": 0.5 },
      evidence: [{ line, who: "user", why: "told by Claude and put off by the person" }],
      identity: line,
    },
    weights,
  );
}
