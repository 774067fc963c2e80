// Rules of law, contract and approval, and what they leave.
import { eitherOf, oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, NOT_REAL, OVER } from "./guards.ts";
import { WORLD } from "./world.ts";

const LAND = oneOf(`
  german, french, dutch, swiss, austrian, italian, spanish, polish, danish, swedish, norwegian, finnish, irish, british, uk, us, eu, european, american, canadian, california\\w*, texas, quebec, australian, indian, chinese, japanese, korean,
  brazilian, turkish, israeli, state, federal, county, city, local, national, international, tax, labou?r, consumer, building, privacy, copyright, patent, election, health, food, drug, medical, aviation, maritime, traffic, gambling, lottery, youth,
  child, school, fire, safety, banking, insurance, trade, export, union, accessibility, anti-spam, telecom\\w*, radio, environmental, waste, animal, employment, procurement, funding, grant, house, stadium, airport, harbou?r, venue, tournament, contest,
  competition, league, marketplace, store, exchange, court, customs, hospital, landlord's, race, club, ethics, brand, distro, company, corporate, group, org
`);

const SAYER = oneOf(`
  contract, law, licen[cs]e, lawyers?, insurer, insurance, auditors?, vendor, manual, datasheet, policy, union, tender, dpo, landlord, bank, ministry, agreement, sla, nda, terms, regulator, standard, publisher, customer, client, legal, compliance, manufacturer, oem, council, union
`);

/** Rules of programs are ours to change. */
const OUR_RULES = String.raw`\b(?:business|lint\w*|eslint|css|validation|firewall|iptables|cache|routing|build|style|nginx|rewrite|format\w*|game|naming|same|other|these|those) rules?\b`;

const UNSAID = eitherOf`
  ${NOT_REAL.source}
  ${OUR_RULES}
  \b(?:add|write|create|implement|update|fix) (?:an? |the |some )?(?:\w+ )?(?:page|text|link|section|paragraph|banner|checkbox)\b
`;

export const CONSTRAINT_RULES: readonly Signal[] = [
  {
    id: "constraint.by-law",
    category: "CONSTRAINT",
    strength: 0.54,
    why: "so the law, a contract or a policy",
    pattern: phrase`
      (?:by|under|against|per) (?:\w+ )?law(?! firm)|(?:that'?s|thats|it'?s|its) (?:the )?(?:law|tüv|tuv|gdpr|hipaa|pci|fda|faa|misra|physics|osha|itar|sox|their rule|the contract|the standard)(?=[.,;!]|$)|(?:it'?s|is|are|that'?s|thats|would be) illegal (?:to|in|for|here|there|over)
      ${LAND} (?:laws?|act|directive|regulations?|legislation|ordinance|authority|authorities|rules?|policy)(?::|,(?! (?:it|which|and|i|can|please|that|they|add|check)\b)| (?:says?|wants?|requires?|forbids?|prohibits?|bans?|demands?|allows?|caps?|limits?|means?|obliges?|apply|applies)) \S+
      says (?:the|our|their|my) (?:\w+ )?${SAYER}
      \w+, (?:\w+ )?(?:policy|compliance|law|gdpr|hipaa|pci|nda|embargo|regulations?|union rules?|insurance|licensing)(?=[.;!]|$)
      \w+, (?:${LAND}|duty cycle|vendor|bank|customer|apple|google|security|noc|ops|safety|license|licence) (?:rules?|requirements?|regulations?|thing)(?=[.;!]|$| (?:on|for|in|there|here)\b)
      (?:dpo|lawyers?|auditors?|regulator|legal|compliance|insurer|union|ciso|my boss|the client|the customer) would (?:have (?:my|our|your) (?:head|heads)|kill (?:me|us|you)|sue|fine|never (?:sign|allow|approve|agree)|not (?:sign|allow|approve|agree)|shut us)
      since (?:brexit|gdpr|schrems|psd2|mifid\w*) |(?:separate|different|another) legal entit(?:y|ies)
      (?:has|have|leaves?|there'?s|is) (?:only |just )?(?:room|space) for (?:only |just |exactly |at most )?(?:\d+|one|two|three|four|five|six|eight|ten)
      (?:ships?|shipped|deliver\w*|distributed|comes?|travels?) (?:\w+ )?on (?:an? )?(?:cds?|dvds?|usb sticks?|floppy|floppies|sd cards?|cartridges?|eproms?)
      only (?:insured|licensed|cleared|certified|covered|rated|specced|entitled|funded|accredited) (?:for|to|up to|until|in|on)
      (?:rules?|rates?|tariffs?|laws?|tax tables|thresholds?) (?:\w+ )?changes? (?:every|each|yearly|annually|once) \w+
      (?:mandate|obligation|ban|law|rule|requirement|regulation|directive|sunset|deprecation|cut-?over)(?: \w+){0,3} (?:starts?|begins?|kicks in|takes effect|applies|comes into force|is due|hits) (?:on |in |by |at |from |with )?(?:\w+ )?(?:\d+|20\d\d|q[1-4])
      (?:[\w-]+ )(?:folks|team|guys|people|department) (?:froze|locked|fixed|pinned|dictates?|decides?|controls?) \w+
      under (?:an? |the |strict )?(?:embargo|nda|legal hold|litigation hold|export control|patent|quarantine|change freeze|audit|warranty|court order|seal)
      (?:fda|ema|bafin|tüv|tuv|ul|faa|easa|fcc|ce|mdr|type|regulator\w*|ethics) (?:\w+ )?(?:cleared|approved|certified|clearance|approval|certification|mark)
      (?:validated|qualified|certified|homologated|accredited|type-approved) (?:system|device|machine|process|build|version|binary|image|firmware|algorithm|config\w*|environment|toolchain|compiler|line|setup)
      (?:re-?qualif\w+|re-?certif\w+|re-?validat(?:ion|ed)|re-?homologat\w+|re-?approval|re-?accredit\w+)|(?:we|you|have to|must) (?:re-?)?file again
    `,
    unless: UNSAID,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.leaves",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "says what that leaves",
    pattern: phrase`
      nothing (?:public|external|commercial|native|fancy|heavy|bigger|larger|older|newer|closed|gpl\w*|agpl|under \w+|over \w+|above|below|that (?:\w+s)|with (?:an?|native|remote|more|external)|from (?:outside|npm|pypi|github|a cdn|the (?:web|internet|us|cloud))|gets? (?:in|out|deployed|installed|shipped|past|through)|goes (?:in|out)|leaves) ?
      (?:you|we) (?:won't|wont|will not|will never|'ll never|are never going to|can't|cant|cannot) (?:squeeze|cram|fit|push|stuff) \w+
      (?:we'?re|we are|you'?re|so it'?s|leaves us|have to do|have to do it|do it|get by|make do|cope|manage|live|works?|survive) without (?:it|that|them|any|an?|the|pip|npm|docker|internet|network|root|sudo|\w+)(?=[.,;]|$| on| in| at| there)
      (?:isn't|isnt|aren't|arent|is not|are not|not|never) (?:on|connected to|reachable from|attached to|joined to|part of) (?:the |any |our |a )?(?:network|internet|net|lan|wifi|domain|grid|vpn|tailnet|cloud)
      (?:hasn't|hasnt|has not|haven't|havent|was never|were never|never|isn't|isnt|aren't|not) (?:been )?(?:ported|certified|approved|cleared|licensed|validated|localized|homologated|whitelisted|allowlisted|accredited) (?:to|for|on|in|by|with|there|under)
      (?:order|format|layout|names?|wording|spelling|schema|numbering|encoding|casing|size|shape|colou?r|position) (?:\w+ ){0,3}?(?:is|are) (?:sacred|holy|fixed|given|not ours|theirs|untouchable|contractual|binding|legally \w+|law|mandatory|prescribed|dictated)
      (?:bolted|welded|screwed|riveted|cemented|glued|soldered|hard-?wired) (?:to|into|in|onto|on|down)
      \d[\d.,]*k? (?:of (?:them|those|these) |\w+ ){0,3}?(?:are |have been |were |is )?already (?:at|with|in|on|out|sold|shipped|installed|deployed|delivered|printed)
      (?:that'?s|thats|this is|which is) (?:the|our) (?:date|deadline|budget|ceiling|envelope|hardware|target hardware|minimum|maximum|cut-?off)(?=[.,;]|$| and)
      (?:has|have|must|needs|got) (?:to )?(?:still |also |even )?(?:run|work|fit|load|boot|play|install|open|print|display|start|survive) (?:fine |well |smoothly |also |even |offline )?(?:on|in|with|under|from|off|over|without|through|inside) (?!all\b|my|your|one go|parallel|background|order|any case|time|both|every)(?:that|this|those|these|it|them|an?|the|their|any|\w+)
      (?:load|usage|utili[sz]ation|capacity|flash|memory|quota|budget|allowance|partition) (?:\w+ )?(?:is|sits|are) (?:already )?(?:at|up to) \d+ ?% (?:already|of)
      (?:all|\d+) (?:\w+ ){0,3}?(?:slots?|seats?|licen[cs]es|pins?|ports|objects|channels|interrupts|timers|registers|numbers|addresses) (?:are |is )?(?:already )?(?:taken|used|in use|full|gone|occupied|used up|assigned|spoken for)
      (?:out of|no more|none of the|0|zero|no) (?:\w+ ){0,2}?(?:objects|seats?|licen[cs]es|slots?|pins?|credits|addresses|numbers|channels|timers|quota|minutes) (?:are |is )?(?:left|free|remaining)|(?:is|are|we're) out of (?:\w+ ){0,2}?(?:objects|seats?|licen[cs]es|slots?|pins?|credits|addresses|numbers|channels|timers|quota|minutes)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.expect",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "says what not to expect",
    pattern: phrase`
      (?:don't|dont|do not|can't|cant|cannot|never) (?:expect|count on|rely on|hope for|bank on) (?!me\b|it to be|you\b|the (?:test|function|order))\w+
      (?:extensions?|apps?|widgets?|plugins?|workers?|lambdas?|macros?|bots?|kiosks?|phones?|tenants?|contractors?|guests?|partners?|resellers?|dealers|sub-?accounts?|trial accounts?|service accounts?|functions on \w+|stores?) (?:simply |just |still )?(?:can't|cant|cannot|can not|may not|must not|aren't allowed to|don't get to|never get to) (?!be (?:found|opened|started|loaded)|find|open|start|connect|reach|see|log|load (?:the|my|our|its)|read (?:the|my)|parse|resolve|handle|be\b)\w+
      (?:may|is allowed to|are allowed to) (?:only |at most )?(?:transmit|send|run|use|draw|take|hold|keep|store|show|call|contain|weigh|cost|last|emit|consume|occupy) (?:\w+ ){0,3}?(?:\d[\d.,]*|one|two|three|ten) ?(?:%|percent|\w+)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_REAL,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];
