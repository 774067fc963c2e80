import type { LanguageWords } from "../language.ts";

export const GERMAN: LanguageWords = {
  spoken: `
    weil, wenn, dass, der, das, und, ist, nicht, wir, ich, ein, eine, einen, mit, für, auf, zu, dem, den, des, sich, wird,
    werden, haben, habe, hat, bitte, immer, nie, kein, keine, es, ab, nur, jetzt, entscheidung, ursache,
    lösung, einschränkung, beschränkung, schulden, später, regel,
    *ä*, *ö*, *ü*, *ß*`,
  DECISION: {
    primary: `
      entschieden, beschlossen, festgelegt, geeinigt, gewählt, ausgewählt, ausgesucht, entschied, wählten, nehmen wir, nehme ich,
      wir nehmen, wir verwenden, wir nutzen, wir setzen auf, bleiben bei, bleiben wir bei, entscheidung`,
    booster: `
      weil, da wir, da es, da sie, denn, statt, anstatt, anstelle, stattdessen, und nicht, nicht mehr, begründung, grund, gründe,
      damit, einfacher, schneller, billiger, günstiger, sicherer, sonst, um zu, passt besser, reicht, lieber als, gegenüber`,
    alone: `
      wir haben uns … entschieden, wir haben entschieden, ich habe mich … entschieden, haben uns … entschieden, haben wir uns … entschieden,
      haben beschlossen, wir haben … beschlossen, wurde beschlossen, ist beschlossen, haben uns … geeinigt, haben uns auf,
      haben wir uns auf, fiel auf, fällt auf, wahl fiel, wir nehmen … statt, nehmen … statt, verwenden … statt, nutzen … statt,
      setzen … statt, wir bleiben bei, bleiben wir bei, wir wechseln zu, wechseln wir zu, wir steigen … um, umgestiegen auf, entscheidung ist,
      entscheidung fiel, wir gehen mit, dann nehmen wir, es wird, kommt nicht in frage, wir verzichten auf, verworfen, wir werfen … raus,
      entscheidung:, entschieden:, beschluss:, gewählt:`,
    unless: `nichts, noch nicht, noch kein*`,
    weak: `wir machen, machen wir, ich habe, wir haben, wir bauen, wir speichern, wird, werden, kommt in, liegt in, läuft`,
  },
  RUNBOOK: {
    primary: `
      fehler, fehlgeschlagen, schlug fehl, schlägt fehl, schlugen … fehl, scheiterte, scheitert, abgestürzt, stürzte … ab, stürzt … ab,
      absturz, brach … ab, brach ab, bricht … ab, bricht ab, ausnahme, exception, hängt, hing, hängen geblieben, blieb hängen, kaputt, defekt, timeout, zeitüberschreitung, startete nicht,
      startet nicht, lief nicht, läuft nicht, ging nicht, geht nicht, funktionierte nicht, funktioniert nicht, verweigert, abgelehnt,
      nicht erreichbar, ausfall, ausgefallen, leere seite, weiße seite, problem, ursache:, problem:, symptom:, fehler:`,
    booster: `
      behoben, gelöst, lösung, behebt, löst, ursache war, ursache ist, lag an, lag daran, liegt an, grund war, schuld war, half, hilft,
      geholfen, abhilfe, workaround, umgangen, läuft wieder, läuft … wieder, lief wieder, lief … wieder, geht wieder, ging wieder, funktioniert wieder,
      funktionierte wieder, startet wieder, jetzt läuft, jetzt geht, nun läuft, danach lief, danach ging, seitdem läuft,
      repariert, beseitigt, wieder grün, wieder da, lösung:, behebung:, abhilfe:, fix:`,
    alone: `
      behoben durch, gelöst durch, behoben … indem, gelöst … indem, die lösung war, ursache war, die ursache war, lag daran dass,
      wieder zum laufen gebracht, wieder zum laufen, grundursache`,
    weak: `weil, fehlte, falsch, veraltet, gesperrt, belegt, voll, leer`,
    isPair: true,
  },
  CONSTRAINT: {
    primary: `
      einschränkung, einschränkungen, beschränkung, beschränkt, begrenzt, begrenzung, limit, limits, obergrenze, grenze, kontingent,
      nicht unterstützt, unterstützt nicht, nicht möglich, unmöglich, nicht erlaubt, verboten, nicht zulässig, kann nicht, können nicht`,
    booster: `
      herausgestellt, stellte sich heraus, stellt sich heraus, herausgefunden, festgestellt, entdeckt, laut doku*, laut, offenbar,
      anscheinend, hersteller, anbieter, tarif, plan, vertrag, datenschutz, dsgvo, gesetzlich, api, firewall`,
    alone: `
      höchstens #, maximal #, maximum ist, nicht mehr als #, bis zu #, auf # … begrenzt, auf # … beschränkt, begrenzt auf, beschränkt auf,
      limit von #, limit liegt bei, obergrenze von, # … pro minute, # … pro stunde, # … pro sekunde, # … pro tag, # … pro monat,
      erlaubt nur, erlaubt höchstens, unterstützt nur, unterstützt kein*, wird nicht unterstützt, werden nicht unterstützt, akzeptiert nur,
      akzeptiert kein*, nimmt nur, lässt nur, nur mit dem, nur im, nur auf, gibt es nur, bietet kein*, hat kein*, gibt keine api,
      darf nicht, dürfen nicht, darf nur, dürfen nur, muss unter, müssen unter, muss auf, ist verboten, ist nicht erlaubt,
      läuft nach # … ab, bricht nach # … ab, kein zugriff, keinen zugriff, kein internet, einschränkung:, beschränkung:, limit:, grenze:,
      vorgabe:`,
    unless: `kann nicht finden, nicht finden, nicht sehen`,
  },
  TECH_DEBT: {
    primary: `
      ^todo, fixme, technische schuld*, technischer schulden, altlast*, aufgeschoben, verschoben auf, vertagt, zurückgestellt,
      provisorisch, provisorium, notlösung, übergangslösung, behelf*, hack, workaround bis, workaround für, abkürzung,
      vorläufig, vorerst, fürs erste, bis auf weiteres, für den moment, im moment nur, erstmal, erst einmal, einstweilen, auf später,
      machen wir später, mache ich später, kommt später, später noch, später sauber, später aufräumen, später … ersetzen,
      später … beheben, später … umbauen, später … ändern, später … nachholen, müssen wir noch, muss noch, müsste noch, sollte noch, fehlt noch,
      fehlen noch, noch nicht umgesetzt, noch nicht implementiert, noch nicht behandelt, noch keine tests, ohne tests, irgendwann,
      aufräumen, unsauber, unschön, quick and dirty, schnelle lösung, hartkodiert, fest verdrahtet, fest eingetragen, hart verdrahtet,
      eigenes ticket, separates ticket, separater pr, eigener pr, nächsten sprint, nächste version, nächsten release,
      todo:, offen:, aufgeschoben:, später:, bekannte lücke:, abkürzung:, schulden:`,
    booster: `weil, für den moment, vorerst, zeitdruck, keine zeit, bewusst, absichtlich, bekannt, später, temporär, vorübergehend`,
    unless: `todo-liste, gesucht, gegrept, erledigt, entfernt, schon behoben, bereits behoben`,
  },
  PREFERENCE: {
    primary: `
      ab sofort, ab jetzt, ab heute, von jetzt an, von nun an, künftig, zukünftig, in zukunft, immer * verwenden, verwende immer,
      benutze immer, nutze immer, nimm immer, ^immer, ^nie, ^niemals, nie *, niemals *, wir verwenden immer, immer erst, immer zuerst,
      bevorzuge, bevorzugen, bevorzugt, ziehe … vor, ziehen … vor, lieber … als, mir lieber, ich mag, ich möchte … immer,
      ich will … immer, konvention, unsere regel, die regel ist, unser standard, standard ist, bei uns, in diesem projekt, in diesem repo,
      grundsätzlich, stets, jeder commit, jede datei, jede funktion, alle * müssen, alle * sollen, vor jedem, nach jedem, vor jeder, nach jeder,
      bei jedem, bei jeder, ^verwende, ^benutze, ^nutze, ^nimm, ^schreibe, ^schreib, ^keine, ^kein, ^vermeide, ^halte dich, verzichte auf,
      ^frag, ^antworte, ^hör auf, regel:, konvention:, präferenz:, vorliebe:, stil:`,
    booster: `vereinbart, ausgemacht, abgemacht, überall, durchgehend, bitte, statt, ausnahmslos, künftig, immer`,
    unless: `standardbibliothek, diesmal, dieses mal, nur heute, nie wieder, keine fehler, keine probleme, kein problem, keine ahnung, keine sorge`,
  },
  not: `
    nicht, kein, keine, keinen, keinem, keiner, nichts, nie, niemals, niemand, ohne, kaum, noch nichts, weder, statt, anstatt`,
  supposed: `
    wenn, falls, ob, sofern, vielleicht, eventuell, möglicherweise, könnte, könnten, würde, würden, sollten wir, sollen wir, wollen wir,
    können wir, kannst du, angenommen, was wäre, überlegen, überlegt, diskutiert, gesucht nach, suche nach, zum beispiel, option a, option b,
    option #:, hätten wir, warum, wieso, welche, welcher, welches, wie`,
  asked: `
    sag bescheid, was meinst du, möchtest du, willst du, soll ich, noch offen, noch nicht entschieden, nichts entschieden,
    unentschieden, deine wahl, ^ich prüfe, ^ich schaue, ^jetzt prüfe, ^lass mich, ^mal sehen`,
};
