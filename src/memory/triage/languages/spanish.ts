import type { Language } from "../signal.ts";

export const SPANISH: Language = {
  id: "es",
  turn: /,?\s+(?:pero|aunque|sin embargo)\s+|\s+[–—]\s+|;\s+/,
  moods: {
    question: /^¿|¿[^?]*$|\?\s*$|(?:^|\s)(?:no sé si|me pregunto|duda entre|estoy entre)(?=\s)/,
    request:
      /(?:puedes|podrías)\s+(?:por favor\s+)?(?:siempre|nunca|no volver|dejar de)|,\s*(?:vale|ok|sí|de acuerdo)\s*\?\s*$/,
    hypothetical:
      /(?:^|[\s¿])(?:si (?:usamos|vamos|decidimos|optamos|elegimos|quisi)|supongamos|quizás?|tal vez|a lo mejor|podríamos|podrías|podría|deberíamos|habría|sería|ya veremos|casi|cuando (?:decid|elij)|pensando en|(?:mi )?propuesta|propongo|sugiero|antes de)/,
    negated: /(?:^|\s)(?:no|nunca|tampoco|nadie|nada|sin|aún no|todavía no)\s+(?:\S+\s+){0,2}$/,
    embedded: /(?:^|[\s¿])(?:por qué|qué|quién|cuál|si|hasta que|cuando|antes de que)\s+(?:\S+\s+){0,2}$/,
    reported:
      /(?:^|\s)(?:documentación|docs?|artículo|blog|readme|guía|libro|usuarios?|clientes?|google|ellos|ellas|gente|ticket|acta|wiki|issue|comentario|correo)\s+(?:\S+\s+){0,2}(?:pone|dice|dicen|recomienda|prefiere|prefieren|usan|eligen?|decidieron|decidió)|por ejemplo|decidieron|equipo anterior|anterior(?:es)? (?:equipo|desarrollador)/,
    unsettled:
      /(?:^|\s)(?:(?:escrib|redact|traduc|traduz|envía|prepara)\S*\s.*(?:correo|mensaje|texto|frase|anuncio|carta|mail|nota)\S*|(?:dos|tres|varios|varias) (?:caminos|opciones|alternativas|formas):?|(?:para|en) (?:la|una|esta) (?:demo|prueba|captura)|(?:sigue|está|queda|vuelve a estar) (?:abiert[oa]|en el aire|pendiente)|por decidir|replante\w+|reconsider\w+|revertid[oa]|echad[oa] atrás|cambi(?:é|amos|ado) de (?:opinión|idea)|no (?:depende de mí|es definitivo|hay nada firmado)|tiene la última palabra|que lo decida)(?=[\s,.!:]|$)/,
    takenBack:
      /^(?:(?:no|espera|perdón|bueno)[,.]? )*(?:olvída(?:lo|te)|olvida eso|ignora eso|mejor no|ya no|eso (?:ya no|sigue|está)|retiro lo dicho)/,
    fault:
      /(?:^|\s)(?:error(?:es)?|falla\w*|fallo|excepción|mal|mism[oa] (?:error|problema)|rama|sala|roto|[45]\d\d|null)(?=[\s,.!:]|$)/,
    step: /^(?:he (?:decidido|elegido|optado)|decidí|elegí|opté|me (?:quedo|decanto|decidí))(?=\s)/,
    oneOff:
      /(?:^|\s)(?:por esta vez|esta vez|solo (?:hoy|aquí|ahora|en est[ea])|por ahora|de momento|por hoy)(?=[\s,.!]|$)/,
  },
  signals: [
    {
      id: "decision.es",
      category: "DECISION",
      strength: 0.6,
      why: "says that a choice was made",
      unless:
        /(?:decidí|decidimos|elegí|elegimos) mal|(?:luego|después|más tarde|mañana) (?:lo )?decid|(?:decidí|decidimos|quedamos en|acordamos|hemos decidido) (?:tom|vern|ver |irm|ir a|com[eo]|descans|habl|llam|salir|esper|reunir|quedar|dormir)/,
      pattern:
        /(?:^|[\s,:])(?:(?:hemos|he|habíamos|ha) (?:decidido|elegido|optado|acordado|escogido|descartado)|decid(?:imos|í)|opt(?:amos|é) por|eleg(?:imos|í)|escog(?:imos|í)|acord(?:amos|ó|é)|descart(?:amos|é)|qued(?:amos en|a (?:decidido|acordado|claro que vamos))|está (?:decidido|acordado)|^(?:el )?resultado (?:de|del) [^,.:]{2,40}:|decidido[:,]|aprobado por|ya lo hablamos:|decisión(?: tomada| final)?:|la decisión (?:es|fue|final)|nos (?:quedamos|decantamos|decidimos)|me (?:quedo con|decanto|decidí)|al final (?:usamos|vamos|nos|elegimos))(?=[\s,:.]|$)/,
    },
    {
      id: "decision.es-going-with",
      category: "DECISION",
      describes: true,
      strength: 0.49,
      why: "commits to one way",
      unless:
        /(?:seguimos|vamos) con (?:calma|cuidado|prisa|tiempo|retraso|(?:el|la|los|las|lo|otr[oa]) (?:siguiente|próxim\w+|otr[oa]|fichero|archivo|test|prueba|tarea|función|error|revisión|resto|demás))|vamos a usar (?:est[ea] (?:rato|sesión)|el depurador)/,
      pattern:
        /(?:^|[\s,:])(?:vamos (?:con|a usar|a ir con|a seguir con|a quedarnos)|seguimos con|usaremos|iremos con|nos pasamos a|cambiamos (?:a|de)|adoptamos|y punto|que sea)(?=[\s,.!]|$)/,
    },
    {
      id: "preference.es",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.58,
      why: "says how it shall be from now on",
      pattern:
        /(?:^|[\s,])(?:de ahora en (?:adelante|más)|a partir de (?:ahora|hoy)|desde ahora|en (?:el futuro|adelante)|de aquí en adelante|nunca (?:más )?(?:hagas|uses|pongas|añadas|borres|toques|cambies|escribas|subas|ejecutes|vuelvas|me|\w+[ae]s)|recuerda(?: que)?|cada vez que (?:me )?\w+[ae]s|evita|procura|ten en cuenta que)(?=[\s,:.!]|$)/,
      despite: ["negated", "hypothetical"],
      unless: /recuerda(?:s|n) /,
    },
    {
      id: "preference.es-always",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.56,
      why: "an order that holds always",
      pattern:
        /^(?:por favor,?\s+|y\s+|ok,?\s+)*(?:siempre|nunca)\s+(?!hay|es|está|se|ha|falla|termina|sale|funciona)\w+|^(?:por favor,?\s+)*(?:usa|pon|haz|escribe|ejecuta|responde|respóndeme|mantén|pregunta|pregúntame|añade|corre|formatea|utiliza|deja)\s.*(?:siempre|cada vez|en todo momento|por defecto|en este (?:repo|proyecto))/,
      despite: ["negated"],
    },
    {
      id: "preference.es-prefer",
      category: "PREFERENCE",
      who: ["user"],
      strength: 0.58,
      why: "says what is preferred",
      pattern:
        /(?:^|[\s,])(?:(?:yo )?(?:prefiero|preferimos|preferiría|odio|detesto)|(?:a mí )?(?:no )?me gustan? (?:que|más|los|las|el|la|tener|ver)|no (?:me gusta|quiero) (?:que|ver|más|tener)|no (?:los |las |lo |la )?soporto|me molesta|deja de \w+r|no (?:vuelvas a|me hagas|hagas más)|aquí (?:siempre )?(?:usamos|escribimos|ponemos)|en este (?:proyecto|repo) (?:siempre |se )?(?:usamos|usa|escribe|los|las|el|la))(?=[\s,.!]|$)/,
      despite: ["negated", "hypothetical"],
    },
  ],
  boosters: [
    {
      id: "es.reason",
      categories: ["DECISION"],
      strength: 0.32,
      why: "with its reason",
      pattern:
        /(?:^|\s)(?:porque|ya que|debido a|puesto que|para (?:no|evitar|que)|en vez de|en lugar de|nada de|por (?:coste|rendimiento|simplicidad))(?=\s|$)/,
    },
    {
      id: "es.emphasis",
      categories: ["PREFERENCE"],
      strength: 0.22,
      why: "with emphasis",
      pattern:
        /(?:^|\s)(?:por favor|siempre|nunca|jamás|cada vez|sin (?:preguntar|avisar)|en este (?:repo|proyecto))(?=[\s,.!]|$)/,
    },
  ],
};
