// Passwords that are named in other languages than English. These words mean other things too: only a value that cannot be
// a word counts.
import type { Rule } from "./rule.ts";
import { isPlaceholder } from "./secret-value.ts";

/** In small letters. */
const WORDS = [
  "passwort kennwort zugangsdaten zugangscode geheimnis losenord lösenord passord adgangskode kodeord wachtwoord salasana",
  "contraseña contrasena contrasenya clave secreto senha palavra-passe palavra_passe palavrapasse segreto parola parole",
  "mot_de_passe mot-de-passe motdepasse hasło haslo heslo jelszó jelszo şifre sifre пароль парола",
  "лозинка κωδικός κωδικος パスワード 暗証番号 비밀번호 סיסמה password_di_ password-di-",
];
/** Words that may begin with a capital of another alphabet, which the scan does not know as one. */
const WITHOUT_CAPITAL = ["ароль", "арола", "озинка", "ωδικός", "ifre:", "ifre=", 'ifre"', "ifre ", "ifre\\"];
/** Too short for the scan by themselves: with what may follow them. */
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

/** Letters with digits or signs among them, and no path, address, version or piece of a program. */
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
