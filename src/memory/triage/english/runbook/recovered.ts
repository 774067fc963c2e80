// A fault, what was found or done about it, and that it works again: each in whatever words.
import type { Signal } from "../../signal.ts";
import { BAD, GOOD, LATER, RECOVERED, RESULT, SINCE } from "./recovery.ts";
import { ABOUT, ERROR_WORDS, IMPLIED, SYMPTOM, SYMPTOM_OVER, SYMPTOM_TOLD } from "./symptom.ts";
import {
  ACT,
  actThen,
  CAUSE,
  CLAUDE_ACT,
  DID,
  DOING,
  HOPED,
  NAMED_CAUSE,
  ORDER,
  OWN_SLIP,
  PROGRESS,
  STILL_OPEN,
} from "./words.ts";

/** Where it works does not tell what put it right. */
const ELSEWHERE =
  "(?:windows|macos|mac|linux|ubuntu|my|your|his|her|chrome|firefox|safari|edge|ios|android|staging|prod\\w*|desktop|mobile|another|other|local\\w*|main|master|dev|ci|the (?:other|old|second|web|phone|desktop))\\b";

/** Words of a telling that would take back anything else: it is about what was. */
const DESPITE = ["oneOff", "embedded", "negated", "hypothetical", "reported"] as const;
const MAKES = `${DOING}[^\\n]{1,120}\\b(?:makes|let'?s|keeps|gets|gives|shows|yields|fixes|solves|resolves|restores|frees|avoids|prevents|brings|puts|removes|stops|takes care|made|kept|was enough|did (?:it|the))\\b`;
const ofClaude = (symptom: string) =>
  new RegExp(
    `^(?=[^]*${symptom})${STILL_OPEN}${OWN_SLIP}(?=[^]*(?:\\b${CAUSE}\\b|${MAKES}|\\b(?:works?|runs?|goes through|builds?|starts?|passes) (?:again|now)\\b|\\bis (?:repaired|back)\\b|\\b(?:is|are) (?:gone|fixed|solved)[.!]?\\n|\\bbeen \\w+ since\\b|(?:^|\\n)(?:the |your )?(?:[\\w'-]+ ){0,4}(?:errors?|crash(?:es)?|timeouts?|hangs?|failures?|outage|flicker|[45]\\d\\ds?)(?: [\\w-]+){0,5}: ))`,
    "i",
  );
/** "502s at midnight: logrotate restarted it hard." */
const LISTED =
  "(?:^|\\n)(?:[\\w'’-]+ ){0,8}?(?:errors?|crash(?:es)?|timeouts?|hangs?|failures?|leaks?|flicker\\w*|[45]\\d\\ds?|outages?|freezes?|restarts?|warnings?|drops?|mismatch(?:es)?|conflicts?)(?: [\\w-]+){0,5}: (?:the |a |an |our |your |one |two )?[\\w-]+ (?:\\w+ )?(?:[a-z]+ed|had|was|were|took|ran|hit|held|sent|kept|wrote|came|broke|lost|got|did not|didn't)\\b";
const BROKEN_BEFORE = `(?:${SYMPTOM_OVER}|${ERROR_WORDS}|${LISTED})`;

const NOT_TOLD = new RegExp(
  `${HOPED.source}|${PROGRESS.source}|\\b(?:might|may|would|could(?! (?:not|reproduce))|should|if (?:you|we|it|the)|you (?:can|could)|perhaps|possibly|alternatively|options?|recommend\\w*|suggest\\w*|consider|propose\\w*|when(?:ever)? (?:the|a|an|it)|will|always|ensures?)\\b`,
  "i",
);

const WITH_FAULT = new RegExp(`^(?=[^]*(?:${SYMPTOM}|${IMPLIED}))${STILL_OPEN}`, "i");

export const RECOVERIES: readonly Signal[] = [
  {
    id: "runbook.recovered",
    category: "RUNBOOK",
    strength: 0.48,
    why: "an error, what was done, and that it works again",
    pattern: new RegExp(RECOVERED, "i"),
    near: new RegExp(`^(?=[^]*${SYMPTOM})${STILL_OPEN}(?=[^]*(?:${ACT}|\\b${CAUSE}\\b))`, "i"),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.acted",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error, what was done, and what came of it",
    pattern: new RegExp(
      `${actThen(RESULT)}|${actThen(LATER, `(?:${DID}|${ORDER})`)}|^(?:with|using|after|without|at|under|on(?! ${ELSEWHERE})) \\S.{1,60}? (?:it|they|everything|all|the [\\w-]+) (?:now |all )*(?:works?|pass(?:es)?|runs?|builds?|starts?|loads?|boots?|connects?|compiles?|trains?|plays?|stays? (?:up|on|connected|alive)|holds?|prints?|returns?|arrives?|responds?|goes through|(?:is|are|'s) ${GOOD})\\b|^(?:with|using|after|without|at|under) \\S.{1,60}? (?:it's|they're) ${GOOD}\\b`,
      "i",
    ),
    near: WITH_FAULT,
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.since",
    category: "RUNBOOK",
    strength: 0.44,
    why: "an error, what was done, and how it is since",
    pattern: new RegExp(
      `(?:${DID}|${ORDER}).{0,110}?(?:,| and| then|→|->|=>|;)\\s?(?:and |then |now |so |now it )*${SINCE}|^(?:with|on|using|under|via) (?:the|a|an) (?:other|new|right|correct|proper|bigger|smaller|older|newer|different|second|official|latest|fresh|stable) .{0,60}?\\b${SINCE}`,
      "i",
    ),
    near: WITH_FAULT,
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "Moving it out of the shared folder brought it back."
    id: "runbook.doing",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error, and the doing that ended it",
    pattern: new RegExp(
      `${DOING} .{1,100}?\\b(?!${BAD}\\b)(?:[a-z]{3,}(?:s|ed|t) (?:it|that|them|everything|things|us|all)\\b(?! (?:but|to|in the|into))|(?:gives|yields|produces|returns|restores|removes|ends) (?:the |a |an )?\\w+|(?:allowed|let'?s|enabled|unblocked|restored|brought|cleared|got|made|stopped|cut) (?:the|my|our|us|all) \\w+)`,
      "i",
    ),
    near: WITH_FAULT,
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "Bigger power supply, stable since."
    id: "runbook.noted",
    category: "RUNBOOK",
    strength: 0.44,
    why: "an error, and in a few words what helped",
    pattern: new RegExp(
      `^(?:\\S+ ){0,10}?\\S+(?:,| and| then|→|->|=>| =|:) (?:now |then |so |now it )*${RESULT}`,
      "i",
    ),
    near: new RegExp(`^${STILL_OPEN}(?=[^]*(?:${SYMPTOM}|${ABOUT})[^\\n]*\\n)`, "i"),
    nearQuoted: true,
    nearFirst: true,
    unless: new RegExp(`${HOPED.source}|\\breproduce\\b`, "i"),
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.then-worked",
    category: "RUNBOOK",
    strength: 0.44,
    why: "an error, what was done, and then that it works",
    pattern: new RegExp(
      `^(?:now |and |so |since then |after that |with that |then |result: )*${RESULT}`,
      "i",
    ),
    near: new RegExp(
      `^${STILL_OPEN}(?=[^]*(?:${SYMPTOM}|→|->)[^\\n]*\\n)(?=[^]*(?:${DID}|${DOING}|\\S[=]\\S|\\s--[a-z]|→|->|\\w\\(\\S*\\)|\\b[a-z]+_[a-z]+_\\w+|\\w: (?:true|false|\\d))[^\\n]*\\n)`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // Claude reports every fix of its own slips: only one with its cause is knowledge.
    id: "runbook.recovered-cause",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, its cause, what was done, and that it works again",
    pattern: new RegExp(
      `${RECOVERED}|${actThen(RESULT, `(?:${ACT}|${CLAUDE_ACT})`)}|^(?:with|after|since|once) \\S.{2,90}? (?:${RESULT}|there (?:have|has) been (?:no|none)\\b|(?:the [\\w-]+|it|they) (?:now )?(?:writes?|sees?|finds?|reads?|gets?|keeps?|sends?|receives?|reaches|serves?|returns?|fetch(?:es)?|creates?|uses?) (?!no\\b|an error|the same)\\w)|\\b(?:fetched|processed|imported|read|wrote|sent|handled|exported|copied|migrated|indexed|parsed|ran|went) (?:through )?(?:all|every|the whole|each|both)\\b.{0,60}?\\bwithout\\b|^${MAKES}|\\b(?:at|with|on|in|using) \\S.{1,60}? (?:it|they|the \\w+) (?:completes|works|runs|passes|finishes|starts|builds|boots|loads|succeeds)\\b|^(?:the|all|both) (?:\\S+ ){1,6}(?:is|are) now [a-z]+ed\\b|^the (?:\\S+ ){0,4}(?:failing|flaky|broken|red) (?:\\S+ ){0,3}(?:pass|passes|run|runs|work|works)\\b|^(?:it|they|each|both|the [\\w-]+) (?:now )?(?!has|have|gets?|sees?|shows?|fails?|gives?|says?)[a-z]{3,}s? (?:\\S+ ){1,8}now(?=[.,;!)]|$| and)`,
      "i",
    ),
    near: ofClaude(BROKEN_BEFORE),
    nearQuoted: true,
    nearFirst: true,
    unless: NOT_TOLD,
    despite: DESPITE,
    who: ["claude"],
  },
  {
    id: "runbook.acted-cause",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, its cause, what was done, and what came of it",
    pattern: new RegExp(
      `${CLAUDE_ACT}.{3,140}?(?:,? and|, so|, which) (?!i )(?:\\S+ ){0,8}?(?:\\bnow (?!you|i|we|let|fail)[a-z]|(?<!\\b(?:the|a|an|of|all|more|some|both|these|their|its|for|to|with|in|on) )(?:exits|says|gives|agrees|answers|reports|returns|shows|prints|takes|stays|holds|reads|lists|matches|passes|works|runs|builds|starts|completes|finishes|loads|renders|resolves|connects|deploys|compiles|succeeds|accepts|installs|opens|boots|fits|went|came|ran|passed|fell|dropped|gave|finished|completed|answered|succeeded|drained|resumed|cleared|recovered|returned|reconnected|caught up|started|booted|loaded|connected|stopped|vanished)\\b)`,
      "i",
    ),
    near: ofClaude(SYMPTOM_TOLD()),
    nearQuoted: true,
    nearFirst: true,
    unless: NOT_TOLD,
    despite: DESPITE,
    who: ["claude"],
  },
  {
    // A fault of the past with its plain cause: what follows is the remedy.
    id: "runbook.remedied",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, its cause, and the remedy",
    pattern: new RegExp(
      `${DOING} .{3,120}?\\b(?:returns|yields|gives|keeps|makes|let'?s|brings|restores|solves|fixes|shows|produces|prevents|avoids|removes|made|gave|brought|solved|fixed|got)\\b|^(?:with|without|after|once|placed|moved|built|started|mounted|installed|configured) .{3,100}?(?:, | )(?:the|it|they|there|all|both|x{3,}) (?:\\S+ ){0,6}?(?:works?|runs?|passes|finishes|completes|succeeds|starts|builds|boots|loads|has been no|is|are|was|were|renders?|connects?|appears?|stays?)\\b|\\b(?:solves|fixes|prevents|cures|avoids|takes care of|gets rid of) (?:it|that|this|the \\w+)\\b|^(?:it|they|the \\w+) (?:\\S+ ){1,8}now\\b|\\b(?:succeeds|pass in all|passes in all)\\b`,
      "i",
    ),
    near: new RegExp(`^(?=[^]*${SYMPTOM_TOLD()})${STILL_OPEN}${OWN_SLIP}(?=[^]*\\b${NAMED_CAUSE}\\b)`, "i"),
    nearQuoted: true,
    nearFirst: true,
    unless: NOT_TOLD,
    despite: DESPITE,
    who: ["claude"],
  },
];
