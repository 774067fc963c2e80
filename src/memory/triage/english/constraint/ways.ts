// How outside systems behave, and what follows when one does otherwise.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { PLACE } from "./places.ts";
import { PARTNER, RULER, SYSTEM } from "./words.ts";

const BADLY = oneOf(`
  reject\\w*, bounc\\w+, drop(?:s|ped), kick\\w*, block\\w*, ban(?:s|ned)?, throttl\\w+, penalt\\w+, fined, crash(?:es)? on, los(?:e|es|t), pays?, slips?, kill\\w*,
  ignored?, truncat\\w+, clip\\w*, cut off, lock(?:s|ed)? (?:us|you|out), charge\\w*, refus\\w+, delist\\w*, disconnect\\w*, faults?, emergency, void\\w*,
  re-?certif\\w+, suspend\\w*, invalid\\w*, bricks?, (?:won't|wont) load, never loads?, useless, liable, sued, no (?:badge|release|deal|payout), revoke[sd]?, fails? (?:review|certification|audit|validation), expires?, stops? \\w+, scream, complain\\w*, trips?, flags?, silently
`);

/** Systems that are not ours. */
const OUTSIDE = phrase`
  (?:${PLACE}|their|theirs|they|them|vendor\w*|suppliers?|partners?|banks?|customers?'?s?|client'?s|third[- ]part(?:y|ies)|upstream|legacy|erp|sap|mainframe|plc|plcs|firmware|scanners?|printers?|devices?|modems?|sensors?|machines?|driver|bus|protocol|gateway|carrier|provider|exchange|ministry|tax office|portal|registry|hosting|proxy|firewall|outlook|gmail|excel|safari|chrome|ios|android|apple|google|stripe|salesforce|feed|import|export|dll|library|toolchain|nothing we can|(?:can't|cant) (?:be )?(?:configured?|changed?)|no way to|satellite|link|solver|slack|teams|jira|github|gitlab|aws|azure|s3|lambda|browsers?|whatsapp|instagram|linkedin|network|school|cdn|cloudflare|kernel|interface|licen[cs]e|dataset|data|server|library|on-?prem\w*|premises?|country|eu|agency|stores?|marketplace|mainframe|dsp|post|api|okta|group|gpus?|readers?|cards?)
`;

/** Things that others hold. */
const HELD = new RegExp(
  `(?<!\\w)(?:${SYSTEM}|${PARTNER}|${RULER}|data|printed|names?|columns?|keys?|stickers|margins|backups|contract|format|wire)(?!\\w)`,
  "i",
);

export const CONSTRAINTS_OF_WAYS: readonly Signal[] = [
  {
    id: "constraint.fixed",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "cannot be otherwise",
    pattern: phrase`
      (?:can't|cant|cannot|can never|could never|won't|wont|must not|must never|may not) (?:ever |really )?be (?:changed|touched|modified|altered|replaced|upgraded|configured|reconfigured|extended|reused|exported|undone|raised|published again|reordered|recompiled|reflashed|negotiated|rolled back|patched|updated (?:in the field|remotely|anymore))
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.unchangeable",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "cannot be changed",
    near: HELD,
    pattern: phrase`
      (?:(?:can't|cant)|can\s?not|can never|(?:won't|wont)|will not|will never|must not|must never|may not|nobody can|no one can|impossible to|no way to|not possible to|never) (?:be |get |ever |really |even |just |simply |easily )*(?:chang\w+|upgrad\w+|configur\w+|reconfigur\w+|touch\w*|modif\w+|replac\w+|mov(?:e|ed)|alter\w*|renam\w+|patch\w*|recompil\w+|re-?flash\w*|extend\w*|influenc\w+|reorder\w*|export\w*|reus\w+|reach\w*|install\w*|negotiat\w+|leave|break|raise\w*|split|shared?|exposed?|rolled back|undone|stored?|logged|sent|copied|cached|committed|used (?:in|for|on|with|while|commercially)|rely|depend)
      (?:format|schema|names?|columns?|layout|order|structure|interface|protocol|template|dates?|width|size|ids?|contract|api|spec|price|scope|fields?|urls?|ports?|pinout|enclosure|keys?|numbers?|conventions?|signature|abi) (?:is|are) (?:fixed|given|set|defined|dictated)(?! (?:to|in the (?:config|constructor|test)))
      (?:is|are|stays?|remains?) (?:frozen|immutable|binding|set in stone|carved in stone|baked in|burned in|burnt in|certified|sealed|glued|locked)(?=[,.;:]|$| (?:by|in|until|as|since|because|now|here|there|and|so|at|to|for)\b)
      (?:backwards?|forwards?|binary|wire|source)[- ]compat\w*|no breaking changes?|(?:(?:can't|cant)|cannot|must not|(?:don't|dont)|never) break (?:the |any |existing |old |their |those |our )?(?:\w+ )?(?:clients?|integrations?|plugins?|customers?|consumers?|users|api|apis|contract|links|urls|format|saves?|savegames?)
      (?:old|older|existing|previous|v\d|legacy|deployed|shipped|installed|public|current|earlier)(?: \w+){1,4} (?:must|has to|have to|need to|needs to) (?:still|keep|remain|stay|continue|load|work|be)
      still (?:out there|in use|around|depend|rely|in the field)|still (?:on|using|running|run|use) (?:the |an? |our )?(?:old|v1|first|legacy|previous)
      \d+k? (?:\w+ ){1,3}(?:out there|depend on|rely on|in the field|in the wild)
      (?:is|are) (?:read|parsed|consumed|scraped|printed|hard-?coded|referenced|linked) (?:\w+ )?(?:by|in|on|into|at|from) 
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.or-else",
    category: "CONSTRAINT",
    strength: 0.46,
    why: "says what happens otherwise",
    pattern: phrase`
      (?:must|has to|have to|wants?|expects?|needs?|requires?|insists) .{1,60}?,? (?:otherwise|or else)
      ${BADLY}(?: \w+){0,3} (?:otherwise|if (?:not|it'?s|we|you|they))
      (?:otherwise|or else|or|else|if not|above that|over that|beyond that|after that|past that|outside of that|=) .{0,40}?\b${BADLY}
      (?:anything|everything|whatever|all|requests?|files?|mails?|messages?|pages|names|records) (?:else|over|above|bigger|larger|longer|newer|older|beyond|later|more|outside|past|under|below|smaller)\b.{0,50}?\b${BADLY}
      (?:if|when|once) (?:we|you|they|it|one|the \w+) (?:(?:don't|dont)|don't|miss|exceed|go(?:es)? (?:over|above|past|beyond)|start|send|call|are late|break|touch|change|open|run|hit|use|fail|take|poll).{0,50}?\b${BADLY}
    `,
    near: OUTSIDE,
    unless: new RegExp(`${NOT_MEANT.source}|\\b(?:error|exception|bug|test|returns? null|undefined)\\b`, "i"),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.quirk",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "tells how a system outside is",
    pattern: phrase`
      (?:takes?|accepts?|speaks?|understands?|reads?|imports?|exports?|sends?|delivers?|wants?|expects?|needs?|uses?|supports?|allows?|knows?|does|offers?|handles?|comes?) (?:\w+[\w./-]* ){1,5}only
      only (?:ever )?(?:takes|accepts?|speaks?|understands?|reads|imports|exports|sends|delivers?|knows|offers?|handles|covers?|supports?|allows?|permits?|exposes?|talks?|gives|lets?|keeps|works (?:with|on|over|via|from|in)|runs (?:on|under|with|in)|go(?:es)? out|updates)
      (?<!\b(?:i|it) )only (?!passes|happens|affects|shows|fails|appears|needs|is\b|was\b|has\b|takes|matters|changes|contains|includes|returns|renders|runs|works|does\b|covers|tests|checks|this\b|matches|handles|processes|applies)[a-z]+s
      (?:that'?s|thats) (?:just |simply )?how (?:the|their|they|it|\w+) \w+|they (?:only |just )?(?:give|send|offer|invoice|bill|charge|ship|deliver|hand) us
      ships? only|(?:is|are) theirs|we share (?:the|a|one|that)|stops? at \d
      (?:returns?|sends?|responds?|reports?|delivers?|answers?|comes?|come|arrives?|exports?|emits?|fires?|counts?|rounds?|truncates?|strips?|drops?|ignores?|swallows?|pads?|bills?|charges?|polls?|clips?|evicts?|kills?|disconnects?|resets?|reboots?|goes down|is down|sleeps?) .{0,60}?\b(?:always|never|even (?:if|when|on|for|though)|no matter|regardless|silently|once (?:a|per|an)|twice a|every (?:\w+ )?(?:\w+)|as (?:strings?|text|xml|csv|pdf|keyboard|is)|otherwise|at night|on weekends?|per (?:segment|call|request|byte|user|seat|row|\w+ scanned)|by (?:the )?(?:bytes?|hour|minute|rows?)|after (?:\d+|each|every|one)|above \d|over \d)
      (?:proxy|firewall|outlook|gmail|safari|ios|android|apple|google|store|chrome|firefox|gateway|cdn|cloudflare|carrier|provider|vendor|network|school|hosting|hoster|client|customer|printer|scanner|excel|browsers?|whatsapp|instagram|linkedin|satellite|link|solver|slack|teams|jira|github|gitlab|aws|azure|s3|lambda|sap|salesforce|bank|exchange|portal|registry|plc|modem|driver|antivirus|mdm|vpn|kernel|systemd|kubernetes|openshift)(?: \w+){0,2} (?:strips|blocks|rejects|refuses|drops|ignores|clips|evicts|kills|throttles|truncates|rewrites|forbids|disallows|bans|filters|caches|sanitizes|mangles|swallows|suspends|wipes|resets|locks) (?!the (?:request|response|call|token|message|query)|our|my|this|that|it\b)\w+
      (?:non-?commercial|research|internal|evaluation|personal|academic)(?: use)? only
      (?:anything|everything|data|records|files?|logs|backups?|keys?|code|secrets|images?|samples)(?: \w+){0,5} (?:stays?|remains?|has to stay|have to stay|must stay|must not leave|may not leave|(?:can't|cant) leave|cannot leave|never leaves?|has to live|must live) (?:on|in|inside|within|the|our|eu|local|here)
      (?:(?:isn't|isnt)|is not|(?:aren't|arent)|are not|not) (?:thread[- ]safe|re-?entrant|idempotent|transactional|unique|sorted|guaranteed|reliable|encrypted|versioned|documented|open source)
      (?:case[- ]insensitive|big[- ]endian|little[- ]endian|ebcdic|latin-?1|utf-?16|fixed[- ](?:width|length|point)|column[- ]major|one[- ]based|1-based|16[- ]bit|8[- ]bit|half[- ]duplex|7[- ]bit|ascii|soap)
      (?:carr(?:y|ies)|holds?|fits?|leaves?|takes?) (?:at most |only |up to |exactly )?\d+\s?(?:bytes?|bits?|chars?|characters|kb|mb|items?|messages?)
      (?:so |we |you )?(?:have|has|need|forced) to poll|html scraping|scraping is all|is all (?:we|you) (?:have|get|got)|(?:that'?s|thats) all (?:we|you|it|they|there) (?:have|has|gets?|gives?|supports?|offers?|does|is)|every (?:byte|cent|millisecond|ms|cycle|gram|watt) counts|(?:datasheet|data sheet|errata|manual) (?:says|states|warns|lists)
    `,
    near: OUTSIDE,
    unless: new RegExp(`${NOT_MEANT.source}|\\b(?:500|502|503|504|404|403)\\b`, "i"),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];
