// Where people stand who set limits, and the machines and products that have them.
import { oneOf } from "../../phrase.ts";

/** Institutions, trades and offices. */
const BODY = oneOf(`
  county, council, city hall, municipalit(?:y|ies), parish, mayor, museums?, galler(?:y|ies), theat(?:re|er), venue, arena, stadium, airports?, airlines?, railway, port authority,
  embassy, courts?, police, fire (?:department|marshal|brigade|code), army, navy, military, parliament, commission, federation, association, charit(?:y|ies), landlord, clinics?,
  pharmac(?:y|ies), surgeons?, pilots?, farmers?, pupils, classrooms?, retailers?, dealers?, resellers?, distributors?, wholesaler, importer, couriers?, postal service, freight, depots?,
  dhl, ups, fedex, telcos?, isp, utilit(?:y|ies) company, grid operator, brokers?, clearing house, notary, accountants?, treasurer, payroll, ethics (?:board|committee|approval),
  oem, other (?:side|end|party), counterpart\\w*, receiving end, quality manager, staging, regional offices?, branch offices?, subsidiar\\w+, qa, exams?, marketplace, tüv, tuv, faa, fcc, osha, canton, bavarian\b, school board, dean, contest, competition, tournament, kaggle, judges, subcontractors?, contractors?, in-?house it, head office, franchise\\w*, parent company, authorit(?:y|ies), commissioner, inspectors?, (?:the )?union
`);

/** Machines, links and parts that are as they are. */
const GEAR = oneOf(`
  rs-?485, rs-?232, uarts?, i2c, spi, can ?bus, modbus, profinet, zigbee, z-wave, nfc, rfid, gps, gnss, lte, 2g, 3g, 4g, gprs, nb-?iot, sims?, sim cards?, avr, attiny\\w*, stm32\\w*, esp\\d+\\w*, nrf\\w+,
  jetson, nas, synology, dongles?, smart ?cards?, hsm, servos?, inverters?, thermostats?, dishwashers?, turbines?,
  drones?, rovers?, fleet, tunnels?, robot arm, cnc, plotters?, tills?, pos, atms?, ticket machines?, vending machines?, set-?top \\w+, projectors?, hololens, kindles?, e-?readers?, e-?ink,
  pacemakers?, infusion pumps?, mri, dicom, pacs, dmx, midi, antennas?, transceivers?, hardware revision, rev [a-d], soldered, mac mini, thinkpads?, thin clients?, citrix,
  sd cards?, mask rom, rom, silicon, pcb, audio callback, render thread, iphones?, samsungs?, huawei, cranes?, lathe, tape, usb stick, serial (?:link|line|port), uplink, downlink, buoys?, tractors?, trams?, aircraft, cockpit, submarine, hull, wiring
`);

/** Also names in code. */
const NAMED_SO = oneOf(`
  routers?, motors?, elevators?, lifts?, pumps?, valves?, meters?, probes?, receivers?, transmitters?, controllers?, cabinets?, cables?, buses, trains?, kitchen scales?, scales?, headsets?
`);

/** Products and formats of others. */
const PRODUCT = oneOf(`
  gatekeeper, mv3, manifest v3, browser extensions?, chrome extensions?, msix, flatpak, snap store, debian, distros?, homebrew, qgis, arcgis, autocad, revit, photoshop, indesign, labview, vba,
  confluence, xero, quickbooks, sage, magento, wix, squarespace, mailchimp, sendgrid, plaid, klarna, wise, telex, edifact, swift, iban, x12, as2, telnet, cics, as/?400, vax, cobol, fortran, arm, risc-?v, webgl, webview,
  weblogic, websphere, tomcat d, atlas, community edition, xliff, artnet, linkedin, facebook, fb, ad networks?, weather model, build agents?, spot instances?, fargate, app engine, free tier, validated, certified, homologated, type[- ]approved, accredited, embargo, patent\\w*, trademark\\w*, copyright, nda, warranty
`);

/** Services of others by name. */
export const SERVICE = oneOf(`
  mailgun, sendgrid, postmark, mailchimp, twilio, vonage, stripe, adyen, paypal, klarna, braintree, mollie, shopify, woocommerce, magento, webflow, wix, squarespace, wordpress\\.com, contentful, strapi cloud, airtable, notion, asana, trello, jira,
  confluence, bitbucket, github(?: (?:actions|pages|enterprise|packages))?, gitlab, circleci, travis, bitrise, vercel, netlify, heroku, fly\\.io, cloudflare(?: workers)?, fastly, akamai, lambda, fargate, cloud run, cloud functions?, app engine,
  dynamo\\w*, firestore, firebase, supabase, planetscale, mongo atlas, atlas, s3(?: glacier)?, glacier, sqs, sns, kinesis, eventbridge, api gateway, cognito, bigquery, snowflake, redshift, databricks, tableau, power ?bi, looker, metabase, sheets, google sheets(?: api)?, drive api, gmail(?: api)?,
  search console, slack, discord(?: bots?)?, telegram, whatsapp, twitch, youtube, tiktok, instagram, facebook, linkedin, twitter, reddit, spotify, strava, garmin, mapbox, google maps, openai, anthropic, hubspot, salesforce, zendesk, intercom, okta, auth0, keycloak cloud, sentry, datadog, new relic,
  pypi, npmjs, npm registry, docker hub, maven central, crates\\.io, testflight, app store, play store, xero, quickbooks, datev, sap(?: \\w+)?, netsuite, workday, servicenow, sharepoint, onedrive, dropbox, ios(?: widgets)?, android(?: \\d+)?, safari, firefox, outlook, excel, unity cloud, steam, roblox
`);

/** For what must be near a sign. */
export const PLACE = `(?:${BODY}|${GEAR}|${NAMED_SO}|${PRODUCT}|intranet|extranet|ie mode)`;

/** Where it is no name in code. */
export const FAR_PLACE = `(?:${BODY}|${GEAR})`;

/** Who has a will of his own among them. */
export const OFFICE = BODY;
