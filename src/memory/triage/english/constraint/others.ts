// Limits that others set: who will not, who insists, what is not ours.
import { phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { PARTNER, RULER } from "./words.ts";

const SOFT = "(?:just |simply |really |even |also |ever |flat out |absolutely |currently |still )?";
const WILL_NOT =
  "(?:(?:won't|wont)|will not|will never|(?:wouldn't|wouldnt)|refuse[sd]?(?: to)?|declined?(?: to)?|(?:isn't|isnt|aren't|arent|is not|are not) (?:going to|willing to|allowed to)|never|(?:can't|cant)|can\\s?not|(?:don't|dont|doesn't|doesnt)|do(?:es)? not|no longer)";
const GRANT =
  "(?:let|allow|give|changes?|raise|upgrade|update|expose|sign|approve|accept|touch|support|move|extend|replace|pay|budge|add|enable|whitelist|provide|share|grant|offer|permit|merge|renew|cover|fix|take|open|host|buy|publish|release|hand|loosen|relax|issue|send|reissue|reprint|reschedule|wait|deliver|sell|ship|lift|install|rotate|train|negotiate|make (?:an|another|any)|be (?:replaced|updated|upgraded|changed|extended|around|moved))";

export const CONSTRAINTS_OF_OTHERS: readonly Signal[] = [
  {
    id: "constraint.refused",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "others will not have it otherwise",
    pattern: phrase`
      ${PARTNER}(?: \w+){0,2} ${WILL_NOT} ${SOFT}${GRANT}
      ${RULER}(?: \w+){0,3} ${WILL_NOT} ${SOFT}(?!say|mention|exist|matter|know|care|load|render|open|work|look|show|return|compile|match|see|fire|parse|need|mind)(?:\w+)
      ${PARTNER}(?: \w+){0,3} (?:declined|refuses?|refused|rejected|turned down|denied|said no to|ruled out|banned|vetoed|insists?|demands?|forbids?|forbade|prohibits?|mandates?)
      (?:${PARTNER}|${RULER})(?: \w+){0,3} (?:turned|switched|shut) (?:\w+ ){0,3}?(?:off|down)|(?:${PARTNER}|${RULER})(?: \w+){0,2} (?:disabled|locked|blocked|removed) (?:it|that|them|this|those)
      ${PARTNER} (?:stripped|removed|disabled|blocked|dropped|killed|locked|cut) \w+
      (?:ops|devops|netops|dbas?|sysadmins?|it|infra|the vendor|the customer|the client|the provider|the hoster|upstream|maintainers?|the bank|the publisher|their \w+)(?: \w+){0,2} (?:won't|wont|will not|refuses? to) (?!work|load|see|notice|mind|care|know|come|like|happen|matter|believe|understand|complain|start|open|render|compile|run\b|connect|respond|be\b)\w+
      we asked(?: them)? (?:\w+ ){0,2}(?:times?|twice|already|and (?:they|it|the answer))
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.ruled",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "a rule from outside",
    pattern: phrase`
      ${RULER}(?: \w+){0,4} (?:requires?|required|demands?|insists?|mandates?|forbids?|forbade|prohibits?|bans?|banned|disallows?|forces?|obliges?|says?|said|told us|lets?|fined|wants?|needs (?!a (?:new|\w+ (?:field|page|column))|an? \w+ field|to be|fixing|work)\w+|expects?|blocks?|blocked|strips?|rejects?|kills?|evicts?|clips?|caps|limits|throttles?|restricts?|only \w+s|disabled|turned off|locked|shuts?|closes?|scans?|allows?|permits?|takes?|gives?|means?|changed|covers?|checks?|reopens?|must|may only|have to|has to|applies|apply|(?:is|are) (?:binding|strict|explicit|clear|mandatory)|was (?:explicit|clear))
      ${RULER}(?: (?!page|section|text|tab|module|table|form|widget|dashboard|link|header|footer|column|field|test|screen|view|template)\w+){0,2}: (?!add|put|fix|rename|remove|update|move|make|use|change|check)\w+
      (?:by|under|per|against|violates?|breach\w*|breaks?|required by|due to|because of|covered by|bound by|regulated by) (?:the |our |their |an? )?(?:\w+ )?(?:law|contract|regulations?|gdpr|hipaa|mifid\w*|pci|sox|coppa|dsgvo|policy|act|directive|nda|licen[cs]e(?: terms)?|sla|union agreement|tender|certification|statute|court order|export (?:rules|controls?))
      (?:tax|fiscal|labou?r|privacy|data protection|consumer|state|federal|eu|german|french|local|swiss|copyright|employment) law|(?:the )?law (?:since|says|requires|in)|(?:iso|iec|nist|asil|rfc)[- ]?\d{2,5}\w?|do-?178\w?|(?:medical|class \w+) device|class (?:\d|[abc]|i{1,3}) \w+|certification body|right to be forgotten|only legal
      (?:in|for) (?:california|germany|france|italy|switzerland|austria|spain|europe|china|russia|india|brazil|japan|that (?:state|country)|those countries) (?:we|you|it|they) (?:have to|must|need|(?:can't|cant)|may)
      (?:spec|rules?|policy|standard|guideline|agreement|contract|certification|cert|law|licen[cs]e|terms)(?: \w+)?: (?:no|never|must|only|max|nothing)|policy is .{0,20}?\d|(?:is|are) (?:strictly |highly )?(?:confidential|embargoed|copyrighted|classified|patented|privileged)
      (?:brand guidelines|company policy|union rules?|security policy|house rules?|export rules|store rules?|league rules?|school policy|corporate policy|it policy)[,.] \w+
      (?:that'?s|thats|it'?s|its) an? (?:pci|gdpr|hipaa|legal|compliance|security|safety|tax|licen[cs]e|policy|regulatory|contract) (?:thing|rule|requirement|issue|matter)
      (?:noc|union|house|company|safety|bank|store|school|hospital|league|tax|security|customer|vendor|network|board|ministry|government) rules?(?=[.,]|$)|(?:insurer|vendor|bank|customer|client|valve|apple|google|hoster|publisher|landlord)'?s rules?
      (?:rep|manager|officer|director|boss|chief|supervisor|professor|landlord) (?:said|says|told us|insists|insisted|demands|requires) (?:no|never|nothing|on no)
      for (?:legal|compliance|regulatory|licensing|privacy|safety|audit|tax|contractual|data protection) reasons
      (?:it'?s|that'?s|this is) (?:(?:a|the) law|law|policy|company policy|regulation|in the contract|contractual|regulatory|a legal (?:thing|requirement))
      (?:in|per|part of|stated in|written in(?:to)?) (?:the|our|their) (?:contract|sla|nda|tender|agreement|licen[cs]e|terms)
      we (?:promised|committed to|guaranteed?|signed|are bound)
      (?:on|in) the (?:deny|block|allow)[- ]?list|export[- ]controlled|itar|gpl(?:v[23])?(?: \w+){0,2} (?:is|are) (?:out|a no)
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.not-ours",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "it is not ours to change",
    pattern: phrase`
      (?:we|i|you) (?:(?:don't|dont)|do not|neither|never) (?:own|control|maintain|get to (?:choose|pick|decide|say)|have (?:a |any |much )?(?:say|choice|control|influence|source|sources))
      (?:have|has|got|with|there'?s) (?:no|zero) (?:say|choice|control|influence|source|sources|leverage)
      (?:is|are|gets?|was|were|'s) (?:owned|run|maintained|operated|managed|controlled|dictated|imposed|prescribed|mandated|enforced|set|hosted|decided|locked|frozen) by (?:the |another |an? |their |some |our )?(?:\w+ ){0,2}(?:${PARTNER}|${RULER}|institute|company|agency|corporate|parent company)
      belongs? to (?:the |another |a different |some |their )(?:[\w-]+ ){0,2}(?:team|folks|guys|people|institute|department|group|company|vendor|customer|client|partner|university|bank)
      (?:the )?(?:other|another|\w+) (?:team|department|institute|group|company|vendor) owns
      (?:out of|beyond|not in|outside(?: of)?) our (?:hands|control|power|reach)
      comes? from (?:the |their |another )(?:\w+ ){0,2}(?:team|department|agency|client|customer|vendor|group|guys|hq|ministry), \w+|we (?:only|just) (?:consume|receive|mirror|forward|resell)
      not (?:ours|our (?:idea|choice|call to make|system|code|repo|decision to make))
      nothing (?:we|you|i|one|anyone) can (?:do|change)|nothing to be done|can'?t be helped|(?:consider|call|sell|treat) (?:it|that|this) (?:as )?an? feature
      (?:is|are|it'?s|they'?re|theyre) (?:what|where|how) (?:it is|they are|it'?s)
      (?:have|has|got|gotta|need) to (?:live|deal|cope|put up|work) with (?:it|that|this|them|what)
      not (?:an?|one) (?:day|second|minute|hour|byte|cent|penny|bit) (?:more|longer)|gets? us (?:sued|fined|banned|kicked|blocked|delisted|blacklisted|fired)
      no say in|take it or leave it|approved list|allow-?list|whitelist|whether (?:we|you)(?:'re| are| is)? (?:\w+ )?(?:or not|like)|(?:they'?re|they are|theyre) (?:very |really |super )?strict|we'?re (?:just |only )?(?:guests|readers|tenants|consumers)|readers only|not negotiable|non-?negotiable
      closed[- ]source|no source(?: code)?|(?:we|you|i) only (?:ever )?(?:get|got|have|receive) (?:the |a |an |read |one )?(?:headers|binar\w+|compiled|read|dump|export|replica|\w+ (?:dump|export|feed|copy))
      (?:author|vendor|company|manufacturer|maintainer|guy who wrote it)(?: \w+){0,4} (?:is gone|is dead|went bust|no longer exists|(?:doesn't|doesnt) exist|retired|out of business|disappeared|bankrupt|insolvent|defunct|is bankrupt)
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.leave",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "needs the leave of others",
    pattern: phrase`
      (?:we|i|you|nobody|no one|interns|contractors|bots?|it|they|that|data|code)(?:'re| are| is|'s|'m| am)?\s?(?:n'?t|not|never) (?:be )?(?:allowed|permitted|authori[sz]ed|cleared|entitled) to
      (?:nobody|no one|none of us)(?:'s| is| are) (?:allowed|permitted|cleared)
      (?:arent|isnt|aren't|isn't|are not|is not|am not|'re not) (?:allowed|permitted|authori[sz]ed|cleared|entitled) (?:to|on|in|at|from|here|there)
      (?:needs?|requires?|takes?|without|only with|have to (?:get|ask|wait for|file|raise|open)|go(?:es)? through|has to go through|must go through|only after|means|wants?) (?:an? |the |their |written |formal |prior |another |full )*(?:\w+ ){0,2}(?:approvals?|sign-?off|change (?:ticket|request|board)|clearance|authori[sz]ation|countersign\w*|risk assessment|re-?certification|re-?validation|security review|review board|four[- ]eyes|two-person|2-person|ethics|dba|cab|legal|procurement)
      go(?:es)? through (?:an? |the )?(?:\w+ )?(?:ticket|board|committee|review)
      (?:with|needs?|requires?|give|at least) (?:\w+ )?(?:\d+|one|two|three|four|five|ten) (?:\w+ )?(?:days?|weeks?|months?|hours?)'?s? notice
      without (?:telling|asking|notifying|informing) (?:them|the|their)|(?:\d+|one|two|three|four) (?:days?|weeks?|months?) (?:ahead|in advance|beforehand|before(?=[.,;]|$))
      not even (?:the |an? )?\w+ can|(?:(?:doesn't|doesnt)|(?:won't|wont)|does not|will not|never) let (?:us|you|anyone|me|apps?|bots?|clients?|people)
      (?:four[- ]eyes|two[- ]person|2[- ]person|second pair of eyes)
      only (?:the )?(?:\w+ ){0,3}(?:team|managers?|ops|dbas?|vendor|customer|bank|legal|security|leads?|maintainers?|owners|release managers?|department|it|group|people|sres?) (?:\w+ ){0,5}?(?:can|may|is allowed|are allowed|gets? to|has|have)
      a no go (?:for|here|on|in|with|at)
      no (?:admin|root|sudo|write|ssh|shell|physical|direct|remote|dba|superuser|prod|production|outbound|internet) (?:rights?|access|privileges?|permissions?)|no sudo|no root|no outbound
      (?:is|are|a|an) (?:absolute )?(?:no-go|nogo|off[- ]limits|out of the question|non-starter|ruled out|taboo|verboten|not an option|strictly forbidden)
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];
