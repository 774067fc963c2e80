import type { LanguageWords } from "../language.ts";

export const ITALIAN: LanguageWords = {
  spoken: `
    perché, usare, il, lo, gli, la, una, uno, del, della, dei, che, per, con, è, sono, non, di, si, al, nel, più, abbiamo,
    ho, sempre, mai, decisione, scelta, soluzione, vincolo, limite, debito, ogni, preferisco,
    *zione, *ità, è, perché, dell'*, all'*, l'*`,
  DECISION: {
    primary: `
      deciso, decidiamo, scelto, scegliamo, optato, concordato, stabilito, selezionato, useremo, andiamo con, restiamo su, decisione`,
    booster: `
      perché, poiché, siccome, dato che, visto che, invece di, invece che, anziché, piuttosto che, al posto di, e non, motivo, ragione,
      così da, per evitare, più semplice, più veloce, più economico, più facile, più sicuro, rispetto a, a causa di`,
    alone: `
      abbiamo deciso, ho deciso, è stato deciso, si è deciso, abbiamo scelto, ho scelto, è stato scelto, abbiamo optato, ho optato, optato per,
      abbiamo concordato, abbiamo stabilito, ci siamo accordati, siamo d'accordo di, andiamo con, restiamo su, restiamo con, rimaniamo su,
      passiamo a, siamo passati a, usiamo … invece, useremo … invece, usare … invece, usiamo … al posto, abbiamo scartato, scartato,
      la decisione è, la scelta è, la scelta è caduta, decisione:, scelta:, deciso:`,
    weak: `usiamo, useremo, teniamo, abbiamo tenuto, mettiamo, faremo, sarà, va in, resta`,
  },
  RUNBOOK: {
    primary: `
      errore, errori, eccezione, fallito, fallita, falliva, fallivano, fallisce, fallimento, bloccato, bloccata, si bloccava, si blocca, rotto,
      rotta, si è rotto, crash*, andato in crash, timeout, scaduto il tempo, rifiutato, rifiutava, negato, non partiva, non parte, non si avviava,
      non si avvia, non funzionava, non funziona, non compilava, irraggiungibile, pagina bianca, problema, causa:, causa principale:,
      problema:, sintomo:, errore:`,
    booster: `
      risolto, risolta, risolve, ha risolto, sistemato, sistemata, sistema il, corretto, corretta, aggiustato, riparato, soluzione, la causa era,
      causa principale, causa radice, era dovuto, dovuto a, colpa di, aggirato, funziona di nuovo, di nuovo, ora funziona, adesso funziona,
      ora parte, ora passa, è tornato, è bastato, basta, soluzione:, correzione:, rimedio:`,
    alone: `
      risolto con, risolto riavviando, risolto cancellando, risolto … aggiungendo, sistemato con, corretto con, la causa era, la soluzione è stata,
      la soluzione era, è bastato, ha risolto il`,
    weak: `mancava, perché, vecchio, scaduto, pieno, occupata, occupato, sbagliato`,
    isPair: true,
  },
  CONSTRAINT: {
    primary: `
      limitazione, limitazioni, limite, limiti, limitato, limitata, ristretto, restrizione, restrizioni, vincolo, quota, non è possibile, impossibile,
      non consentito, vietato, non supporta, non supportato, non possiamo, non si può`,
    booster: `
      scoperto, si scopre che, a quanto pare, risulta che, ho visto che, notato, secondo, documentazione, fornitore, piano, contratto,
      per legge, gdpr, l'api, firewall, cliente`,
    alone: `
      al massimo #, massimo di #, un massimo di, massimo #, non più di #, fino a # … al, limite di #, limite è, limitato a, limitata a, limitati a,
      # … al minuto, # … all'ora, # … al secondo, # … al giorno, # … al mese, # … per minuto, accetta solo, consente solo, permette solo,
      supporta solo, funziona solo, disponibile solo, solo # … per, non supporta, non è supportato, non è supportata, non sono supportati,
      non accetta, non consente, non permette, non c'è modo di, non può superare, non possono superare, non deve superare, non possono uscire,
      non devono uscire, non può uscire, è vietato, non abbiamo accesso, nessun accesso, scade dopo #, deve girare su, deve funzionare su,
      vincolo:, limitazione:, limite:, restrizione:`,
    unless: `impossibile trovare, non trovo`,
  },
  TECH_DEBT: {
    primary: `
      ^todo, fixme, debito tecnico, rimandato, rimandata, rimandiamo, rinviato, rinviata, posticipato, lasciato per dopo, lasciamo per dopo, per dopo,
      toppa, pezza, scorciatoia, soluzione tampone, provvisorio, provvisoria, provvisoriamente, temporaneo, temporanea, temporaneamente, per ora,
      per adesso, per il momento, al momento, più avanti, più tardi, in seguito, in futuro da, in un'altra pr, in una pr separata, ticket separato,
      prossimo sprint, prossima versione, un giorno, prima o poi, resta da, restano da, rimane da, manca ancora, mancano ancora, ancora da fare,
      non ancora implementato, non è ancora gestito, non ancora testato, senza test, da ripulire, da rifattorizzare, da rivedere, da sostituire,
      da sistemare, soluzione rapida, cablato, hardcoded per, da fare:, debito:, rimandato:, scorciatoia:, più tardi:`,
    booster: `perché, per ora, temporaneo, mancanza di tempo, senza tempo, apposta, volutamente, noto, finché, dopo`,
    unless: `cercato, lista di cose, rimosso, risolto, già sistemato, completato`,
  },
  PREFERENCE: {
    primary: `
      d'ora in poi, da ora in poi, d'ora in avanti, da oggi, in futuro usa, usa sempre, usare sempre, sempre usare, ^sempre, non usare mai,
      mai usare, ^mai, non usare, non usiamo, preferisco, preferiamo, preferire, preferenza, convenzione, la nostra regola, la regola è,
      il nostro standard, lo standard è, per convenzione, di regola, in questo progetto, in questo repo, ogni commit deve, ogni funzione deve, ogni * deve,
      tutti i * devono, tutte le * devono, prima di ogni, dopo ogni, evita, evitare, evitiamo, mi piace, mi piacciono, non mi piace, voglio che,
      ^usa, ^scrivi, ^rispondi, ^tieni, ^chiedi, ^smetti di, ^niente, preferenza:, convenzione:, regola:, stile:`,
    booster: `concordato, d'accordo, per favore, ovunque, dappertutto, senza eccezioni, invece di, anziché`,
    unless: `libreria standard, questa volta, solo oggi, restituisce sempre, standard input, standard output`,
  },
  not: `non, mai, niente, nulla, nessun, nessuna, nessuno, senza, né, neanche, nemmeno`,
  supposed: `
    se, forse, magari, potrebbe, potremmo, sarebbe, avremmo, dovremmo, nel caso, supponiamo, immagina, discusso, parlato di, pensando a,
    considerando, considerato, per esempio, ad esempio, opzione a, opzione b, opzione #:, cercato, cercare, cercando, come mai, quale, quali, come`,
  asked: `
    cosa ne pensi, fammi sapere, vuoi che, preferisci, vorresti, non abbiamo ancora deciso, niente è deciso, nulla è deciso, ancora da decidere,
    da decidere, ^vediamo, ^fammi, ^controllo`,
};
