// Recognises sentences in languages other than English that tell a model what to ignore, to hide or to do. The patterns are for
// lower case, and use parts of words because words are inflected.

/** The pattern is tried only on a text with one of the words, so most are never compiled. */
export interface AddressRule {
  words: readonly string[];
  pattern: () => RegExp;
}

/** To ignore instructions or hide something from the user, which no note has a reason to say. */
export const FOREIGN_COMMANDS: readonly AddressRule[] = [
  {
    words: ["anweisung", "instruktion"],
    pattern: () =>
      /(?:ignorier|vergiss|vergessen sie|missacht|übergeh|verwirf).{0,60}(?:anweisung|instruktion)/,
  },
  {
    words: ["nutzer", "anwender"],
    pattern: () =>
      /(?:sag|erzähl|verrat|teil|zeig|erwähn|informier)\S* .{0,40}(?:nutzer|anwender).{0,30}(?:nicht|kein)/,
  },
  {
    words: ["instruction", "consigne"],
    pattern: () =>
      /(?:ignore|oublie|tiens pas compte|tenez pas compte|néglige).{0,60}(?:instruction|consigne)/,
  },
  {
    words: ["utilisateur"],
    pattern: () =>
      /\bn(?:e |')(?:l'|le |la |lui )?(?:di|montre|révèl|mentionne|parle|inform).{0,40}utilisateur/,
  },
  {
    words: ["instruccion", "indicacion", "indicación", "instrucción"],
    pattern: () => /(?:ignor|olvid|omit|descart|desobede).{0,60}(?:instrucci[oó]n|indicaci[oó]n)/,
  },
  {
    words: ["usuario", "usuário", "utilizador"],
    pattern: () =>
      /\b(?:no|não|nao) (?:se )?(?:lo |le |o )?(?:dig|cont|muestr|mostr|mencion|revel|inform).{0,40}(?:usu[aá]rio|utilizador)/,
  },
  {
    words: ["instruções", "instrucoes", "instrução"],
    pattern: () => /(?:ignor|esque|desconsider|desrespeit).{0,60}instru[cç](?:[oõ]es|ão)/,
  },
  {
    words: ["istruzion"],
    pattern: () => /(?:ignor|dimentic|trascur|non considerare|disattend).{0,60}istruzion/,
  },
  { words: ["utente"], pattern: () => /\bnon (?:dir|mostr|menzion|rivel|inform).{0,40}utente/ },
  { words: ["instructies"], pattern: () => /(?:negeer|vergeet|negeren).{0,60}instructies/ },
  { words: ["gebruiker"], pattern: () => /(?:vertel|zeg|toon|meld).{0,40}gebruiker.{0,30}(?:niet|niks)/ },
  {
    words: ["instrukc", "pokyn", "polece", "instruktion", "instruks"],
    pattern: () =>
      /(?:ignor|zapomn|zapomeň|pomiń|glöm|glem).{0,60}(?:instrukc|pokyn|polece|instruktion|instruks)/,
  },
  {
    words: ["użytkownik"],
    pattern: () => /nie (?:mów|informuj|pokazuj|wspominaj|zdradzaj).{0,40}użytkownik/,
  },
  {
    words: ["инструкц", "указани", "інструкц", "вказів"],
    pattern: () =>
      /(?:игнорир|забудь|не обращай|пренебрег|отбрось|ігнору|нехту).{0,60}(?:инструкц|указани|інструкц|вказів)/,
  },
  {
    words: ["пользовател", "користувач"],
    pattern: () =>
      /не (?:говори|сообщай|показывай|упоминай|рассказывай|кажи|повідомляй|показуй).{0,40}(?:пользовател|користувач)/,
  },
  {
    words: ["talimat", "yönerge"],
    pattern: () => /(?:talimat|yönerge).{0,40}(?:yok ?say|unut|görmezden|dikkate alma|uyma)/,
  },
  { words: ["kullanıcı"], pattern: () => /kullanıcı.{0,30}(?:söyleme|gösterme|bahsetme|bildirme)/ },
  {
    words: ["指令", "指示", "提示", "命令"],
    pattern: () => /(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守|忽视|忽視).{0,30}(?:指令|指示|提示|命令)/,
  },
  {
    words: ["用户", "用戶", "使用者"],
    pattern: () =>
      /(?:不要|别|別|切勿|勿|不得|不能).{0,6}(?:告诉|告訴|告知|透露|显示|顯示|提及|通知).{0,10}(?:用户|用戶|使用者)|(?:不要|别|別)(?:让|讓).{0,4}(?:用户|用戶|使用者).{0,4}知道/,
  },
  {
    words: ["指示", "命令", "プロンプト"],
    pattern: () => /(?:指示|命令|プロンプト).{0,20}(?:無視|忘れ|従わ)/,
  },
  {
    words: ["ユーザ", "利用者"],
    pattern: () => /(?:ユーザ|利用者).{0,20}(?:言わない|伝えない|教えない|見せない|知らせない|話さない)/,
  },
  {
    words: ["지시", "명령", "프롬프트", "지침"],
    pattern: () => /(?:지시|명령|프롬프트|지침).{0,20}(?:무시|잊)/,
  },
  { words: ["사용자"], pattern: () => /사용자.{0,20}(?:말하지|알리지|보여주지|언급하지|숨기)/ },
  {
    words: ["تعليمات", "أوامر", "اوامر"],
    pattern: () => /(?:تجاهل|انس|أهمل|اهمل).{0,60}(?:تعليمات|أوامر|اوامر)/,
  },
  { words: ["المستخدم"], pattern: () => /لا (?:تخبر|تقل|تذكر|تظهر|تعرض).{0,40}المستخدم/ },
  { words: ["הוראות"], pattern: () => /(?:התעלם|התעלמי|התעלמו|שכח).{0,60}הוראות/ },
  { words: ["निर्देश", "आदेश"], pattern: () => /(?:निर्देश|आदेश).{0,40}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/ },
  {
    words: ["hướng dẫn", "chỉ dẫn", "chỉ thị"],
    pattern: () => /(?:bỏ qua|phớt lờ|quên).{0,60}(?:hướng dẫn|chỉ dẫn|chỉ thị)/,
  },
  {
    words: ["instruksi", "perintah", "arahan"],
    pattern: () => /(?:abaikan|lupakan).{0,60}(?:instruksi|perintah|arahan)/,
  },
  { words: ["pengguna"], pattern: () => /jangan (?:beri ?tahu|katakan|tunjukkan).{0,40}pengguna/ },
];

/** To do something, which people may say to Claude, but text from outside should not. */
export const FOREIGN_DEMANDS: readonly AddressRule[] = [
  {
    words: ["musst", "sollst", "müssen", "sollen", "ab sofort", "ab jetzt"],
    pattern: () =>
      /\b(?:du (?:musst|sollst)|sie (?:müssen|sollen))\b|\bab (?:sofort|jetzt) .{0,60}(?:immer|nie\b)/,
  },
  { words: ["tu dois", "vous devez"], pattern: () => /\b(?:tu dois|vous devez)\b/ },
  {
    words: ["debes", "tienes que", "usted debe", "deberás"],
    pattern: () => /\b(?:debes|tienes que|usted debe|deberás)(?=\s)/,
  },
  { words: ["você deve", "você precisa", "tu deves"], pattern: () => /(?:você (?:deve|precisa)|tu deves)\s/ },
  { words: ["devi ", "dovete "], pattern: () => /\b(?:devi|dovete)\s/ },
  { words: ["moet "], pattern: () => /\b(?:je|jij|u) moet\b/ },
  { words: ["musisz", "powinieneś"], pattern: () => /musisz|powinieneś/ },
  {
    words: ["должен", "должна", "должны", "обязан", "повинен", "повинні"],
    pattern: () => /(?:ты|вы|ти|ви) (?:должен|должна|должны|обязан|повинен|повинні)/,
  },
  { words: ["你", "您"], pattern: () => /(?:你|您)(?:必须|必須|应该|應該|需要|现在是|現在是|现在要|現在要)/ },
  { words: ["あなたは", "してください"], pattern: () => /あなたは|必ず.{0,30}してください/ },
  { words: ["당신은", "반드시"], pattern: () => /당신은|반드시.{0,30}(?:하세요|하십시오|해야)/ },
  { words: ["يجب عليك", "عليك أن"], pattern: () => /يجب عليك|عليك أن/ },
];

export function addressesReader(text: string, rules: readonly AddressRule[]): boolean {
  const lower = text.toLowerCase();
  return rules.some(
    ({ words, pattern }) => words.some((word) => lower.includes(word)) && pattern().test(lower),
  );
}
