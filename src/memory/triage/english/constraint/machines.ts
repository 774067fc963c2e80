// Limits of machines, versions, formats and protocols.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { AMOUNT, MEASURE, SYSTEM, UNIT } from "./words.ts";

const VERSIONED = oneOf(`
  python, node(?:js)?, java, jdk, jre, php, ruby, perl, golang, rust, scala, kotlin, swift, typescript, c\\+\\+, c#, \\.net(?: framework| core)?,
  dotnet, gcc, clang, glibc, cmake, cuda, postgres\\w*, mysql, mariadb, sqlite, oracle, mongo\\w*, redis, elastic\\w*, sql server, mssql,
  ubuntu, debian, centos, rhel, red hat, alpine, sles, windows(?: server)?, ios, ipados, android, api(?: level)?, macos, internet explorer,
  chromium, webkit, weblogic, tomcat, jboss, ffmpeg, opencv, qt, busybox, openwrt, yocto, vxworks, qnx, freertos, lua, safari, chrome, firefox(?: esr)?, edge, android webview, webview, react(?: native)?, angular, vue, rails, django, flask, spring(?: boot)?, laravel, symfony, wordpress, drupal,
  unity, unreal, godot, maya, blender, houdini, matlab, excel, office, electron, webpack, gradle, maven, terraform, ansible,
  k8s, kubernetes, docker, openssl, tls, http, usb, bluetooth, opengl(?: es)?, opengl, directx, vulkan, gtk, kernel, linux, jquery
`);
const VERSION = `${VERSIONED}\\s?v?\\d[\\w.]*`;

/** What a system may lack for good. */
const FACILITY = oneOf(`
  apis?, sdk, source(?: code)?, docs, documentation, docker, internet(?: access| connection)?, network(?: access)?, wifi, connection, connectivity, signal,
  fpu, gpus?, mmu, rtc, dma, simd, avx\\d?, floating point, hardware \\w+, sandbox, staging(?: env\\w*| system)?, test (?:env\\w*|system|account|mode|instance|server),
  (?:bulk|batch|search|delete|export|list|streaming|count|update|undo|write)(?: \\w+)? (?:endpoint|api|operation|mode|support|call), bulk \\w+, batch \\w+, webhooks?, push(?: notifications?)?, (?:date |server[- ]side )?filter(?:s|ing)?,
  paginat\\w+, paging, ipv6, ssh, shell, cron, cron jobs?, root, admin(?: rights| access)?, sudo, (?:docker )?privileges?, rights, bandwidth, gps, clock, display, keyboard, mouse, touch(?:screen)?,
  disk, swap, heap, malloc, file\\s?system, threads?, threading, jit, transactions?, foreign keys, window functions?, ctes?, json(?: support| type)?, unicode, utf-?8,
  time\\s?zones?, versioning, rollback, sso, oauth, tls, https, ota(?: updates?)?, usb, serial(?: port)?, debugger, jtag, bluetooth, arm (?:build|version|support), linux (?:build|version|driver|support),
  (?:\\w+ )?driver, support for, equivalent, event for, option (?:to|for), hook for, setting for, other (?:mode|way|option), credentials, licen[cs]e, permissions?, budget, extensions?, failover, backup line, spare, headroom, write access, access
`);

const SCARCE = oneOf(`
  only, just, max, maximum, tops, at most, at best, no more, not more, nothing (?:more|else|faster|bigger|newer), that'?s (?:it|all), and not a, hard, limit\\w*, quotas?, caps?, capped, plan, tier,
  per (?:user|second|minute|hour|day|month|job|request|account|key|ip|session|file|node|core), an? (?:second|minute|hour|day|month), so (?:we|no|everything|the|(?:don't|dont)|it|any|never|all|only|keep|please|one|a|i), shared?, in total, whole (?:building|team|company|lab), on (?:this|these|that|those|the|their|our|free|prod),
  left, allows, for the (?:whole|entire), on a good day, crew, their, journal, grant, kicks?, the rest, (?:can't|cant), cannot, (?:won't|wont), (?:don't|dont), dont, (?:doesn't|doesnt), or (?:it|we|they|the|else), already, eats?, exactly, tiny, period, above that, over that, beyond that, otherwise, static, fit, fits, must, has to, have to, stick to, avoid, nothing newer, thats, dont even
`);

export const CONSTRAINTS_OF_MACHINES: readonly Signal[] = [
  {
    id: "constraint.version",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "bound to a version",
    pattern: phrase`
      (?:stuck|still|locked|pinned|frozen|held|tied|bound|capped|limited) (?:is |are |all |back )?(?:on|at|to|with) (?:\w+ ){0,2}(?:${VERSION}|\w+ \d+(?:\.\w+)*)
      ${VERSION}(?: \w+){0,6},? (?:only|max|until|still|so no|and no|no \w+|because|since|nothing newer|(?:can't|cant)|cant|cannot|(?:won't|wont)|wont|we (?:have no|(?:don't|dont)|dont|(?:can't|cant))|as (?:they|the)|thats|that'?s (?:what|the)|is (?:what|the (?:newest|latest|oldest|minimum|max))|is as (?:new|far)|or (?:older|newer|lower|higher)|at (?:most|best|least))
      (?:only|just|nothing (?:newer|above|beyond)|no newer than|not newer than|minimum|min|oldest|newest|latest|at least|support|supports?|supporting|target|targets?|targeting|with|have|has|runs?|running|ships? with|comes with|on|gives us|offers|needs?|requires?|is|are) (?:\w+ ){0,3}${VERSION}(?: only)?
      ${VERSIONED} (?:there|here|version|on \w+ \w+) is (?:still |only |at )?v?\d[\w.]*
      (?:compiler|toolchain|interpreter|runtime|os|browser|image|distro|kernel)(?: \w+){0,4} (?:is|are|from) (?:\w+ ){0,2}(?:20[01]\d|from|ancient|old|\d+ years)
      (?:still|only|support|stuck on|runs?|running) (?:is )?ie\s?\d+|(?:nothing|anything) newer|no newer|(?:never|(?:don't|dont)|(?:won't|wont)|wont|dont) (?:ever )?(?:get|getting|receive|see|be) (?:updates?|updated|upgraded|upgrades|replaced)
    `,
    near: /(?<!\w)(?:stuck|still|only|lock\w*|pinned|frozen|as far as|no way|rented|(?:can't|cant)|cannot|can not|(?:won't|wont)|never|nothing newer|no newer|newest|oldest|minimum|until|so no|no \w+, no|, (?:so )?no|their|theirs|customers?'?s?|client'?s?|legacy|no (?:say|choice)|(?:don't|dont) get|not before|old|because|vendor\w*|prod(?:uction)?|hosting|gives us|is what|offers|publisher|must|have to|has to|plugin|breaks on|our users|instruments?|tablets?|warehouse\w*|schools?|hospitals?)(?!\w)/i,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.scarce",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "states how little there is",
    pattern: phrase`
      (?:gives?|gets?|got|allows?|offers?|grants?|carr(?:y|ies)|holds?|fits?|keeps?|stores?|delivers?|does|approved|left|permits?|accepts?|supports?|handles?|includes?)(?: us| you| me| a| the| exactly| about| around| roughly| just| only| max| at most| up to| maybe| like| like,| all of| each| every| \w+){0,2} ${MEASURE}
      (?:has|have)(?: us| you| me| a| the| exactly| about| around| roughly| just| only| max| at most| up to| maybe| like| like,| all of| each| every| \w+){0,2} ${AMOUNT}(?:[- ]| \w+ )?${UNIT}
      ${MEASURE}(?: \w+){0,5},? (?:max|maximum|tops|at most|at best|limit|cap|ceiling|in total|altogether|all in|for everything|combined|(?:and )?(?:that's|thats) (?:it|all)|(?:and )?not? (?:\w+ ){0,2}more|period|hard|left|only|each)
      (?:max|maximum|min|minimum|only|just|exactly|limited to|capped at) ${MEASURE}
      (?:flash|s?ram|vram|heap|eeprom|bandwidth|budget|quota|payload|mtu|display|disk|storage|memory|stack|tier|plan|frame budget|time budget|link|uplink|downlink|license|licence|box|part|chip|board|card|battery|adc|clock|bus)\s?(?:is|are|=|:|has|have|of|limited to|only) .{0,20}?\d[\d.,]*\w*
      only ${AMOUNT} (?:\w+ ){1,2}(?:on|in|per|for|are free|is free|left|available|at|there|spare)
      (?:you|we) (?:only )?get (?:only |just )?${AMOUNT} (?:\w+ ){1,3}(?:with|on|in|under|from) (?:the|that|this|our|their) (?:\w+ )?(?:plan|tier|package|licen[cs]e|subscription|account|deal|contract)
      at \d+ ?% of (?:the |our )?(?:flash|ram|memory|quota|budget|limit|storage|allowance|capacity|plan)
      we (?:only )?(?:rent|lease|booked|licensed|get|pay for) (?:only |just |exactly )?${AMOUNT} (?:\w+ )?(?:units?|racks?|seats?|slots?|amps?|cores?|nodes?|hours|days|licen[cs]es|machines)
      one (?:\w+ )?(?:gpu|core|machine|device|box|seat|licen[cs]e|server|thread|connection|environment|test device|instance)(?=[,.;]| (?:only|for|and|shared|in)|$)
    `,
    near: new RegExp(`(?<!\\w)(?:${SCARCE}|${SYSTEM})(?!\\w)`, "i"),
    sameLine: true,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:usage|is at|leak\\w*|grows?|goes up|took|consum\\w+|diff|commits?|sprint|meeting|ago|tests? (?:fail|pass)\\w*|shows?|renders?|displayed)\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.size",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "states how much there is",
    pattern: phrase`
      (?:flash|s?ram|vram|eeprom|mtu|payload|budget|quota|allowance|frame budget|power budget|sector size|sample rate|baud\s?rate|duty cycle|ceiling)(?: \w+){0,3} (?:is|are|=|has|of|at|:) (?:only |just |about |\w+ )?[$€£]?\d[\d.,]*\w*
      (?:screen|display|panel|lcd|oled)(?: \w+){0,2} is (?:only )?\d+\s?(?:x|by|×)\s?\d+
      \d[\d.,]*[kgm]i? (?:of )?(?:context|heap|tokens|stack|memory|storage)
      ${MEASURE} (?:of )?(?:flash|s?ram|vram|eeprom|bandwidth)
    `,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:usage|leak\\w*|grows?|goes up|took|consum\\w+|uses|using|error budget|(?:payload|page) (?:test|field|class))\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.lacks",
    category: "CONSTRAINT",
    strength: 0.44,
    why: "says what there is not",
    pattern: phrase`
      (?:has|have|having|got|there'?s|there is|there are|theres|with|offers?|provides?|exposes?|gives us|comes with|ships with|and|,|so) no (?:\w+ ){0,2}?${FACILITY}
      (?:without|lacks?|lacking|(?:don't|dont|doesn't|doesnt|do not|does not) (?:have|offer|provide|expose|come with|include|ship|give us)) (?:an? |any |the )?(?:\w+ ){0,2}?${FACILITY}
      ^(?:\w+ ){0,2}?no (?:\w+ )?${FACILITY} (?:on|in|at|from|for|there|here|with|over|inside|whatsoever)
      no (?:\w+ ){1,3}(?:on|in|at|from|over|inside) (?:the |these |those |their |that |this |our )?(?:\w+ )?(?:cluster|target|devices?|board|boxes|box|runners?|field|ships?|site|tablets?|machines?|pods?|servers?|tier|plan|prod|production|network|lab|hosting|factory|plant|vehicles?|cars?|kiosks?|jump host)
      (?:is|are|it'?s) (?:switched off|turned off|disabled|blocked|closed|locked down|read-?only|write-?only|air-?gapped|offline|not exposed|single[- ]threaded|append-?only|mounted read-?only) (?:by|on|in|for|there|from|outside|at)
      read[- ]only (?:\w+ )?(?:file\s?system|fs|root|replica|mount|volume|db|database|account|token|access|user|standby)|(?:physically|mounted|strictly|all) read[- ]only|air-?gapped|32[- ]?bit
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];
