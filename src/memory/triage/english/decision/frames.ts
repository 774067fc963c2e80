// How it shall be, said as if it were so already: the frames in which people put a choice without a word for choosing.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { AT_HAND, GROUNDS, IMPOSED, OWED } from "./grounds.ts";

export const GROUNDED = new RegExp(
  `\\b(?:${GROUNDS})(?!\\w)|, (?:not|no|never) \\w|,? and not (?:the |an? )?\\w`,
  "i",
);

/** Things that are somewhere and go somewhere while a program runs. */
const RUNNING = oneOf(`
  errors?, exceptions?, cursor, requests?, responses?, (?:the )?user, page, screen, button, click, focus, null, undefined, output, prompt, value, result,
  text, texts, state, title, cards?, layout, image, selection, label, leak, designer, spinner, response, status, stack, loop, thread, pointer, index, counter, field, input, event, call, query, build, test, tests, job, ci, pipeline, deploy, browser, server, process, cpu, memory
`);

const HOW_IT_IS =
  /\b(?:mostly|keeps? changing|changing (?:his|her|their) mind|went unnoticed|unnoticed|different port|come back|instead it should|currently|at the moment|right now|atm|apparently|somehow|for some reason|seems?|looks like|i think|i guess|i believe|afaik|iirc|used to|why|strange|weird|odd|already|still|sometimes|normally|usually|by default|basically|under the hood|internally|as far as|according)\b/i;

export const NEITHER = new RegExp(`${AT_HAND.source}|${HOW_IT_IS.source}`, "i");

/** What stands before a statement: the beginning, a mark, or a small word. */
const FROM =
  "(?:^|[,:;(] |\\b(?:and|so|also|btw|then|that|therefore|therefor|hence|plus|fyi|ok|okay|right|yes|yeah|no|nope|nah|but) )";
const NAMED =
  "(?:(?:the|our|all|each|every|any|new|old|existing|both|only|a|an) )?(?!\\d|(?:it|this|that|there|what|which|who|he|she|they|i|you|we|so|just|from|always|never|ever|vote|sales|customer|lets|don't|do|use|uses?|using|make|add|put|leave|keep|fix|run|write|see|show|find|check|look|have|take|subsequent|how|why|when|where|if|nothing|something|everything|nobody|let|please|can|could|should|then|still|already|not|never|one thing|my|your)\\b)[\\w./+#'-]+(?: (?!(?:is|are|was|were|has|have|to|that|which|who|if|when|why|how|i|we|you)\\b)[\\w./+#'-]+){0,4}?";

const SHALL = oneOf(`
  (?:stays?|remains?|stay|remain) (?:on|in|at|with|as|out|off|a|an|the|private|internal|public|closed|open|optional|manual|server|client|where|what|how|\\w+(?: \\w+)?(?=[.,;!]|$| (?:and|because|since|for))|(?=!)),
  (?:lives?|belongs?|sits) (?:in|on|at|with|next|under|inside|outside|behind|beside|entirely), becomes? \\w+, moves? (?:to|into|out|behind|over), ends? up (?:being|as|in|on|with),
  (?:is|are) (?:off the|part of every|no longer|never going to|going to be), (?:is|are) (?:out|gone|dead|history|off|in|cut|scrapped|canned)(?=[.,;!]|$| (?:with|as of|from|for|in v?\\d)), won't (?:be|get|have|know|see|need), (?:gets?|get) (?:its|their) own,
  should (?:live|belong|stay|go|only|never|always|use|have its|get its|be (?:stored|done|kept|handled|computed|generated|served|hosted|part|per|its|optional|required)),
  (?:can|may) only, (?:is|are) [\\w.+#-]+ only, (?:is|are) fixed (?:at|to), (?:is|are) (?:the |our |their |not our |not the )?(?:[\\w']+ ){1,2}(?:job|business|responsibility|concern),
  will (?:no longer|use|be|run|live|get|have|only|not|never|support|talk|keep|store|speak|stay|return|go|follow|carry|need|come|take|become|have)
`);

const DOES = oneOf(`
  (?:goes|go) (?:in|into|to|through|via|over|on|behind|straight|directly|out|there|away), gets? (?:a|an|one|two|no|only|done|power|bug ?fixes|replaced|removed|handled|stored|written|the), happens? (?:in|at|on|only|once),
  runs? (?:in|on|at|as|every|once|only|nightly|via|through|under|behind|with), talks? (?:to|directly|only|over|via), ships? (?:with|without|as), keeps? (?:using|its|the|their|(?!asking|complain|getting|fail|crash|seeing|show|coming|saying|break|going)\\w+ing), counts? as, comes? (?:from|with|as|in), has (?:its|their) own \\w+, ha(?:s|ve) an? \\w+ \\w+, (?:only|never|always) (?!on\\b|in\\b|at\\b|opens|works|fires|loads|returns|ends|finishes|stops|starts|closes|updates|shows|arrives|gets|happens|resolves|completes|appears|matches)\\w+s, uses? (?!\\d)\\w+, relies on, rely on, speaks? \\w+, returns? \\w+,
  (?:is|are|gets?|get|be)(?: now| always| only| just| never| all| simply)* (?:stored|done|kept|written|handled|computed|calculated|generated|served|hosted|deployed|cut (?!off)|built|sent|signed|encrypted|versioned|frozen|stateless|read-?only|idempotent|append-?only|one-?way|opaque|optional|mandatory|required|internal|private|public|legacy|deprecated|limited|capped|decoupled|separate|shared|per|protected|keyed|partitioned|sharded|hashed|cached|polled|pushed|pulled|modelled|modeled|mirrored|metric|validated|rendered|exposed|released|published|tagged|rotated|synced|replicated|grouped|split|merged|addressed|based|always|never|only (?!on|in|at)|plain|synchronous|asynchronous|async|sync|strict|immutable|nullable|unique|sorted|loaded|imported|exported|logged|billed|charged|archived|purged|dropped|ignored|rejected|accepted|allowed|forbidden)
`);

/** Grounds, or a second statement of the kind: "x stays, y goes". */
export const PAIRED = new RegExp(
  `${GROUNDED.source}|(?:[,.;] |\\band )(?:the |our |all |only |both )?(?:[\\w./+#'-]+ ){1,4}(?:gets?|stays?|goes|dies|lives|remains?|becomes?|keeps?|will|won't|only|never|converts?|decides?|moves?|belongs?|are|is (?:a|an|its|part|only|just|not|never|always|decoupled|separate|shared|done))\\b|\\band [a-z]+ing\\b|\\bfrom (?:now|here) on\\b|\\bgoing forward\\b|\\bonly(?=[.,]|$)|, (?:skip|drop|no(?! (?:rush|hurry|idea|clue|problem|worries|luck))|forget|ditch|leave out|without) (?:the )?[a-z]|[.,]\\s(?:done|final|fertig|period)\\b|\\b(?:doesn't|isn't|aren't|except|apart from|at all|everywhere|always|exactly one|per \\w+|not (?:one|two|three|four|five|six|\\d+))\\b|\\bso (?:you can|we can|feel free|no need)\\b|[,.]\\sno (?:more )?(?!(?:idea|clue|problem|errors?|worries|rush|hurry|luck|need|one|it|i|the|that)\\b)[a-z]{3,}|[.!]\\snot (?:the |an? )?[\\w.+#-]+(?: [\\w.+#-]+){0,2}[.!]|\\b(?:please|pls|so) (?:adapt|convert|update|change|build|move|port|remove|delete|clean|write|add|switch|migrate|rename|make)\\b`,
  "i",
);

export const FRAMED_DECISIONS: readonly Signal[] = [
  {
    id: "decision.shall",
    category: "DECISION",
    describes: true,
    strength: 0.43,
    why: "says how it shall be, with what speaks for it",
    pattern: new RegExp(
      `${FROM}(?:${NAMED} ${SHALL}|(?:it|this|that|those|these|they)(?:'ll| will)? (?:stays?|remains?|lives?|belongs?|becomes?|goes|gets? (?:its|their) own|moves?|are (?:the |our )?[\\w']+ (?:job|business|responsibility)))(?!\\w)`,
      "i",
    ),
    near: PAIRED,
    unless: new RegExp(`${NEITHER.source}|\\b${RUNNING} (?:${SHALL})`, "i"),
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.does",
    category: "DECISION",
    describes: true,
    strength: 0.41,
    why: "says how it shall be, with what speaks for it",
    pattern: new RegExp(`${FROM}${NAMED} ${DOES}(?!\\w)`, "i"),
    near: PAIRED,
    unless: new RegExp(`${NEITHER.source}|${IMPOSED.source}|\\b${RUNNING} (?:${DOES})`, "i"),
    unlessNear: new RegExp(`${IMPOSED.source}|${OWED.source}|\\bthat's too (?:slow|long|much)\\b`, "i"),
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.we-do",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says how we do it, with what speaks for it",
    pattern: phrase`
      (?<!\bso that )we(?:'ll| will|'d)? (?:just |only |always |also |simply |now |then |still |all |both )*(?:do|put|keep|treat|store|freeze|rely on|take|ship|write|build|host|send|support|leave|skip|make|stay|limit|cap|run|use|rotate|sign|encrypt|deploy|release|publish|cut|serve|render|split|merge|model|expose|version|cache|index|go|accept|reject|charge|bill|hash|pin|vendor|fork|wrap|buy|drop|poll|push|batch|stream|sync|offer|allow|require|target|spare|trust|outsource|rent|inline|compile|bundle|generate|name|call|archive|purge|partition|shard|mirror|schedule|bill|invoice|price|count|measure|report|hide|block|ignore|assume|close|continue|expect|pay|sell|migrate|retry|round|validate|review|rebuild|move|port|replace|rewrite|reuse|deliver)
      we(?:'re| are)(?: not| only| just| now| all| also| still)* (?:doing|leaving|keeping|using|putting|storing|building|hosting|shipping|supporting|skipping|dropping|making|staying|going|limiting|moving|writing|running|cutting|freezing|taking|treating|killing|retiring|charging|pinning|forking|wrapping|buying|adding|exposing|offering|sharing|splitting|merging)
      (?:i'm|i am) (?:going to|gonna) (?:use|take|keep|drop|move|switch|write|build|host|store|go with|leave|split|skip|buy|cut)
      (?:we|i)(?:'ve| have)? (?:gave|given|giving) up on (?!you|this one)[\w.+#-]+
      we(?:'ve| have) (?:now |all |finally |just )?(?:moved|switched|migrated|changed|converted) (?:over |back )?to (?!(?:the|a|an|another|next|this|that)\b)[\w.+#-]+
      i'm (?:now |therefore |just |also )*(?:cutting|dropping|killing|ditching|retiring|scrapping|keeping|leaving|moving|switching|taking)(?= (?:the|our|all|it|that|to|out))
      we(?:'re| are) (?:now |all |on )?[\w.+#-]+(?: \d[\w.]*)? (?:now )?(?:instead of|rather than|and not)
      we(?:'re| are) an? [\w-]+ (?:shop|house|team|company)
      we (?:don't|do not|won't|never|no longer) (?:do|use|store|support|expose|ship|build|host|need|cache|log|keep|allow|offer|want|share|touch|send|run|write|accept|charge)
    `,
    near: PAIRED,
    unless: new RegExp(
      `${NEITHER.source}|\\b(?:do|make|take|run|go|put|use|keep) (?:it|that|this|a|an|the same|you|going|getting|seeing|having|running|into|through|out|up|on|over|back)(?=[\\s.,]|$)|\\bdo (?:we|you|i|have|need|get|see)\\b|\\b(?:meeting|lunch|call|vacation|holiday|office|finish|example|for the talk|an eye|eventually|one of them|exercise|over here|over there|a mess|mess|hitting|getting|seeing|running into|dropping (?:events|messages|packets|frames|rows|requests|connections))\\b`,
      "i",
    ),
    unlessNear:
      /\b(?:isn't|aren't|not) (?:sent|set|called|working|there|loaded|found|shown|updated|saved)\b|, why\b/i,
    nearby: true,
    who: ["user"],
  },
  {
    id: "decision.unwanted",
    category: "DECISION",
    strength: 0.42,
    why: "says what is not wanted",
    pattern:
      /\b(?:i|we) (?:really |just |definitely )?(?:don't|dont|do not) want (?:an?|any|another|more|two|yet another|our own|to (?:use|have|depend|rely|run|maintain|support|introduce|build|host|pay|operate|own|store|expose|ship|lock)) [\w-]+/i,
    unless: new RegExp(
      `${AT_HAND.source}|\\b(?:want (?:to )?(?:a |any )?(?:break|fight|argue|discussion|answer|summary|explanation|changes?|code|files?|tests?|edits?|warnings?|errors?))\\b`,
      "i",
    ),
    nearby: true,
    despite: ["negated"],
    who: ["user"],
  },
  {
    id: "decision.without",
    category: "DECISION",
    describes: true,
    strength: 0.42,
    why: "says what it does without",
    pattern:
      /(?:^|[,:;.] |\b(?:and|so|but|ok|okay|nah|nope|means|then) )no (?!(?:idea|clue|no|decisions?|errors?|problems?|worries|hurry|rush|need|changes?|luck|difference|output|logs?|thanks?|way|wonder|one|longer|matter|more than|such|responses?|results?|tests?|warnings?|stress|pressure|reason|comment|doubt|sense|time|effect|access|questions?|data|point|exception|exceptions|big deal|biggie|joy|sign|signs|dice|good|it|i|we|that|this|you|the|they|there|just|not|please|wait|don't|do|let|use|actually|sorry|make|idea|success|traces?|stack|crash\w*|issues?|rows?|matches|content|internet|network|connection|budget|plan|plans|news|progress|preference|opinion|hard feelings|offense|cap|kidding|further|other|others|less|fewer|later|earlier|particular|real|obvious|visible|new|strong|answer|answers|reply|feelings|code|markdown|emojis?|bullets?|surprises?|backups?|toques|hay|se|es|lo|me|hemos)\b)[\w./+#-]+(?: [\w./+#-]+){0,3}/i,
    near: new RegExp(
      `${PAIRED.source}|, (?:use|take|put|instead)\\b|[.!]\\s(?:one|just|only|plain|a single) \\w`,
      "i",
    ),
    unless: NEITHER,
    unlessNear: new RegExp(`${IMPOSED.source}|${OWED.source}`, "i"),
    nearby: true,
    who: ["user"],
    despite: ["negated"],
  },
];
