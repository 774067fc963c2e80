import { kind, type SecretKind } from "../secret-kind.ts";
import * as v from "./values.ts";

const WORDS =
  "Passwort Kennwort Zugangsdaten Geheimnis Zugangscode Parole Senha Contraseña Contrasena Clave Secreto Palavra-passe " +
  "Password_di_accesso Segreto Wachtwoord Lösenord Losenord Passord Adgangskode Kodeord Salasana Hasło Haslo Heslo Jelszó " +
  "Jelszo Parola Şifre Sifre Лозинка Пароль Парола Κωδικός パスワード 暗証番号 密码 口令 密碼 비밀번호 암호 סיסמה passwort_db " +
  "db_passwort contraseña_db senha_do_banco mot_de_passe motDePasse hasło_bazy Kennwort2";

/** The word for password in other languages. */
export const LANGUAGES: readonly SecretKind[] = [
  ...WORDS.split(" ").flatMap((word) => [
    kind(`${word} with a colon`, v.signed, `${word}: `),
    kind(`${word} with a sign of equality`, v.signed, `${word}=`),
    kind(`${word} in JSON`, v.plain, `{"${word}":"`, '"}'),
  ]),
  kind("French, in words", v.signed, "Mot de passe : "),
  kind("French, in words, at a name", v.signed, "mot de passe de la base: "),
  kind("Spanish, in a sentence", v.signed, "La contraseña es "),
  kind("Portuguese, in a sentence", v.signed, "a senha é "),
  kind("German, in a sentence", v.signed, "Das Passwort lautet "),
  kind("German, in a short sentence", v.signed, "Das Passwort ist "),
  kind("Italian, in a sentence", v.signed, "la password è "),
  kind("Dutch, in a sentence", v.signed, "het wachtwoord is "),
  kind("Polish, in a sentence", v.signed, "hasło to "),
  kind("Russian, with a dash", v.signed, "пароль — "),
  kind("Chinese, with a wide colon", v.signed, "密码："),
  kind("Chinese, in a sentence", v.signed, "密码是"),
  kind("Japanese, with a wide colon", v.signed, "パスワード："),
  kind("Japanese, in a sentence", v.signed, "パスワードは"),
  kind("Korean, with a colon", v.signed, "비밀번호: "),
];
