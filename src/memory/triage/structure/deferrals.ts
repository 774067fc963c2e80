// Claude told what falls short or asked whether to mend it, and the person put it off: a debt in two halves.
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { Candidate } from "../candidate.ts";
import type { TriageState } from "../state.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import type { Weights } from "../weights.ts";
import { structuralFinding } from "./finding.ts";

/** The end of a message is what is answered. */
const MOST_TOLD = 1500;
const LONGEST_REPLY = 240;
const LONGEST_LINE = 300;
/** Not now; as it is; some other time. */
const putOffPattern = () =>
  /\b(?:not (?:now|today|tonight|yet|in this|for this|here|this (?:time|sprint|week|round|pr|month|year|release|branch)|before (?:the|we|launch|release))|(?<!(?:see you|talk|until|see) )later\b|(?:an|some )other (?:time|day)|tomorrow|tmrw|next (?:time|week|sprint|month|release|quarter|year|round|pr|version|iteration)|(?:separate|another|own|different|follow-?up|later|future) (?:change|pr|mr|ticket|issue|task|commit|branch|story)|follow-?up|(?:can|has to|will have to|must) wait|out of scope|in v2|for v2|backlog|ticket|make an issue|open an issue|to-?do|(?:on|to) (?:the|my|our) list|live with (?:it|that|this)|good enough|some ?day|sometime|at some point|eventually|remind me (?:at|in|after|next|when|on)|whenever (?:someone|somebody|i|we|there|things)|(?:needs|has|must|have) (?:to )?(?:come|go) back|don'?t (?:touch|bother)|for now|(?:after|until|when|once) (?:the|we|i|they|someone|somebody|anyone|launch|release|submission|perf|it|customers?|users?)\b|if (?:it|that|this|they|someone|somebody|anyone|customers?|users?|we) (?:ever|gets?|becomes?|complains?|asks?|notices?|grows?)\b|i'?ll (?:do|fix|add|wire|handle|clean|write|finish|sort)|we'?ll (?:do|fix|add|wire|handle|clean|write|finish|sort|come back|revisit|remind me (?:at|in|after|next|when)|when it gets|v2|get to)|will (?:do|fix|add|wire|handle|clean|write|finish)|revisit|(?:that's|thats|is) (?:a )?(?:next|future|later))\b/i;
/** As it is: only where it is plain that it falls short. */
const asIsPattern = () =>
  /\b(?:leave (?:it|that|this|them|those|the \w+)|keep (?:it|that|this|them|the \w+)(?! (?:same|short|the same|under|below|brief|simple|concise|to)\b)|ship it|merge it|mov(?:e|ing) on|that'?s (?:ok(?:ay)?|fine|enough|good enough)|fine (?:for|with)|go with (?:it|that)|skip (?:it|that|them|those)|no worries|noted|acceptable|(?:yep|yes|ok(?:ay)?) fine|close enough|no (?:time|budget|capacity|energy)|(?:don'?t|didn'?t|haven'?t) (?:really )?have (?:the |any )?(?:time|energy|budget)|not (?:worth|urgent|important|critical)|who cares|nobody (?:cares|notices|complain\w*|uses|will)|customers? (?:won'?t|don'?t)|call it (?:done|good|a day)|to get going|to start with|for the (?:demo|pilot|mvp|beta|jam|launch)|want in the end|can of worms|that'?s enough|has to do|have to do|(?:put|add|leave) a (?:comment|note|warning)|don'?t care|they'?ll (?:survive|cope|live|manage)|(?:un)?till? then|fine[.!]*$|(?:that|it)'?ll do|only the (?:two|one|first)|just the (?:two|one|first))\b/i;
const plainGapPattern = () =>
  /\b(?:not (?:\w+ ){0,2}(?:yet|handled|covered|tested|implemented|supported|migrated|fixed|rotated|updated|verified|wired|validated|synchroni[sz]ed|enforced)|(?:has|have|is|are) no (?:\w+ ){0,2}(?:tests?|validation|checks?|retry|retries|limits?|index|coverage|docs|handling|rollback|effect|timeout)|stub(?:s|bed)?|hard-?coded|to-?dos?|fixmes?|work-?around|placeholder|limitation|suppressed|silenced|pinned|untested|unverified|flaky|papers over|temporar\w+|hacky?|as root|guess(?:es)?|still (?:has|have|needs?|uses?|missing|assumes?|deletes?)|should (?:be|eventually|not stay)|(?:duplicates|left|skipped|disabled) (?:the|it|about|\d)|in memory|i (?:used|kept|took|did|made|put) [^.]{3,60} (?:rather than|instead of)|rather than (?:fix|port|solv|refactor)\w*|never \w+ed|(?:did not|didn't|haven't|have not) (?:get to|add|do|cover|handle|implement|write)|remaining|the other \w+|(?:is|are) logged|same bug|overwrit\w+|fall(?:s)? through|deprecat\w+|warnings?|duplicat\w+|out of date|stale|leak\w*|slow(?:er|ly)?|unused|into memory|plain text|(?:ok(?:ay)?|fine) up to|client-side|migration for|order[- ]dependent|nothing (?:enforces|checks|prevents)|vulnerabilit\w+|removed the (?:flaky|failing|broken)|every request|all rows)\b/i;
/** Asks back, goes on at once, or speaks of something else. */
const notPutOffPattern = () =>
  /\?\s*$|^(?:why|what|how|which|who|when|where|is|are|does|do you|did|can you|could you|would you|show|tell|explain)\b|\b(?:fix (?:it|that|this|them) (?:now|first|please|too)|do (?:it|that|them|both|all)(?: now| too| please|$)|go ahead and (?:fix|add|do|implement)|not later|try (?:it )?again|retry|ask later|first (?:tell|show|fix|do|explain)|please (?:run|fix|do|add)|wrong (?:link|file|window)|right away|now please|yes please|all of (?:it|them)|tell me|when (?:it|you|that|they)(?:'s|'re| is| are)? (?:done|finished|ready|through))\b/i;
/** Something is not as it should be. */
const gapPattern = () =>
  /\b(?:not (?:\w+ ){0,2}(?:yet|handled|covered|tested|implemented|supported|migrated|fixed|rotated|updated|done|verified|checked|included|wired|cleaned|validated|safe|synchroni[sz]ed|invalidated|enforced|applied|enabled|reached|persisted)|no (?!(?:failing|broken|open|other|remaining|new|more|further) )(?:\w+ ){0,2}(?:tests?|validation|check|checks|retry|retries|limit|limits|index|coverage|docs|handling|rollback|backoff|auth|cache|permission|pagination|effect|timeout|monitoring)|isn't|aren't|doesn't|don't|won't|hasn't|haven't|didn't|couldn't|can't|only (?:for|in|on|the|works|covers|handles)|never|still|left|instead of|rather than|stub\w*|hard-?coded|to-?do|fixme|missing|work-?around|placeholder|limitation|duplicat\w+|deprecated|skipped|disabled|suppressed|silenced|pinned|untested|unverified|flaky|n\+1|leak\w*|race|legacy|without|temporar\w+|hack\w*|as root|guess\w*|slow\w*|wrong|stale|warnings?|remaining|remain|out of date|outdated|fragile|brittle|cleaner|proper(?:ly)?|revisit\w*|should (?:be|eventually|ideally|really)|would be (?:better|cleaner|nicer|safer|more)|unlimited|unbounded|silently|drops|loses|at the moment|currently)\b/i;
/** Whether it shall be mended in the same go. */
const offerPattern = () =>
  /\b(?:should (?:i|we)|shall (?:i|we)|want me to|would you like|do you want|may i|or)\b.*\b(?:also|too|as well|fix|migrate|refactor|clean|extract|add|replace|rewrite|update|remove|handle|cover|include|port|rename|regenerate|backfill|split|upgrade|convert|tackle|address|put|write|do|move|change|introduce|wire|implement|make|test|tests|index|document|harden|enable|validate|log|cache|encrypt|rotate|dedupe|unify|merge (?:them|both)|delete|drop|use|turn|switch|set up)\b.*\?\s*$|^(?:and )?(?:fix|do|add|change|migrate|convert|clean|handle|update|port) (?:it|that|this|them|those|the (?:rest|others?))(?: up)?(?: too| as well| now| also| here)*\?\s*$/i;
/** What comes next in the work at hand. */
const stepPattern = () =>
  /\b(?:commit|push|run|deploy|start|begin|continue|proceed|open|merge|stop|explain|show|walk you|tell you|know more|read|look at|summari[sz]e|wait|ask|plan|proposal|option|prefer)\b.*\?\s*$|\b(?:tests? (?:still )?fail|build (?:still )?fails|still failing|still running|error)\b/i;

/** What the person puts off of what Claude told just before. */
export function followDeferrals(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  if (utterance.who === "claude") {
    state.report = utterance.text.slice(-MOST_TOLD);
    return [];
  }
  if (utterance.who !== "user") return [];
  const { report: told } = state;
  state.report = "";
  const reply = utterance.text.trim();
  if (told === "" || reply.length > LONGEST_REPLY || notPutOffPattern().test(reply)) return [];
  const isPutOff = putOffPattern().test(reply);
  if (!isPutOff && !asIsPattern().test(reply)) return [];
  const gap = lastGap(told, isPutOff ? gapPattern() : plainGapPattern());
  return gap === "" ? [] : [findingOf(gap, reply, weights)];
}

/** The same through the client's dialog. */
export function readDeferredAnswers(item: TranscriptItem, weights: Weights): Candidate[] {
  if (item.kind !== "answers") return [];
  const found: Candidate[] = [];
  for (const { question, answer } of item.answers) {
    if (answer.length > LONGEST_REPLY || notPutOffPattern().test(answer)) continue;
    if (!putOffPattern().test(answer) && !asIsPattern().test(answer)) continue;
    if ((gapPattern().test(question) || offerPattern().test(question)) && !stepPattern().test(question))
      found.push(findingOf(question, answer, weights));
  }
  return found;
}

/** The last but for a question, which stands after what it is about. */
function lastGap(told: string, gapOf: RegExp): string {
  let offer = "";
  for (const { plain, masked } of splitSentences(told).toReversed()) {
    const asks = masked.endsWith("?");
    if (asks && offer === "" && offerPattern().test(masked) && !stepPattern().test(masked)) offer = plain;
    if (!asks && gapOf.test(masked) && !stepPattern().test(masked)) return plain;
  }
  return offer;
}

function findingOf(gap: string, reply: string, weights: Weights): Candidate {
  const line = `${gap} → ${reply}`.replace(/\s+/g, " ").slice(0, LONGEST_LINE);
  return structuralFinding(
    {
      category: "TECH_DEBT",
      title: gap,
      strengths: { "tech-debt.put-off": 0.5 },
      evidence: [{ line, who: "user", why: "told by Claude and put off by the person" }],
      sameAs: line,
    },
    weights,
  );
}
