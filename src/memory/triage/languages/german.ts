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
      /(?:^|\s)(?:angenommen|falls|würden?|würdest|könnten?|könntest|vielleicht|eventuell|möglicherweise|überlege[n]?|überlegst|evtl|hätten?|wäre[n]?|denken? (?:darüber|daran) nach|vorschlag:?|schlage vor|wenn (?:wir|ich) (?:uns|mich)|bevor|sobald|fast)(?:\s|$|,)/,
    negated: /(?:^|\s)(?:nicht|nie|kein(?:e[nrms]?)?|noch nicht|niemand|nichts|ohne)\s+(?:[^\s,]+\s+){0,3}$/,
    embedded: /(?:^|\s)(?:warum|was|wer|welche[rsnm]?|ob|sobald|bis|bevor|wenn|wofür)\s+(?:\S+\s+){0,2}$/,
    reported:
      /(?:^|\s)(?:doku(?:mentation)?|artikel|blog|readme|anleitung|buch|kunden?|nutzer|anwender|google|ticket|protokoll|wiki|issue|kommentar|mail|man|sie|er|damals|früher)\s+(?:\S+\s+){0,2}(?:sagt|sagen|steht|empfiehlt|bevorzugen|bevorzugt|hat sich|haben sich|entschied|wählt|nutzt|verwendet)|zum beispiel|z\.b\.|vorgänger/,
    unsettled:
      /(?:^|\s)(?:(?:im|in der|in den|laut) \S+ (?:steht|stand|heißt)|(?:schreib|verfass|formulier|übersetz|entwirf|schick|antworte)\S*\s.*(?:mail|nachricht|text|satz|ankündigung|brief|post|antwort)\S*|(?:zwei|drei|mehrere|folgende) (?:möglichkeiten|optionen|varianten|wege):?|entweder|oder wir|sobald|(?:in|bei|für) (?:der|die|eine) demo|(?:wieder|noch|weiterhin|völlig) offen|vom tisch|(?:wieder )?verworfen|(?:wieder )?gekippt|überdenken|zurückgenommen|revidiert|rückgängig|(?:doch )?anders überlegt|nicht (?:meine|unsere) entscheidung|nichts (?:ist )?(?:fix|fest|unterschrieben)|steht noch aus|muss (?:noch )?\S+ (?:entscheiden|abnicken|zustimmen))(?=[\s,.!:]|$)/,
    takenBack:
      /^(?:(?:nein|ach|halt|moment|sorry|quatsch|doch)[,.]? )*(?:vergiss (?:das|es)|doch nicht|stimmt nicht mehr|das (?:ist|war) (?:wieder |noch |jetzt )*(?:offen|vom tisch|hinfällig|überholt)|ignorier das|zurück)/,
    fault:
      /(?:^|\s)(?:fehler\S*|falsch\S*|exception|bug|hängt|stehen|knallt|null|trotzdem|stürzt|kaputt|versehentlich|[45]\d\d|zeile \d+|schon wieder|zu (?:weit|früh|spät)|mal sehen|ob der|wird nicht|im moment|pixel|px|(?:etwas )?(?:größer|kleiner|breiter|dunkler|heller))(?=[\s,.!:]|$)/,
    step: /^(?:[^,:]{0,30}[,:] )?ich (?:habe|hab|werde|nehme|mache|starte|prüfe|gehe|bleibe)(?=\s)/,
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
        `(?:^|\\s)${WIR}\\s+(?:(?:haben?|hab|hat)\\s+)?(?:uns|mich|sich)?\\s*[^,;:]{0,60}(?:entschieden|beschlossen|geeinigt|festgelegt|ausgewählt)(?![\\wäöüß])|(?:^|(?<!wie)\\s)(?<!(?:^|\\s)(?:hat|hatten?|hätten?)\\s(?:\\S+\\s){0,4})(?:beschlossen|entschieden|festgelegt|vereinbart|abgemacht|geklärt)(?:\\s+(?:ist|im|wurde|haben)\\b|:|,)|(?:beschlossen|vereinbart|festgelegt|entschieden):|(?:^|\\s)haben\\s+(?:.{0,30}\\s)?(?:wir|ich)\\s.{0,20}(?:festgelegt|beschlossen|entschieden|vereinbart)(?![\\wäöüß])|(?:es|das|die sache|damit)?\\s*(?:ist|sind|wurde|ward)\\s+(?:jetzt |nun |endgültig )?(?:beschlossen|entschieden|gefallen|beschlossene sache)|(?:steht|stehen)\\s+(?:jetzt |nun )?fest(?![\\wäöüß])(?!\\s+(?:sobald|wenn|wann|ob|nachdem))|entscheidung\\s*(?:(?:ist )?gefallen|steht(?! noch| aus)|lautet(?! in)|:)|(?:^|\\s)endgültig(?::| entschieden)|wahl (?:fiel|ist) auf|(?:^|\\s)(?:der chef|die chefin|die leitung|das management)\\s+hat\\s+.{0,20}(?:entschieden|beschlossen)|^(?:haben|hab)\\s+.{0,30}(?:beschlossen|entschieden|vereinbart|festgelegt)(?![\\wäöüß])|^(?:freigegeben|abgesegnet|genehmigt) (?:vom|von|durch)\\s|gesprochen[,:] wir\\s|ist klar:|halten wir fest:|(?:^|\\s)(?:machen wir(?: das)? so|so machen wir (?:das|es)):|^(?:das )?ergebnis (?:vom|der|des|aus) [^,.:]{2,40}:|^es wird (?!zeit|nicht|immer|kein|schon|jetzt)[\\w.+#-]+, (?:nicht|kein|statt|weil|wegen)|(?:^|(?:nehmen|machen|nimm|mach|dann|für|also|mit) )(?:die )?(?:variante|lösung) [a-d1-4][.,!]|^beschluss:`,
      ),
      unless:
        /(?:^|\s)(?:wie|warum|wann|wer|ob|welche\S*) (?:\S+ ){0,4}(?:entschieden|beschlossen|geeinigt|festgelegt)|verklickt|falsche|danke|entschieden (?:zu|mehr|weniger|besser|schlechter|lieber)(?= (?:viel|wenig|früh|spät|groß|klein|teuer|als)|$)|(?:ist|sind|war|waren) entschieden zu |variable|steht im|geklärt, (?:war|es war|lag|danke)|steht fest, dass (?!wir|ich|das team|es)|haben wir (?:viel|das nie)|pizza|mittagessen|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?=[\s,.]|$)|beschlossen ist beschlossen|jury|termin |(?:entschieden|beschlossen|geklärt|vereinbart) (?:ist|wurde|war) (?:noch )?(?:nichts|nicht)|(?:^|\s)hatten?\s+(?:wir|ich|sie)|(?:^|\s)(?:letztes jahr|damals|früher)\s|(?:^|\s)noch (?:nicht|nichts|keine?[nrs]?)(?=\s)|(?:nicht|nichts)\s+(?:entschieden|beschlossen|geeinigt|festgelegt|fest|gefallen|vereinbart)|(?:wir|ich|team) hatten?\s|übersetze/,
    },
    {
      id: "decision.de-going-with",
      category: "DECISION",
      describes: true,
      strength: 0.49,
      why: "commits to one way",
      pattern: new RegExp(
        `(?:^|[\\s,:])(?:${WIR}\\s+(?:setzen?\\s+auf(?!\\s+(?:der|dem|einer|jeder)\\s)|bleiben?\\s+bei|nehmen?|gehen?\\s+mit|wechseln?\\s+(?:zu|auf|von)|steigen?\\s+(?:auf|um|von)|verzichten?\\s+auf|einigen?\\s+uns|verwenden?\\s+künftig|werfen|machen|bauen|behalten|streichen|lassen .{1,40} weg|schreiben .{1,30} in|stellen .{1,40} um|führen .{1,40} ein)|statt\\s+\\S+\\s+nehmen\\s+wir|dann\\s+(?:machen|nehmen|bauen|bleiben|gehen|setzen|lassen|verwenden)\\s+wir|(?:bleibt|bleiben)\\s+es\\s+bei|es\\s+bleibt\\s+beim?|flieg(?:t|en)\\s+raus,?|kommt\\s+in\\s.{2,40}\\sstatt\\s.{2,60}(?:weil|wegen|da))(?=[\\s,.!]|$)`,
      ),
      unless:
        /(?:^|\s)(?:im (?:auge|blick|hinterkopf)|pause|noch ?mal|für heute|frei|schauen|gerade|kurz|(?:ich|nehmen?) mir|durch|auf jeden fall|erst|vor|essen|bis gleich|(?:das|es) morgen|zu datei|das thema|den test|die uhr|(?:gleich|morgen|später) |den (?:zug|bus)|zuerst|zunächst|unter die lupe|morgen weiter|bei (?:der|dieser|dem|diesem) (?:datei|funktion|zeile|frage|thema|test|klasse|fehler|beispiel)|raus, bin|zurück|zusammen|bis (?:später|morgen)|mal eben)(?=[\s,.!]|$)|nehmen? (?:wir )?(?:mal )?an(?=[\s,])|nehmen (?:die|den|das) (?:daten|werte|zahlen|liste|(?:erste|letzte|nächste)[nrs]? \S+ und)|machen uns|gehen (?:wir )?davon aus|(?:machen|nehmen|gehen|bauen) wir (?:das )?(?:später|morgen|mal|noch|weiter|pause|schluss)|wir (?:machen|nehmen|bauen|gehen)(?!.*(?:statt|nicht|künftig|,|weil|wegen|denn))/,
    },
    {
      id: "decision.de-frame",
      category: "DECISION",
      describes: true,
      strength: 0.42,
      why: "says how it shall be, with what speaks for it",
      pattern:
        /(?:^|[,.:]\s)(?:nein,? |nee?,? |also |ok,? |und |dann )*kein(?:e[nr]?)?\s(?!ahnung|problem|plan|fehler|zeit|lust|wunder|sorge|stress|antwort|grund|unterschied|ergebnis|ding|bock|idee|zugriff)[\wäöüß-]+(?:\s(?:auf|in|im|für|bei|mehr|am)\s[\wäöüß ]{2,30}?|\smehr)?(?=[,.]|$)|(?:^|[,.:]\s|\s(?:und|also|dann)\s)(?:(?:der|die|das|alle|unsere?|jede[rs]?|neue|alte)\s)?[\wäöüß-]+(?:\s[\wäöüß-]+){0,2}?\s(?:bleibt|bleiben|kommt|kommen|läuft|laufen|liegt|liegen|wandert|wandern|zieht|ziehen|bekommt|bekommen|kriegt|kriegen|gehört|gehören|landet|landen|fliegt|fliegen)\s(?:in|auf|im|ins|bei|beim|nach|als|nur|eine?n?|künftig|nicht mehr|raus|weg|aus)(?=\s|[,.]|$)|^variante [a-d1-4](?=[.,])|das mit (?:dem|der|den|diesem) [\wäöüß-]+ lassen wir(?=[,.]|$)|(?:^|[,.:]\s)(?:nimm|nehmt|mach|macht|bau|baut|lass|lasst|bleib|bleibt)\s(?:bei |mit |es bei )?[\wäöüß.+#-]+(?=[,.]|$|\s(?:statt|für|weil))/,
      near: /(?:^|\s)(?:weil|sonst|damit|denn|wegen|statt|nicht mehr|nur noch|nur|zu (?:teuer|langsam|groß|viel|aufwendig|kompliziert|schwer|fett)|reicht|reichen|genügt|niemand|keiner|keinem|fertig|lohnt|brauchen|braucht|sondern|einfacher|billiger|schneller|weniger|ohnehin|sowieso|eh|können|will|wollen|darf|und gut|tut's|passt|leichter|besser|bleibt alles|alles im)(?=[\s,.!]|$)/,
      unless:
        /(?:^|\s)(?:warum|wieso|aktuell|momentan|gerade|derzeit|anscheinend|scheinbar|wohl|manchmal|test|tests|seite|button|fenster|cursor|maus|log|logs|zeile|datei|branch|commit|hängen|stehen|schon wieder|trotzdem|kaffee|essen|morgen|heute|später|erst ?mal)(?=[\s,.!?]|$)/,
      who: ["user"],
      despite: ["negated", "option"],
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
