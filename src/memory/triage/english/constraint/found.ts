// Limits that Claude came upon: of its own code it says such things all day, so both the outside and the finding must show.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { NOT_SO, OVER } from "./guards.ts";
import { FAR_PLACE } from "./places.ts";
import { CANNOT } from "./words.ts";

/** Not ours: makers, products, devices, rules. */
const OUTSIDE = oneOf(`
  they(?= (?:only |also )?(?:accept|allow|require|reject|refuse|want|limit|charge|kill|drop|send|deliver|expect|block|take|permit|forbid|close|bill|cap)), (?:the )?(?:vendor|supplier|provider|partner|customer|client|bank|hospital|publisher|operator|carrier|manufacturer|hoster|agency)(?:'s)?, their, (?:the )?exchange, managed \\w+, (?:the )?(?:print|build|license|mail|ftp|sftp|ldap) server,
  (?:the|this|our|your) \\w+ (?:tier|plan), (?:the )?\\w+ team(?:'s)?, insurer(?:'s)?, organi[sz]ation, the host, plug-?in host, \\S+ readers, shapefile, (?:the|old|older|those|these) (?:\\w+ )?${FAR_PLACE}, \\w+'s (?:\\w+ )?(?:api|sdk|flash|memory|battery|gateway|plan|docs|kernel|driver|firmware|guide|limits|copybook|header|clock|hardware|spec|guidelines|schema|format|policy|proxy|server|firewall|cms|terms|rules|controller|network), camera, mainframe, dropbox, hubspot, zendesk, webusb, webgpu, appliance, firmware, (?:the )?hosting, hosted, (?:free|hobby|starter|basic|pro|paid|enterprise|current|this|our|your) (?:tier|plan), app store, play store, web store, (?:npm|pypi|maven central|crates\\.io|docker hub|rubygems|nuget|homebrew)(?:'s)?,
  registry, github(?:'s)?, gitlab, bitbucket, azure, aws, gcp, google \\w+, cloudflare, vercel, netlify, heroku, fly\\.io, lambda, cloud run, kinesis, s3, sqs, dynamodb, firestore, firebase, bigquery, snowflake, redshift, supabase,
  stripe, paypal, adyen, twilio, sendgrid, mailgun, slack, discord, telegram, whatsapp, shopify, salesforce, sap, hubspot, jira, notion, openai, twitter, instagram, linkedin, youtube, spotify, strava, garmin,
  ios, android(?: \\d+)?, safari, chrome, firefox, windows, macos, webkit, webview, iphones?, ipads?, apple, microsoft, outlook, gmail, excel, sharepoint,
  mysql(?: [\\d.]+)?, mariadb, oracle, sql server, mssql, sqlite, postgres(?:ql)?(?: [\\d.]+)?, redis, kafka, rabbitmq, mongodb, elasticsearch, php [\\d.]+, glibc, cuda, openssl,
  esp32\\w*(?:'s)?, esp8266, stm32\\w*, arduino\\w*, raspberry pi\\w*, nrf\\w+, cortex\\S*, ble (?:advertis\\w+|stack|packets?), bluetooth, can (?:frame|bus)s?, i2c, spi, modbus, lora\\w*, zigbee, mqtt broker, sensor, adc\\d?, gpio\\w*, plc, gpu, npu, fpga, serial line, modem, wi-?fi,
  eeprom, dma, usb, sepa, swift, rulebook, uart\\d?, board, interface engine, widget extensions?, authority(?:'s)?, sms, text messages?, mqtt, smtp, hl7, fhir, edi, opc, soap, webhooks?, (?:competition|store|tournament|tender|house) rules, terms(?: of service)?, licen[cs]e, the law, gdpr, hipaa, pci, steam, switch, playstation, xbox, unity, unreal, tablets?, kiosk, scanner, printer, datasheet, upstream, third[- ]party
`);

const BINDS = oneOf(`
  only, at most, not longer, not more than, no longer than, valid for (?:only )?(?:\\w+ )?(?:hours?|days?|minutes?|weeks?), no more than, up to (?:an? )?[\\w.,]+, (?:permits?|allows?|accepts?|takes?|supports?|offers?|handles?|grants?|gives?|provides?|keeps?|holds?|carr(?:y|ies)|sends?|returns?|shows?|delivers?) (?:us |you |me |an? |the |only |at most |just |about |up to |exactly |first )*(?:single|one|two|three|four|five|six|eight|ten|\\d[\\d.,]*), has room for, have room for,
  (?:throws? (?:away|out)|discards?|forbids?|rejects?|refuses?|blocks?|strips?|drops?|kills?|shuts?|restricts?|limits?|caps?|truncates?|throttles?|forbids?|prohibits?|deletes?|evicts?|disconnects?|cuts? off|expires?|ignores?|loses?), (?:is|are|was|were) (?:limited|licensed|restricted|capped|cut off|killed|blocked|rejected|truncated|read-only|rate[- ]limited|not available|unavailable|not thread-safe|switched off|disabled|billed),
  ${CANNOT} (?:\\w+ly )?(?:support|allow|accept|permit|expose|provide|offer|include|come with|hand out|understand|speak|let|handle|be (?:used|changed|upgraded|reused|renamed|loaded|raised|extended|configured|updated|exceeded|verified|parsed|stored|changed|replaced)|start|run|load|reach|grant|return|fit|exist|guarantee|keep|retry|work|verify|parse|read|write|decode|store|express|represent|exceed|reach), (?:has|have|offers?|provides?|exposes?|there is|there are) no \\w+, (?:isn't|aren't|is not|are not) (?:thread-safe|available|supported|allowed|possible|idempotent|exposed|configurable), requires?, (?:may|must) not, must (?:be|stay|remain), rated for, survives?, (?:removes?|deletes?|closes?|purges?) (?:\\w+ ){1,6}?after, (?:is|are) (?:reset|wiped|rotated|restarted|replaced) (?:every|each), reviews? (?:every|each|all), takes? (?:about |around |up to |at least )?(?:\\d+|two|three|four|five|six|ten) (?:working |business )?(?:days|weeks|months), (?:is|are) (?:prohibited|forbidden|not permitted), prohibits
`);

const FOUND = oneOf(`
  one (?:restriction|limit|thing|finding), (?:i|we) had to, i can't, that is all, because that, in the field, worth (?:knowing|noting|mentioning|remembering), heads[- ]?up, (?:keep|bear) (?:it |this |that )?in mind, one thing to, be aware, note that, please note, turns out, turned out, apparently, unfortunately, i (?:checked|looked|read|went through|verified|confirmed|tested|tried)(?: it)?, (?:two|three|some) (?:facts|things), note:, makes? no sense, that shape, the constraint here,
  according to, docs?, documentation, faq, datasheet, changelog, confirmed, important, limitation, therefore, hence, which (?:means|leaves|rules|is why), this (?:means|matters|rules out), that (?:means|leaves|rules out), rules out, leaves us,
  so (?:(?:we|the|it|there|this|that|these|a|an|any|every|all|big|i've|i|two|\\w+) )(?:\\S+ ){0,8}?(?:can't|cannot|must|has to|have to|need|needs|will|would|won't|is not|isn't|are not|aren't|is blocked|isn't), (?:can't|cannot|won't) be (?:upgraded|changed|raised|replaced), (?:we|it|this|that|everything|\\w+) (?:therefore )?(?:has|have|need|needs) to (?:stay|cope|go|be|come|split|poll|compile|batch|reconcile|paginate|use|wait|acknowledge),
  so (?:the|our|your|every|each|all) (?:\\w+ ){1,4}(?:uses?|goes|now|has|had|gets?|runs?|writes?|sends?|reads?|keeps?|stays?|starts?|polls?|became), can't (?:influence|change) that, came out of, can't rely on, for that reason, i (?:rewrote|pack|packed|wrap|wrapped|split|batch|chunk|chunked|switched|shortened), so i(?:'ve)? \\w+, only (?:its|their|the) \\w+ can, anything (?:longer|else|over|above|beyond|larger|more|bigger), above that, to work with, the newest that, not an option, because (?:the|their|of), since (?:the|their)
`);

/** What Claude weighs is not found yet. */
export const SUPPOSED = new RegExp(
  `${NOT_SO.source}|\\b(?:(?:the|your|this|our) (?:\\w+ )?workflow|handler|mock|(?:the|this|that|your|our) tests? (?:only|requires?|needs|has|expects?)|component|middleware|fixture|config|i (?:added|extended|wrote|used|converted|moved|changed|fixed))\\b|\\bnow,? so\\b|\\btests? pass\\w*|\\byour (?:wrapper|code|handler)\\b|\\bearly return\\b|\\breturns? [2345]\\d\\d\\b|\\b(?:if|unless|we'd|i'd|would need|would require|might|could|may (?!not)|perhaps|should)\\b(?=.*\\b(?:we'd|i'd|would|might|could|may|then)\\b)|^(?:but:? |then |and )?if\\b`,
  "i",
);

export const CONSTRAINTS_FOUND: readonly Signal[] = [
  {
    id: "constraint.outside",
    category: "CONSTRAINT",
    strength: 0.64,
    why: "found out how it is outside",
    pattern: phrase`
      ${OUTSIDE}(?: (?!would|could|might|should|if)[\w'.,/()-]+){0,9}? ${BINDS}
      ${BINDS}(?: (?!would|could|might|should|if)[\w'.,/()-]+){0,5}? ${OUTSIDE}
    `,
    near: new RegExp(`(?<!\\w)${FOUND}(?!\\w)`, "i"),
    unless: SUPPOSED,
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded", "oneOff", "hypothetical"],
    who: ["claude"],
  },
  {
    id: "constraint.noted",
    category: "CONSTRAINT",
    strength: 0.64,
    why: "pointed out how it is outside",
    pattern: phrase`
      (?:endpoints?|apis?|refunds?|payments?|links?|files?|names?|accounts?|events?|batches|jobs?|calls?|server|service|database|network|link|devices?|store|platform|site|file format|protocol|driver|runtime|browsers?|cluster|gateway|packets?|frames?|package names?|feed|backend|cpu|compiler|toolchain|fonts?|instance|queue|topic|bucket|index|model|dataset|queries|requests|uploads?|exports?|imports?|keys?|tokens?|sessions?|records?|messages?)(?: (?!would|could|might|should|if|you|i)[\w'.,/()-]+){0,8}? ${BINDS}
    `,
    near: phrase`
      (?:worth (?:knowing|noting|mentioning|remembering)|heads[- ]?up|(?:keep|bear) (?:it |this |that )?in mind|one thing to|be aware|note that|please note|turns out|i (?:checked|verified|confirmed|looked (?:it )?up)|i (?:read|looked|went) (?:through|at|into) (?:the|their)|according to|(?:their|the \w+(?:'s)?) (?:docs|documentation|faq|support|datasheet|terms)|confirmed (?:it|that|with))
    `,
    unless: SUPPOSED,
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded", "oneOff", "hypothetical"],
    who: ["claude"],
  },
];
