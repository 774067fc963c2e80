// How Claude reports what it left open.
import { eitherOf, oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { MENDED } from "./later.ts";
import { SAID } from "./refused.ts";

const DONE_TO_HIDE = oneOf(`
  silenced, disabled, pinned, skipped, stubbed, suppressed, hard-?coded, mocked, excluded, bypassed, duplicated, copied, vendored, wrapped, clamped, bumped, raised,
  increased, loosened, relaxed, cast, added, commented, kept, left, ignored, worked, used, put, made, swallowed, caught, patched, forced?, lowered
`);
const MENDING =
  "(?:fix\\w*|solv\\w+|port\\w*|rewrit\\w+|refactor\\w*|bundl\\w+|migrat\\w+|address\\w*|investigat\\w+|clean\\w*|chang\\w+ (?:all|the)|extract\\w*|a (?:real|proper|fix)|the (?:real|proper|actual|underlying|root)|implement\\w*|doing|touch\\w*|handl\\w+|resolv\\w+|updat\\w+|repair\\w*|backfill\\w*|normali[sz]\\w+|generali[sz]\\w+|introducing|building|restructur\\w+)";
const UNDONE =
  "(?:done|fixed|checked|verified|implemented|written|migrated|ported|tested|added|handled|cleaned|replaced|investigated|measured|addressed|solved|removed|moved|converted|built|wired|documented)";
const LABEL = oneOf(`
  note for later, for later, known (?:gaps?|limitations?|issues?|shortcomings?|bugs?|problems?|weak\\w+), limitations?,
  (?:deliberately |intentionally )?(?:not (?:yet )?(?:done|covered|included|implemented|handled|tested|verified|addressed|supported|migrated|in scope|part of this|touched)|incomplete|unfinished)(?: (?:yet|by this \\w+|in this \\w+|here))?,
  left (?:out|open|undone|for later|for a follow-?up|as is), still (?:open|missing|to do|outstanding), out of scope, deferred, postponed, skipped, follow-?ups?(?: (?:needed|work|items?))?,
  tech(?:nical)? debt, open (?:points?|items?|ends?), loose ends?, things i (?:left|did not|didn't|skipped)\\b[^:]{0,30}, what(?:'s| is) (?:still )?(?:missing|left|open|not (?:done|covered))
`);

export const REPORTED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.left-said",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "is reported as left open",
    pattern: eitherOf`
      ^\W*(?:(?:one|two|some|a few|other|small|minor|remaining|important) )?${LABEL}\s*(?::|–|—| - )\s*(?![\d(])\S+ \S+
      \b(?:i|we)(?:'ve| have)? (?:deliberately |intentionally |also |simply |only |just |temporarily |therefore |instead )*${DONE_TO_HIDE}\b.{1,90}\b(?:rather than|instead of) (?:\w+ )?${MENDING}
      ^rather than ${MENDING}.{2,60}\bi(?:'ve| have)? (?:now )?(?:skip|just|simply|only|${DONE_TO_HIDE})
      \b(?:suppressed|silenced|disabled|ignored|skipped|hidden|masked|worked around|papered over|patched|caught|swallowed)\b.{0,50}\b(?:rather than|instead of|not|but not|without (?:being )?) ?(?:being )?(?:fix(?:ed|ing)|solv(?:ed|ing)|resolv(?:ed|ing)|address(?:ed|ing)|handl(?:ed|ing)|repair(?:ed|ing))
      \bremain(?:s|ing)? (?:to be ${UNDONE}|undone|unfixed|untested|unverified|unhandled|unsolved|unmigrated|unaddressed)\b|\b(?:has|have|is|are) yet to be ${UNDONE}\b|\b(?:proper|real|actual|reverse|other|second|full) (?:[\w-]+ ){1,3}(?:is|are) still (?:wanted|missing|needed|pending|to be)\b
      \bworth (?:revisiting|cleaning up|refactoring (?:later|at|some|in)|fixing (?:properly|later|at|in|some)|a (?:follow-?up|ticket|proper|cleanup)|doing (?:properly|later|separately|in a|at some))\b
      \b(?:should|must|can|may)(?:n't| not|not) (?:stay|remain|be left)(?: \w+)? ?(?:$|[.,;:!]|like|that way|this way|as|forever|in (?:there|the (?:code|repo|config|long)|prod\w*|place|main)|there|for long|long)
      \b(?:is|are|was|were|has been|have been|i|we|i've|i have)(?: deliberately| intentionally| only| just)? (?:left (?:it |this |that |them |the \S+ )?(?:out of|for|as) (?:this|a|the|another|future|later|is|now|follow-?up)|deferred to|postponed to|punted to|moved to a follow-?up|out of scope (?:for|of|here))\b|\b(?:is|are) (?:a|the|my|left as a|for a|one for a) follow-?up\b
      \b(?:underlying|actual|root|real) (?:\w+ )?(?:cause|problem|issue|bug|leak|race|slowness|deadlock|error|bottleneck)(?: itself)? (?:is|was|has|remains|still)(?: still| been)? (?:not|n't|there|un\w+|open|in place|exists|present|never)\b
      \b(?:are|is) (?:still |only |currently |just )?(?:an? |my |rough )?(?:stubs?|placeholders?|no-?ops?|guess(?:es)?|hard-?coded|stubbed|mocked|faked|dummy)\b.{0,80}\b(?:until|for now|yet|at the moment|before|once|so far|still)\b
      \b(?:must|has to|have to|needs to|should) be (?:turned|switched|put|brought|set) back\b|\b(?:must|should|has to|needs to) (?:go|come) back (?:in|on)\b
      \b(?:can't|cannot|could not|couldn't) (?:therefore |thus )?be (?:removed|deleted|dropped|retired|switched off|merged|upgraded|enabled) (?:yet|until|before|as long)\b
      \bi (?:did not|didn't|have not|haven't) (?:\w+ )?(?:attempt|tackled?|repair(?:ed)?|address(?:ed)?|convert(?:ed)?|migrated?|cover(?:ed)?|port(?:ed)?|investigated?|pursued?|extend(?:ed)?|go into|find a (?:clean|good|better|proper))\b(?! any)|\bi (?:did not|didn't|haven't|have not) (?:do|done|get to|gotten to|got to) (?:that|it|this|so|those|them)\b|\b(?:they|it|that|this|those|these)(?:'ll| will) (?:still )?need (?:\w+ing|to be ${MENDED})\b|\bi (?:didn't|did not) want to (?:do|touch|change|mix|include|start|go)\b|\b(?:which|that) i haven't started\b|^not done\b|\b(?:is|remains|stays|are)(?: still)? (?:unsolved|unresolved|unexplained|unfixed)\b|\b(?:tackl|fix|address|do|solv)ing (?:it|that|this|them) separately\b|\bi stopped short of\b|\bi could(?: only|n't| not) (?:verify|test|check|reproduce) (?:this|it|that|the)\b.{0,60}\b(?:so|only|on|nobody|un\w+|rather)\b
      \b(?:someone|somebody)\b.{0,40}\b(?:will have to|has to|should|needs to|must|ought to) (?:look|fix|check|clean|rewrite|port|derive|migrate|measure|add|write|review|decide|replace|test|enable|raise)\b
      \b(?:the )?(?:remaining|other|rest of the|existing) (?:[\w-]+ ){1,4}(?:still (?:use|go|run|rely|have|depend|need|call)|keep (?:the|their)|are not (?:yet )?(?:migrated|converted|covered|ported|moved)|have (?:yet )?to be ${MENDED}|were left|i left)\b
      \b(?:wasn't|isn't|was not|is not|not) part of (?:this|the (?:task|change|ticket|request)|what)\b|\b(?:which|that) i'd do (?:on its own|separately|in a|as a)\b|\b(?:have|has) to be (?:moved|migrated|ported|converted|cleaned|fixed) (?:over )?(?:one by one|separately|by hand|later|individually)\b
      \bnobody has (?:run|tested|tried|checked|verified|used) (?:it|that|this|them)\b|\b(?:it is|it's|that is|that's) (?:going to|bound to) (?:hurt|break|bite|be a problem|be slow|fail)\b|\b(?:that|it|this) (?:breaks down|falls over|falls apart|won't hold|stops working|gets slow|becomes a (?:problem|bottleneck)) (?:once|when|with|as soon|beyond|at|if)\b
    `,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "step"],
    who: ["claude"],
  },
  {
    id: "tech-debt.for-now-said",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "is reported as good for the moment only",
    pattern: eitherOf`
      \b(?:for now|for the time being|for the moment|temporarily|in the meantime|to keep (?:the|this) (?:change|diff|pr|patch) (?:small|focused|minimal)|to get (?:the (?:build|tests?|pipeline)|ci|past the)\b|i (?:couldn't|could not) (?:reproduce|verify|figure out|test (?:it|this|that|the)|find (?:the (?:cause|reason|source)|a (?:clean|good|proper|better|way)|out why))(?!.{0,40}\?))
      \b(?:as an? (?:\w+ )?(?:work-?around|compromise|stop-?gap)|(?:known|one|a|main|remaining) (?:limitation|caveat|compromise)(?: \w+)? (?:is|here|remains|of)|this is (?:only |just |really )?an? (?:\w+ )?(?:work-?around|compromise|stop-?gap|approximation|heuristic))\b
      \b(?:are|is|remains?|stays?)(?: still| therefore| thus| currently)? (?:hard-?coded|stubbed|untested|unverified|unhandled|an? (?:stub|placeholder)|stubs|placeholders|not (?:yet )?(?:implemented|handled|covered|tested|verified|wired|migrated|enforced|rotated|synchroni[sz]ed|included))(?! (?:because|since|in the|when|if|so|and|or|any|by))\b
      \bi(?:'ve| have)? (?:deliberately |intentionally |only |just |also )?(?:hard-?coded|stubbed|suppressed|silenced|pinned|duplicated|excluded|worked around|skipped (?:the|these|those|two|three|\d+)|disabled (?:the|these|two|three)|left (?:the|it|both|that|them|all|two|a)|kept (?:the (?:old|legacy|deprecated)|both|it as|it in))\b(?!.*\b(?:untouched|alone|unchanged|unrelated|indentation|formatting|generated|binary|node_modules)\b)
    `,
    unless: SAID,
    despite: ["oneOff", "negated", "embedded"],
    who: ["claude"],
  },
];
