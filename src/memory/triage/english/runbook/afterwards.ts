// That it works is told first, or by what has not happened since: the cause and the remedy stand beside it.
import { oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { GOOD } from "./recovery.ts";
import { IMPLIED, SYMPTOM, SYMPTOM_PAST } from "./symptom.ts";
import { DID, HOPED, NO_REQUEST, STILL_OPEN } from "./words.ts";

const DESPITE = ["oneOff", "embedded", "negated", "hypothetical", "reported"] as const;

const PUT_RIGHT = oneOf(`
  added, removed, deleted, changed, replaced, swapped, moved, renamed, set, put, raised, lowered, increased, decreased, bumped, pinned,
  upgraded, downgraded, updated, installed, reinstalled, uninstalled, enabled, disabled, turned, switched, granted, renewed, rotated,
  regenerated, rebuilt, restarted, rebooted, reset, cleared, purged, pruned, wiped, flushed, killed, stopped, unplugged, plugged, taped,
  soldered, tightened, mounted, remounted, opened, closed, allowed, whitelisted, excluded, pointed, appended, prepended, stripped, escaped,
  quoted, wrapped, forced, synced, copied, converted, recreated, re-?created, re-?ran, reverted, registered, unregistered, exported, bound
`);
const RUNS_AGAIN = `(?:can (?:\\w+ ){0,2}\\w+|works?|working|runs?|running|builds?|building|boots?|booting|prints?|printing|starts?|connects?|loads?|passes|passing|deploys?|syncs?|syncing|attaching|attaches|responds?|reachable|online|alive|(?:is|are|'s|was|were|came|got) (?:all )?(?:up|back|${GOOD})) again\\b`;
const CAME_FROM =
  "\\b(?:had|was|were|wanted|wants|needed|needs|expected|expects|expired|lost|used|pointed|because|since|due to|turned out|didn't|weren't|wasn't|doesn't|only|too|missing|old|wrong|stale)\\b";

export const AFTERWARDS: readonly Signal[] = [
  {
    // "Printing works again, the queue was paused and cupsenable brought it back."
    id: "runbook.again",
    category: "RUNBOOK",
    strength: 0.46,
    why: "works again, and what it took",
    pattern: new RegExp(`\\b${RUNS_AGAIN}`, "i"),
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*again\\b[^]*${CAME_FROM})(?=[^]*again\\b[^]{4,}(?:${DID}|\\b(?:needed|wanted|had to|brought|puts?|made)\\b)[^]{3,})`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.again-act",
    category: "RUNBOOK",
    strength: 0.46,
    why: "what was done, after the word that it works again",
    pattern: new RegExp(
      `(?:^|[.,;:!] |\\b(?:i|we|and|since i|since we|so i|so we|just) )${PUT_RIGHT}\\b`,
      "i",
    ),
    near: new RegExp(`^${STILL_OPEN}${NO_REQUEST}(?=[^]*\\b${RUNS_AGAIN}[^\\n]*\\n[^]*${CAME_FROM})`, "i"),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    id: "runbook.again-cause",
    category: "RUNBOOK",
    strength: 0.44,
    why: "works again, why it had not, and what it took",
    pattern: /\b(?:had|was|were|wanted|needed|expired|expected|lost|didn't|wasn't|weren't|turned out)\b/i,
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*\\b${RUNS_AGAIN}[^\\n]*\\n[^\\n]*${CAME_FROM}[^\\n]*\\n(?!(?:now|next|can|could|let|lets|let's|so|please|anyway|thanks|and now|then|but|what|how|why|is|are|do|does|add|make|write|fix|check|run|go|continue|carry)\\b)[^\\n]{5,})`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "The build broke with an undefined mixin, the order of imports matters. Moved the mixins to the top."
    id: "runbook.put-right",
    category: "RUNBOOK",
    strength: 0.42,
    why: "an error of the past, its cause, and what was done",
    pattern: new RegExp(
      `^(?:so |then |just |i |we |i just |i've |we've |so i |so we )*${PUT_RIGHT}\\b(?! (?:it|them|that)(?: now)?[.!]?$)`,
      "i",
    ),
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?![^]*\\b(?:again|still|but|tomorrow|later|check|see (?:if|whether)|let me)\\b)(?=[^]*${SYMPTOM_PAST()}[^]*(?:${CAME_FROM}|\\b(?:matters|sits|lives|is|are)\\b)[^\\n]*\\n)`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "Since we pinned the runner none of them came back", "gone after i cleared the cache".
    id: "runbook.after-act",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error that has not come back since something was done",
    pattern:
      /\b(?:since|now that|after|once|with) (?:i|we|the [\w-]+|it|that|he|she|they|\w+ing) .{3,90}?[, ](?:nothing|none|no (?!idea|clue|reason|need)[\w-]+|never|not (?:one|once|a single)|(?:it|they|the [\w-]+|everything) (?:doesn't|don't|hasn't|haven't|never|no longer|stopped))\b|(?:^|[.,;:!] |\bit's |\bis |\bare )(?:not|none|gone|nothing|never|no more|not once|stopped|quiet|fine|away)(?: \w+){0,3} (?:since|after|once|as soon as|ever since) (?:i|we) (?!wrote|said|asked|started|began|last)[a-z]/i,
    near: new RegExp(`^(?=[^]*(?:${SYMPTOM}|${IMPLIED}))${STILL_OPEN}`, "i"),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: [...DESPITE, "question"],
    who: ["user"],
  },
  {
    // "Slow queries solved: the planner had stale stats. Analyze on both tables."
    id: "runbook.solved-label",
    category: "RUNBOOK",
    strength: 0.46,
    why: "names what was solved, its cause and the remedy",
    pattern:
      /^(?:(?:ok|so|btw|fyi|update|oh|and|yay|finally)[,:]? )*(?!(?:all|typos?|lint|nits?|review|comments?|both|done|everything|formatting|bugs?|issues?)\b)(?:\S+ ){1,8}(?:solved|fixed|resolved|explained|cured|sorted|understood)(?::| [-–—]) \S/i,
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*(?:solved|fixed|resolved|explained|cured|sorted|understood)(?::| [-–—]) [^]{0,160}(?:${CAME_FROM}|\\b(?:is|are|has|have|does not|can't|cannot)\\b)[^]{12,})`,
      "i",
    ),
    nearQuoted: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "Torch 2.3 with cu118 runs on the old card."
    id: "runbook.runs-with",
    category: "RUNBOOK",
    strength: 0.44,
    why: "an error, its cause, and with what it works",
    pattern:
      /^(?:and |so |but |now )*(?!(?:it|this|that|the (?:app|site|page|rest|other)|everything|nothing|same|still|he|she|what|which|if|when)\b)(?:[\w@./:=+-]+ ){1,7}(?:works|runs|boots|compiles|connects|installs|does (?:it|the (?:job|trick))|is enough|is fine)(?=[.!]|$| (?:on|in|with|there|under|for|fine|everywhere))/i,
    near: new RegExp(
      `^${STILL_OPEN}${NO_REQUEST}(?=[^]*${SYMPTOM_PAST()}[^]*\\b(?:was|were|had|because|since|only|needs?|wants?|expects?|due to|too)\\b[^]*\\n)`,
      "i",
    ),
    nearQuoted: true,
    nearFirst: true,
    unless: HOPED,
    despite: DESPITE,
    who: ["user"],
  },
  {
    // "When the port is busy it's ModemManager. systemctl stop ModemManager."
    id: "runbook.when-it-is",
    category: "RUNBOOK",
    strength: 0.46,
    why: "says where an error comes from and what to do",
    pattern:
      /^(?:(?:btw|fyi|note|also|and|oh|reminder)[,:]? )*(?:if|when|whenever|any ?time|every time) .{3,90}?(?:,| it's| its| that's| that is| it is| this means| that means| it means) (?:it's |its |that's |that is |usually |always |mostly |probably |most likely |just |because |the |a |an |your )*\S/i,
    near: new RegExp(
      `^${NO_REQUEST}(?=(?:[^]*\\n)?[^\\n]*\\b(?:if|when|whenever|time)\\b[^\\n]*(?:${SYMPTOM}|\\b(?:busy|red|slow|black|white|blank|empty|stuck|missing|dead|silent|weird)\\b)[^\\n]*\\b(?:it'?s|it is|that'?s|means)\\b[^\\n]*\\n(?:just |then |so )?(?:run|delete|clear|remove|reinstall|restart|rebuild|kill|wipe|purge|flush|rm|reset|unset|export|prune|log|nuke|reboot|unplug|replug|sudo|npm|npx|yarn|pnpm|brew|pip|docker|kubectl|git|adb|systemctl|chmod|chown|source|toggle|re-?login|renew|stop|open|close|set|turn|switch|plug|press|hold|x{4,})\\b)`,
      "i",
    ),
    nearQuoted: true,
    unless: /\?|\b(?:users?|should|must|shall|show|display|return|throw)\b/i,
    despite: [...DESPITE, "question"],
    who: ["user"],
  },
];
