// What to do when an error comes up again.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { SYMPTOM } from "./symptom.ts";

/** What the person does to a machine, not what a program shall do. */
const REMEDY = oneOf(`
  run, delete, clear, remove, reinstall, restart, rebuild, regenerate, kill, wipe, purge, flush, bump, rm, re-?run, reset, unset,
  export, prune, increase, log (?:out|in), recreate, nuke, rotate, reboot, unplug, replug, invalidate, sudo, npm, npx, yarn, pnpm, brew,
  pip, docker, kubectl, git, adb, xcrun, aws, gcloud, make clean, systemctl, chmod, chown, source, upgrade, downgrade, pin, toggle, re-?login,
  raise, cd \\S+, pod, killall, mount, ufw, xattr, dos2unix, modprobe, sysctl, conda, poetry, bundle, gem, helm, terraform, cargo, gradle, flutter, nvm, stop, disable, enable, renew, add, power cycle, hard refresh, reconnect, re-?auth\\w*, re-?seed, close (?:it|and)
`);
const WHEN = "(?:if|when|whenever|in case|any ?time|every time|next time|should)";
const SEEN = oneOf(
  `
  (?:errors?|errored|fail(?:s|ed|ing|ure)?|crash(?:es|ed)?|hang(?:s|ing)?|hung|stuck|freez\\w+|frozen|tim(?:es?|ed) ?out|refus\\w+|denied|
  broken|breaks?|dies|died|acts? up|complains?|stops? \\w+ing|blank|black|red|corrupt\\w*|stale|[45]\\d\\d|e[a-z]{2,}(?:ent|inuse|refused|acces|perm)
  |out of \\w+|won'?t \\w+|can'?t \\w+|doesn'?t \\w+|not \\w+ing|missing|weird|garbage|no space|locked|wrong|slow|unauthorized|says?|said|shows?|see|get|got|throws?|prints?)
`.replace(/\n\s*/g, ""),
);
const NO_ORDER =
  /\b(?:if (?:it|this|that|the tests?|tests?|anything|something|one) fails?|let me know|tell me|should (?:log|throw|return|show|display|retry)|the (?:app|function|code|client|server|ui|handler|service|user|job|worker|script|page|component|button|form) (?:should|must|will|has to)|users?|we should|please|(?:show|display|render|return|log|throw|raise (?:an?|the)|print|retry|toast|fall ?back|respond|reply|send|emit|roll ?back) )\b|^(?:please |now |also |and )*(?:add|implement|create|write|make|build|handle|support)\b|\bwould be (?:nice|great|cool)\b/i;

export const ADVICES: readonly Signal[] = [
  {
    id: "runbook.when-then",
    category: "RUNBOOK",
    strength: 0.52,
    why: "says what to do about an error",
    pattern: phrase`${WHEN} .{0,70}\b${SEEN}\b.{0,90}(?:, | then | just | you (?:have|need) to | do | : ?|: |(?:→|->|=>|=) ?)(?:\w+ )?${REMEDY}\b`,
    despite: ["hypothetical", "embedded", "negated", "reported"],
    unless: NO_ORDER,
    who: ["user"],
  },
  {
    id: "runbook.works-again",
    category: "RUNBOOK",
    strength: 0.5,
    why: "says what to do about an error",
    pattern:
      /\b(?:if|when|whenever|every time) .{3,120}(?:,| and |\. ).{0,80}\b(?:and|then) (?:it|everything|the \w+|they) (?:works?|is fine|behaves?|runs?|starts?|passes|comes? back|goes away)\b/i,
    despite: ["hypothetical", "embedded", "oneOff"],
    who: ["user"],
  },
  {
    id: "runbook.when-says",
    category: "RUNBOOK",
    strength: 0.5,
    why: "says what to do about an error",
    pattern:
      /\b(?:if|when|whenever) (?!the |an? |it |users?|he |she |they |you )[\w.-]+ (?:says|complains|reports|prints|throws|fails with|dies with) .{3,60}[,:] (?!show|display|log|return|throw|retry|we |the |render|then|it |i |please|what|is |do )\w+/i,
    despite: ["hypothetical", "embedded", "oneOff"],
    who: ["user"],
  },
  {
    id: "runbook.otherwise",
    category: "RUNBOOK",
    strength: 0.48,
    why: "says what keeps an error away",
    pattern:
      /\b(?:need|needs|have|has|had|must|always|make sure|remember|before (?:you|we|running|starting)|first|start|run|set|export|source)\b.{3,90}\b(?:otherwise|or else|or it|or the|or you(?:'ll)? get|else)\b.{0,60}\b(?:x{5,}|fails?|failed|\w*errors?|crash\w*|hangs?|breaks?|dies|died|times? out|won't \w+|doesn't \w+|refuses?|e[a-z]{4,}(?:ent|used|use|acces|perm|reset)|[45]\d\d|denied|not found)\b/i,
    despite: ["oneOff", "embedded", "hypothetical"],
    who: ["user"],
  },
  {
    id: "runbook.get-past",
    category: "RUNBOOK",
    strength: 0.46,
    why: "says what an error wants",
    pattern:
      /\bto (?:get (?:past|around|rid of|over)|silence|shut up|work around) .{3,90}\b(?:you|we|i|it) (?:need|have to|must|had to|needs?|set|use|run|add)\b|\b(?:goes|went) away (?:if|when|once|after|as soon as) \w+|\b(?:goes|went) away by \w+ing|\bonly works? (?:if|when|with|after|once) /i,
    near: new RegExp(`${SYMPTOM}|\\b(?:message|warning|prompt|popup|dialog|nag|notice)\\b`, "i"),
    nearQuoted: true,
    despite: ["hypothetical", "embedded", "oneOff", "reported"],
    unless: NO_ORDER,
    who: ["user"],
  },
  {
    // Said to everybody: no order to Claude.
    id: "runbook.for-anyone",
    category: "RUNBOOK",
    strength: 0.46,
    why: "tells everybody what to do about an error",
    pattern:
      /\b(?:for (?:anyone|anybody|everyone|whoever|those|people|folks|the others)|if (?:anyone|anybody|you ever|someone|you guys)|in case (?:anyone|you|somebody)|psa\b|heads ?up|pro ?tip|tip:|gotcha)\b.{3,160}[,:=→] ?\S+/i,
    near: new RegExp(`^(?=[^]*${SYMPTOM})`, "i"),
    nearQuoted: true,
    despite: ["hypothetical", "embedded", "oneOff", "reported", "negated"],
    unless: /\?|\b(?:please|can you|could you|let me know|tell me|should|asks?|complains?)\b/i,
    who: ["user"],
  },
  {
    id: "runbook.kept",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error and its remedy, noted for another time",
    pattern:
      /\b(?:notes? to (?:self|us|future)|for (?:future me|the record|next time|future reference|posterity|later reference|whoever)|next time|lessons? learned|(?:in case|if|when) (?:it|this|that) (?:happens|comes|shows up|bites|occurs) (?:us |you |me )?(?:again|back)|for (?:the |your |my |our )?(?:log|notes|runbook|memory|records|files)|write (?:that|this|it) down|worth remembering|remember (?:for|this|that) |keep in mind)\b/i,
    near: new RegExp(
      `^(?=[^]*${SYMPTOM})(?=[^]*(?:(?:^|[.,;:!→=>(]\\s?|\\b(?:and|then|just|to|you) )${REMEDY}\\b|(?:[.;:] |\\n)(?:open|use|pass|set|put|call|start|build|install|turn|switch|load|select|hold|press|wait|keep) \\w+|\\b(?:had|have|need|needs) (?:to|a|the)\\b|\\b(?:fix|remedy|cure|trick|answer|solution) (?:was|is|:)|→|->|\\w=\\S| = |\\b[a-z]{4,}ing (?:it|the|\\S+) (?:helps|works|fixes)))`,
      "i",
    ),
    nearQuoted: true,
    despite: ["hypothetical", "embedded", "oneOff", "reported", "negated"],
    unless: NO_ORDER,
    who: ["user"],
  },
];
