import type { Language } from "../signal.ts";

const WIR = "(?:wir|ich|das team|unser team|alle)";

export const GERMAN: Language = {
  id: "de",
  turn: /,?\s+(?:aber|jedoch|allerdings|doch)\s+|\s+[–—]\s+|;\s+/,
  moods: {
    question:
      /^(?:(?:und|also|sag mal|ok)[,:]?\s+)*(?:(?:sollen?|sollten?|soll|können|kann|könnten|ist|sind|hat|haben|habt|hast|wird|werden)\s+(?=(?:wir|ihr|du|sie|ich|er|es|man|der|die|das|den|ein)\s)|(?:was|welche[rsn]?|warum|wieso|weshalb|wie|wer|wann|wo|wozu)\s(?!.*\bsteht fest\b))|\bob\s|\?\s*$/,
    request: /(?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)?(?:immer|nie|ab sofort|künftig|in zukunft)/,
    hypothetical:
      /(?:^|\s)(?:angenommen|falls|würden?|würdest|könnten?|könntest|vielleicht|eventuell|möglicherweise|überlege[n]?|überlegst|evtl|hätten?|wäre[n]?|denken? (?:darüber|daran) nach|vorschlag|schlage vor|wenn (?:wir|ich) (?:uns|mich)|bevor|sobald)(?:\s|$|,)/,
    negated: /(?:^|\s)(?:nicht|nie|kein(?:e[nrms]?)?|noch nicht|niemand|nichts|ohne)\s+(?:[^\s,]+\s+){0,3}$/,
    embedded: /(?:^|\s)(?:warum|was|wer|welche[rsnm]?|ob|sobald|bis|bevor|wenn|wofür)\s+(?:\S+\s+){0,2}$/,
    reported:
      /(?:^|\s)(?:doku(?:mentation)?|artikel|blog|readme|anleitung|buch|kunden?|nutzer|anwender|google|man|sie|er|damals|früher)\s+(?:\S+\s+){0,2}(?:sagt|sagen|steht|empfiehlt|bevorzugen|bevorzugt|hat sich|haben sich|entschied|wählt|nutzt|verwendet)|zum beispiel|z\.b\./,
    oneOff:
      /(?:^|\s)(?:diesmal|dieses mal|nur (?:jetzt|heute|hier|dieses)|ausnahmsweise|fürs erste|erst ?mal nur|sonst nichts)/,
  },
  signals: [
    {
      id: "decision.de",
      category: "DECISION",
      strength: 0.58,
      why: "says that a choice was made",
      pattern: new RegExp(
        `(?:^|\\s)${WIR}\\s+(?:(?:haben?|hab|hat)\\s+)?(?:uns|mich|sich)?\\s*.{0,60}(?:entschieden|beschlossen|geeinigt|festgelegt|ausgewählt)(?![\\wäöüß])|(?:^|(?<!wie)\\s)(?<!(?:^|\\s)(?:hat|hatten?|hätten?)\\s(?:\\S+\\s){0,4})(?:beschlossen|entschieden|festgelegt|vereinbart|abgemacht|geklärt)(?:\\s+(?:ist|im|wurde|haben|wird)\\b|:|,)|(?:beschlossen|vereinbart|festgelegt|entschieden):|(?:^|\\s)haben\\s+.{0,30}(?:wir|ich)\\s.{0,20}(?:festgelegt|beschlossen|entschieden|vereinbart)(?![\\wäöüß])|(?:es|das|die sache|damit)?\\s*(?:ist|sind|wurde|ward)\\s+(?:jetzt |nun |endgültig )?(?:beschlossen|entschieden|gefallen|beschlossene sache)|(?:steht|stehen)\\s+(?:jetzt |nun )?fest(?![\\wäöüß])(?!\\s+(?:sobald|wenn|wann|ob|nachdem))|entscheidung\\s*(?:(?:ist )?gefallen|steht(?! noch| aus)|lautet|:)|(?:^|\\s)endgültig(?::| entschieden)|wahl (?:fiel|ist) auf|(?:^|\\s)(?:der chef|die chefin|die leitung|das management)\\s+hat\\s+.{0,20}(?:entschieden|beschlossen)|^(?:haben|hab)\\s+.{0,30}(?:beschlossen|entschieden|vereinbart|festgelegt)(?![\\wäöüß])|(?:^|\\s)machen wir(?: das)? so:|^es wird (?!zeit|nicht|immer|kein|schon|jetzt)[\\w.+#-]+, (?:nicht|kein|statt|weil|wegen)|(?:^|nehmen|machen|nimm|mach|dann|für|also|mit) (?:die )?(?:variante|lösung) [a-d1-4][.,!]`,
      ),
      unless:
        /(?:^|\s)(?:wie|warum|wann|wer|ob|welche\S*) (?:\S+ ){0,4}(?:entschieden|beschlossen|geeinigt|festgelegt)|verklickt|falsche|danke|beschlossen ist beschlossen|jury|termin |(?:entschieden|beschlossen|geklärt|vereinbart) (?:ist|wurde|war) (?:noch )?(?:nichts|nicht)|(?:^|\s)hatten?\s+(?:wir|ich|sie)|(?:^|\s)(?:letztes jahr|damals|früher)\s|(?:^|\s)noch (?:nicht|nichts|keine?[nrs]?)(?=\s)|(?:nicht|nichts)\s+(?:entschieden|beschlossen|geeinigt|festgelegt|fest|gefallen|vereinbart)|(?:wir|ich|team) hatten?\s|übersetze/,
    },
    {
      id: "decision.de-going-with",
      category: "DECISION",
      strength: 0.52,
      why: "commits to one way",
      pattern: new RegExp(
        `(?:^|[\\s,:])(?:${WIR}\\s+(?:setzen?\\s+auf|bleiben?\\s+bei|nehmen?|gehen?\\s+mit|wechseln?\\s+(?:zu|auf|von)|steigen?\\s+(?:auf|um|von)|verzichten?\\s+auf|einigen?\\s+uns|verwenden?\\s+künftig|werfen|machen|bauen|behalten|streichen|lassen .{1,40} weg|schreiben .{1,30} in|stellen .{1,40} um)|dann\\s+(?:machen|nehmen|bauen|bleiben|gehen|setzen|lassen|verwenden)\\s+wir|(?:bleibt|bleiben)\\s+es\\s+bei|es\\s+bleibt\\s+beim?|fliegen?\\s+raus,?|kommt\\s+in\\s.{2,40}\\sstatt\\s.{2,60}(?:weil|wegen|da))\\s`,
      ),
      unless:
        /(?:^|\s)(?:im (?:auge|blick|hinterkopf)|pause|noch ?mal|für heute|frei|schauen|gerade|kurz|mir|durch|auf jeden fall|erst|vor|essen|bis gleich|(?:das|es) morgen|zu datei|das thema|den test|raus, bin|zurück|zusammen|bis (?:später|morgen)|mal eben)(?=[\s,.!]|$)|nehmen? (?:wir )?(?:mal )?an(?=[\s,])|nehmen (?:die|den|das) (?:daten|werte|zahlen|liste)|machen uns|gehen (?:wir )?davon aus|(?:machen|nehmen|gehen|bauen) wir (?:das )?(?:später|morgen|mal|noch|weiter|pause|schluss)|wir (?:machen|nehmen|bauen|gehen)(?!.*(?:statt|nicht|künftig|,|weil|wegen|denn))/,
    },
    {
      id: "preference.de",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.58,
      why: "says how it shall be from now on",
      pattern:
        /(?:^|\s)(?:ab (?:sofort|jetzt|heute)|von (?:jetzt|nun) an|künftig|in zukunft|zukünftig|fortan|nie wieder|niemals|grundsätzlich|jedes mal|vermeide|merk dir|gilt (?:für|ab)|prinzipiell)(?=[\s,:.!]|$)/,
      despite: ["negated", "hypothetical"],
      unless:
        /jedes mal,? wenn (?:ich|der|die|das|es|man)|(?:verwenden|nutzen|setzen) wir künftig|wir (?:verwenden|nutzen|setzen) künftig|wird (?:künftig|nie)|könnte (?:künftig|in zukunft)/,
    },
    {
      id: "preference.de-always",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.56,
      why: "an order that holds always",
      pattern:
        /(?:^|[,:;.!]\s*|bitte\s+|und\s+)(?:bitte\s+)?(?!ist|sind|wird|hat|was|warum|das|der|die|es|er|sie|wir|ich|man|soll|wenn)(?:[a-zäöü]{2,}(?:e|st|t|n)?|gib|nimm|lies|lass|mach)\s+(?:\S+\s+){0,4}?(?:immer|nie|niemals|stets)(?=[\s,.!]|$)|^(?:immer|nie|niemals|stets)\s+(?!wenn)|(?:du\s+(?:sollst|musst|darfst)|soll(?:en)?|muss|müssen)\s+(?:bitte\s+)?(?:immer|nie|niemals|stets)\s/,
      despite: ["negated"],
      unless:
        /(?:stürzt|läuft|kommt|passiert|funktioniert|geht|bricht|startet|wird|hängt|bleibt|ist|sind|war|hat|haben|fehlt)\s+(?:\S+\s+){0,3}(?:immer|nie)/,
    },
    {
      id: "preference.de-prefer",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.58,
      why: "says what is preferred",
      pattern:
        /(?:^|\s)ich\s+(?:\S+\s+){0,2}(?:bevorzuge|mag(?:\s+(?:es|keine|lieber|kurze|nicht))|hasse|hätte (?:gern|lieber)|möchte (?:nicht|immer|nie|lieber|keine)|will (?:nicht|immer|nie|keine))(?=[\s,.!]|$)|mir (?:ist|wäre) (?:es )?(?:\S+\s+)?lieber|am liebsten|bei uns (?:gilt|heißt|ist es üblich|wird|schreibt|nutzen)|hör auf|verzichte auf|gewöhn dir|achte (?:bitte )?(?:immer |stets )?darauf|keine\s+\S+\s+mehr(?=[\s,.!]|$)/,
      despite: ["hypothetical", "negated"],
      unless: /lieber\?|was ist dir/,
    },
  ],
  boosters: [
    {
      id: "de.reason",
      categories: ["DECISION"],
      strength: 0.32,
      why: "with its reason",
      pattern:
        /(?:^|\s)(?:weil|da (?:wir|es|das|die)|denn|wegen|damit|deshalb|statt|anstatt|anstelle|nicht auf|nicht bei|reicht)(?=\s|$)/,
    },
    {
      id: "de.emphasis",
      categories: ["PREFERENCE"],
      strength: 0.22,
      why: "with emphasis",
      pattern:
        /(?:^|\s)(?:bitte|immer|nie|niemals|merk dir|gilt für|in diesem (?:repo|projekt)|ohne ausnahme|jedes mal)(?=[\s,.!]|$)/,
    },
  ],
};
