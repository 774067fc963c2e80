// Rules for secrets with a name: `password = "…"`, `"apiKey": "…"`, `TOKEN=…`, `--token …`, `<secret>…</secret>`, also escaped, and
// passwords named in other languages.
import { findAssignedValue, findElementValue, findUnquotedValue } from "./assigned-value.ts";
import { type Block, type BlockRule, isPlaceholder, type Rule } from "./rule.ts";
import {
  endOfName,
  endOfRun,
  isFlag,
  isRunCharacter,
  isSetByCommand,
  kindOfName,
  type SecretKind,
  startOfName,
} from "./secret-name.ts";

/** A name whose value would be secret, and its position in a text. */
export type SecretName = { text: string; start: number; end: number; name: string; kind: SecretKind };

const NOUNS =
  'passw passphrase passcode _pass dbpass storepass keypass pass: pass= pass" pass\' pass\\ pwd _pw pw: pw= pw" pw\\ psk ' +
  "secret token credential _auth api_key api-key apikey api.key access_key access-key accesskey account_key accountkey " +
  "admin_key app_key auth_key authkey client_key client-key deploy_key encryption_key encryptionkey decryptionkey " +
  "license_key licensekey master_key masterkey private_key private-key privatekey server_key service_key session_key " +
  "shared_key sharedkey signing_key signingkey storage_key validationkey webhook_key jwt_key aes_key hmac_key ssh_key " +
  "stripe_key openai_key anthropic_key gemini_key";

export const listNameRules = (): readonly BlockRule[] => [
  { id: "named-secret", starts: [...NOUNS.split(" "), "pass ="], findBlocks: findNamedSecrets },
];

function findNamedSecrets(text: string, noun: number): Block[] {
  const end = endOfName(text, noun);
  const sign = signAfter(text, end);
  if (sign === "none") return [];
  const start = startOfName(text, noun);
  const name = text.slice(start, end);
  if (sign === "word" && !isFlag(name) && !(hasDigitOrSign(text, end) && isSetByCommand(text, start)))
    return [];
  const kind = kindOfName(name);
  if (!kind) return [];
  const secret = { text, start, end, name, kind };
  const value = findAssignedValue(secret);
  const longer = value && isWhole(text, value.end) ? undefined : findLongerValue(secret);
  const blocks: Block[] = [];
  if (value) blocks.push({ start: value.start, end: endOfRun(text, value.end) });
  if (longer) blocks.push(longer);
  return blocks;
}

/** Nothing follows that may still belong to the value. */
function isWhole(text: string, end: number): boolean {
  if (end === text.length || " \t\r\n`\\".includes(text.charAt(end))) return true;
  return "\"'".includes(text.charAt(end)) && !isRunCharacter(text.charCodeAt(end + 1));
}

function findLongerValue(secret: SecretName): Block | undefined {
  return secret.text[secret.end] === ">" ? findElementValue(secret) : findUnquotedValue(secret);
}

/** A cheap test of what follows a name, which avoids most attempts to find a value. */
function signAfter(text: string, end: number): "sign" | "word" | "none" {
  let at = end;
  let lines = 0;
  for (let code = text.charCodeAt(at); isSpace(code) && at < end + 20; code = text.charCodeAt(++at))
    if (code === 10 || code === 13) lines++;
  const char = text.charAt(at);
  if (char === "") return "none";
  if (lines > 0) return "\"'\\vVdDeE".includes(char) ? "sign" : "none";
  if ("=:\"'`\\|→\u001b".includes(char)) return "sign";
  if ("?!-".includes(char)) return "=?>".includes(text.charAt(at + 1)) ? "sign" : at > end ? "word" : "none";
  if (at === end) return "%>*".includes(char) || isCall(text, at) ? "sign" : "none";
  return "iwt".includes(char.toLowerCase()) && /^(?:is|was|to):?[ \t]/i.test(text.slice(at, at + 5))
    ? "sign"
    : "word";
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** With a string as the first argument. */
function isCall(text: string, at: number): boolean {
  return text[at] === "(" && "\"'`\\".includes(text.charAt(at + 1));
}

/** In the next word. */
function hasDigitOrSign(text: string, at: number): boolean {
  return /^[ \t]{0,20}[^\s"'`]{0,40}[^\sA-Za-z.,:;"'`)]/.test(text.slice(at, at + 61));
}

/** Names in languages other than English, in lower case. They have other meanings too, so only a value that is not a word counts. */
const WORDS = [
  "passwort kennwort zugangsdaten zugangscode geheimnis losenord lösenord passord adgangskode kodeord wachtwoord salasana",
  "contraseña contrasena contrasenya clave secreto senha palavra-passe palavra_passe palavrapasse segreto parola parole",
  "mot_de_passe mot-de-passe motdepasse hasło haslo heslo jelszó jelszo şifre sifre пароль парола",
  "лозинка κωδικός κωδικος パスワード 暗証番号 비밀번호 סיסמה password_di_ password-di-",
];
/** Words without their first letter, whose capital in another alphabet the scan does not recognise. */
const WITHOUT_CAPITAL = ["ароль", "арола", "озинка", "ωδικός", "ifre:", "ifre=", 'ifre"', "ifre ", "ifre\\"];
/** Too short for the scan, so they are combined with what may follow them. */
const SHORT = ["密码", "密碼", "口令", "암호"];
const AFTER_SHORT = [..." :=：＝是为為は\"'`\\*→"];
const PHRASES = [
  "mot de passe",
  "mots de passe",
  "palavra passe",
  "password di ",
  "mật khẩu",
  "la password è",
];

const QUOTE = "\\\\{0,7}[\"'`]";
const LETTER = "[A-Za-z\\u00c0-\\u04ff]";
const SIGN = "[ \\t]{0,5}(?:=>|->|[:：=＝→—–])[ \\t]{0,5}";
const VERB = `[ \\t]{1,3}(?:es|é|è|ist|lautet|is|to|est|jest|war|är|er)[ \\t:]{1,3}|[是为為は]`;
/** "mot de passe de la base:" */
const MORE_WORDS = `(?:[ \\t]${LETTER}{1,15}){0,4}?`;

export const listForeignNameRules = (): readonly Rule[] => {
  const starts = [...WORDS.join(" ").split(" "), ...PHRASES];
  const name = `(?:${[...starts, ...SHORT].join("|")})[\\w\\u00c0-\\u04ff-]{0,40}`;
  const value = "([^\\s\"'`\\\\,;<>{}]{6,200})";
  const rule = {
    id: "named-secret",
    pattern: `${name}(?:${QUOTE}|\\*\\*)?(?:${MORE_WORDS}${SIGN}|${VERB}|(?<=è) )(?:${QUOTE})?${value}`,
    caseless: true,
    isSecret: isStrong,
  };
  return [
    { ...rule, starts: [...starts, ...SHORT.flatMap((word) => AFTER_SHORT.map((sign) => word + sign))] },
    { ...rule, starts: WITHOUT_CAPITAL, before: 1 },
  ];
};

/** Letters mixed with digits or punctuation, but not a path, an address, a version or code. */
function isStrong(secret: string): boolean {
  return (
    !isPlaceholder(secret) &&
    /[A-Za-z]/.test(secret) &&
    (/\d/.test(secret) || /[A-Za-z][!%$&@#~^*+?]+[A-Za-z]/.test(secret)) &&
    !/^(?:https?:|\.{0,2}\/|~\/|v?\d+(?:[.-]\d+)+$)|[()[\]]|\.(?:[jt]sx?|json|md|py|go|rs|html?|css)$/.test(
      secret,
    )
  );
}
