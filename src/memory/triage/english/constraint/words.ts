// Classes of words in which limits are told.
import { oneOf } from "../../phrase.ts";

export const AMOUNT =
  "(?:[$€£]?\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|a (?:dozen|hundred|thousand|single))";

/** What limits are counted in; not what lists and pages are. */
export const UNIT = oneOf(`
  kb, kib, mb, mib, gb, gib, tb, megs?, gigs?, bits?, bytes?, ms, millis(?:econds)?, secs?, seconds?,
  mins?, minutes?, hrs?, hours?, days?, nights?, weeks?, months?, years?, requests?, reqs?, rps, qps, calls?, queries,
  tokens?, chars?, characters, connections?, sessions?, cores?, cpus?, threads?, gpus?, seats?, licen[cs]es?, slots?, pins?,
  dpi, baud, k?bps, kbit\\w*, mbit\\w*, fps, hz, khz, mhz, mah?, volts?, watts?, dollars?, usd, eur, euros?, bucks, pounds?,
  points?, pages?, jobs?, orders?, transactions?, messages?, mails?, emails?, packets?, frames?, registers?, builds?,
  runs?, uploads?, downloads?, devices?, instances?, nodes?, machines?, environments?, users?, people, items?, rows?,
  records?, px, mm, cm, percent
`);

/** "20 requests", "two build minutes", "8k" */
export const MEASURE = `(?:${AMOUNT}(?:[- ]| \\w+ )?${UNIT}|\\d[\\d.,]*(?:[kshgm]|[kmg]i|%))`;

/** "can't", "cant", "can not" */
export const CANNOT = oneOf(`
  don't, dont, do not, doesn't, doesnt, does not, won't, wont, will not, can't, cant, cannot, can not, unable to, isn't able to, aren't able to, not able to,
  no longer, refuses? to, couldn't, couldnt, mustn't, must not, must never, may not, may never,
  isn't allowed to, aren't allowed to, not allowed to, never, isn't going to, aren't going to, not going to
`);

/** Whose word is law to the project. */
export const RULER = oneOf(`
  legal, (?:the |our |their )?lawyers?, attorneys?, counsel, compliance, auditors?, the audit, regulators?, regulations?,
  insurers?, insurance(?: company)?, infosec, secops, cyber\\s?security, security (?:team|policy|guys|people|dept|department),
  (?:the )?security(?= (?:(?:won't|wont)|will|do|says?|said|insists?|requires?|forbids?|blocks?|blocked|turned|disabled|wants?|never)),
  (?:the |corporate |central )?it(?: department| dept| guys| security| policy)(?= ), procurement, finance, accounting,
  (?:upper )?management, hq, headquarters, corporate, the board, works council, (?:the )?union, (?:a|the|our) (?:dpo|ciso|cfo|ceo|chief),
  (?:gdpr|privacy|data protection|safety|security|export) officer, (?:company|org|corporate|store|network|group|cloud|password|retention) policy,
  data protection(?: people| team)?, privacy (?:people|team), gdpr, dsgvo, hipaa, pci(?:[- ]dss)?, soc\\s?2, sox, fda, ferpa, coppa, ccpa, mifid\\w*, psd2, iso\\s?\\d+, fips,
  misra, wcag, export (?:control\\w*|rules), (?:an?|the|our|their) (?:law|contract|tender|regulator|ministry|government|city|state|tax office|bank|school|hospital|university|faculty|publisher|exchange|agency|foundation|journal|conference|registrar|operator|manufacturer),
  apple, google, microsoft, amazon, meta, sony, nintendo, valve, steam, epic(?:'s)?(?: store)?, ebay, etsy, paypal, facebook, instagram, tiktok, linkedin, whatsapp, spotify, samsung, mozilla, klarna, shopify, airbnb, booking\\.com, uber, app (?:store|review), play (?:store|console),
  (?:chrome )?web\\s?store, (?:the|our|a) (?:reviewers?|referees?|editors?), gpl, agpl, (?:the )?licen[cs]e(?: agreement)?s?, nda,
  sla, contracts?, agreement, (?:brand )?guidelines, certification, cert, tender, statute, safety cert, dpa, eula, tos, terms of service
`);

/** Those outside who have a will of their own. */
export const PARTNER = oneOf(`
  they, vendors?, suppliers?, providers?, customers?, clients?, partners?, publishers?, manufacturers?, hosters?, carriers?,
  upstream, maintainers?, (?:the )?authors?, operators?, dbas?, ops, devops, netops, sres?, sysadmins?, sponsors?, landlord,
  the (?:other|data|mobile|web|api|db|cloud|hardware|firmware|embedded) (?:team|guys|group|people|dept|department),
  (?:platform|infra|infrastructure|backend|frontend|network|warehouse|sap|erp|auth|design|core|kernel|release|storage|[a-z]+) (?:team|guys|group|folks|people|dept|department),
  another (?:team|department|group|company|institute), marketing, sales, finance, management, support, the lab, the plant,
  nobody, no one, my (?:boss|manager|supervisor|professor|advisor)
`);

export const SYSTEM = oneOf(`
  apis?, endpoints?, vendor, provider, platform,
  (?:free|paid|basic|pro|enterprise|hobby|starter|current|our|that|this|their) (?:tier|plan), tier, lambdas?, servers?, box(?:es)?,
  database, db, browsers?, safari, clusters?, prod(?:uction)?, customers?, clients?, sandbox, runners?,
  ci, devices?, runtimes?, librar(?:y|ies), sdk, webhooks?, gateway, bucket, queue, cloudflare, aws, gcp,
  azure, stripe, github, gitlab, slack, oracle, ios, android, windows, linux, macos, mac, postgres\\w*,
  mysql, sqlite, redis, mongo\\w*, kafka, dynamo\\w*, s3, legal, compliance, security, gdpr, hipaa, pci,
  soc\\s?2, audit\\w*, contract\\w*, sla, licen[cs]\\w+, policy, infosec, firewall, vpn, proxy, hosting, hoster,
  kubernetes, k8s, docker, node, python, java, chrome, firefox, edge workers?, vercel, netlify, heroku,
  fly, app store, play store, partner, supplier, bank, hardware, chip, sensors?, firmware, drivers?,
  mainframe, legacy, upstream, third[- ]party, services?, workers?, container, pods?, registry, plugin, framework,
  engine, model, protocol, spec, regulator\\w*, government, hospitals?, schools?, network, machines?, hosts?, vms?,
  ops, it department, dbas?, tenant, account, subscription, embedded, boards?, mcu, microcontroller, soc, fpga, plc, dsp,
  scanners?, printers?, modems?, tablets?, phones?, ipads?, kiosks?, terminals?, instruments?, laptops?, telescope, robots?,
  bootloader, toolchain, compilers?, kernel, modbus, can bus, lora\\w*, ble, bluetooth, esp32, arduino, raspberry\\w*,
  sap, erp, crm, salesforce, shopify, twilio, paypal, outlook, gmail, excel, exchange, ldap, sftp, soap, edi, slurm, hpc, gpus?,
  planetscale, supabase, neon, cosmos\\w*, bigquery, bq, snowflake, databricks, redshift, elastic\\w*, opensearch, loki, prometheus, grafana, datadog, sentry, splunk, istio,
  openshift, argo\\w*, jenkins, bitbucket, circleci, renovate, dependabot, sonar\\w*, artifactory, webos, tizen, tvos, tvs?, roku, watchos, wear os, watch, xbox\\w*, playstation, ps[45], switch, quest, adreno, unreal, unity,
  vst\\d?, daws?, openai, mapbox, hubspot, zendesk, workday, servicenow, datev, sepa, visa, mastercard, card schemes, kyc, dropbox, onedrive, figma, camera, zebra, pcb, adc, dma, timer\\d?, gpio\\w*, relay, head unit, tx power,
  irb, ledger, books, cve, admission controller, base image, audio thread, plugin hosts?, abi, protobuf, proto\\d, dataset, trading, cloud functions?, cloud run, containers, credits, tags, mine, ports?, port, crew, guidelines?, website, search engines?, seo,
  rds, ec2, ecs, eks, gke, aks, customs, portal, sql server, mssql, tills?, quota, budget, ministry, tax office, official, lawyers?, fips, iso, wcag, instance, managed, sharepoint, netsuite, satellite, kubelet, systemd, ops team, interface, third parties, dashboards?, integrations, field, steam, nintendo, apple, google, microsoft, console, publisher, journal, conference, their, vendor's, customer's
`);

const LIMIT = oneOf(`
  limit(?:s|ed|ing)?, quotas?, caps?, capped, max(?:imum|es out|ed out)?, ceiling,
  throttl(?:e|es|ed|ing), rate[- ]limit\\w*, at most, no more than, up to, exceed(?:s|ing)?, tops out,
  not (?:more|larger|longer|bigger) than, (?:more|larger|bigger|longer|older|newer|higher) than,
  only (?:get|gives?|allows?|have|has|got), cut(?:s)? off at, times? out (?:at|after),
  expires? (?:after|in), under, below, within, fewer than, less than, minimum of, at least
`);

export const SYSTEM_WORD = new RegExp(`\\b${SYSTEM}\\b`, "i");
export const LIMIT_WORD = new RegExp(`\\b${LIMIT}\\b`, "i");
