import type { LanguageWords } from "../language.ts";

export const SPANISH: LanguageWords = {
  spoken: `
    porque, usar, el, los, las, una, unos, del, que, por, para, con, es, está, están, en, se, lo, al, pero, como, más,
    hemos, vamos, siempre, nunca, prefiero, decisión, elección, solución, causa, límite, limitación, deuda,
    pendiente,
    *ñ*, *á*, *í*, *ú*, *ción, *ó`,
  DECISION: {
    primary: `
      decidimos, decidido, decidí, elegimos, elegí, elegido, escogimos, escogí, escogido, optamos, opté, acordamos, acordado,
      seleccionamos, nos quedamos con, me quedo con, vamos con, usaremos, vamos a usar, decisión`,
    booster: `
      porque, ya que, puesto que, dado que, debido a, en vez de, en lugar de, y no, razón, motivo, para que, así que, más simple,
      más sencillo, más rápido, más barato, más fácil, más seguro, para evitar, frente a, sobre, mejor que`,
    alone: `
      hemos decidido, he decidido, se decidió, decidimos usar, decidimos no, decidimos que, hemos elegido, hemos optado, hemos acordado,
      acordamos usar, acordamos que, optamos por, opté por, nos quedamos con, me quedo con, nos decantamos por, nos decidimos por,
      vamos a usar … en, usaremos … en, usamos … en vez, usamos … en lugar, usar … en vez, usar … en lugar, elegimos … sobre,
      cambiamos a, pasamos de … a, migramos a, descartamos, descartado, la decisión es, la decisión fue, decisión:, decidido:, elección:,
      elegido:`,
    weak: `usamos, vamos a, guardamos, mantenemos, dejamos, haremos, será, irá, vive en, va en`,
  },
  RUNBOOK: {
    primary: `
      error, errores, excepción, falló, fallaba, fallaban, fallan, falla, fallo, se cayó, se caía, se colgó, se colgaba, colgado, roto,
      rota, se rompió, no arrancaba, no arranca, no arrancó, no funcionaba, no funciona, no funcionó, no compilaba, no conectaba,
      tiempo de espera, timeout, rechazó, rechazaba, denegado, bloqueado, atascado, caído, problema, causa:, causa raíz:, problema:,
      síntoma:, error:`,
    booster: `
      arreglado, arreglamos, arreglé, se arregló, se arregla, lo arregló, lo arregla, resuelto, resolvió, resolvimos, se resolvió,
      se resuelve, se soluciona, solucionado, solucionó, se solucionó, solución, causa raíz, la causa era, la causa fue, era culpa de, se debía a,
      corregido, se corrigió, corrige, funciona de nuevo, volvió a funcionar, vuelve a funcionar, ya funciona, ya arranca, ya pasa, ya pasan,
      bastó con, basta con, solución:, arreglo:, remedio:`,
    alone: `
      se arregló con, se arregló al, se arregla con, lo arreglamos, lo arreglé, se solucionó con, se solucionó al, se resolvió al,
      se resolvió con, la causa era, la causa fue, la solución fue, la solución es, causa raíz`,
    weak: `faltaba, porque, viejo, caducado, lleno, ocupado, equivocado`,
    isPair: true,
  },
  CONSTRAINT: {
    primary: `
      limitación, limitaciones, límite, límites, limitado, limitada, restringido, restricción, restricciones, cuota, no se puede,
      no podemos, no es posible, imposible, no permitido, prohibido, no soporta, no admite, no compatible`,
    booster: `
      descubrí, descubrimos, resulta que, resultó que, encontré, encontramos, vimos que, según, documentación, proveedor, plan, contrato,
      por ley, rgpd, la api, cortafuegos, cliente`,
    alone: `
      como máximo #, máximo de #, un máximo de, máximo #, no más de #, hasta # … por, límite de #, límite es, limitado a, limitada a,
      limitados a, # … por minuto, # … por hora, # … por segundo, # … por día, # … por mes, solo permite, sólo permite, solo acepta,
      sólo acepta, solo admite, sólo admite, solo soporta, solo funciona, sólo funciona, solo está disponible, no soporta, no admite,
      no permite, no acepta, no está soportado, no es compatible con, no tiene soporte, no hay forma de, no hay manera de, no puede superar,
      no pueden superar, no debe superar, no puede salir, no pueden salir, está prohibido, no tenemos acceso, sin acceso a, caduca a los #,
      expira a los #, tiene que correr en, debe funcionar en, limitación:, restricción:, límite:`,
    unless: `no puedo encontrar, no encuentro`,
  },
  TECH_DEBT: {
    primary: `
      ^todo:, fixme, deuda técnica, aplazado, aplazamos, pospuesto, posponemos, postergado, postergamos, pendiente de, queda pendiente,
      quedan pendientes, queda por, quedan por, falta por, falta hacer, por hacer, parche, chapuza, apaño, atajo, provisional, provisionalmente,
      temporal, temporalmente, por ahora, de momento, por el momento, más adelante, más tarde, luego lo, lo haremos después,
      después lo, en otro pr, en un pr aparte, en otra tarea, próximo sprint, próxima versión, algún día, habrá que, habría que limpiar, hay que limpiar,
      todavía no está implementado, aún no está, todavía sin, aún sin pruebas, sin pruebas, sin tests, a mano por ahora, solución rápida,
      pendiente:, deuda:, atajo:, aplazado:, para después:`,
    booster: `porque, por ahora, temporal, sin tiempo, falta de tiempo, a propósito, conocido, hasta que, después`,
    unless: `busqué, buscado, lista de tareas, eliminado, eliminé, resuelto, terminado`,
  },
  PREFERENCE: {
    primary: `
      de ahora en adelante, a partir de ahora, a partir de hoy, desde ahora, de aquí en adelante, en adelante, en el futuro usa, usa siempre,
      siempre usa, siempre usar, usar siempre, ^siempre, nunca uses, nunca usar, ^nunca, no uses, no uséis, no usar nunca, no usamos,
      prefiero, preferimos, prefiere, preferencia, convención, nuestra norma, nuestra regla, la regla es, nuestro estándar, el estándar es,
      por norma, por regla, en este proyecto, en este repo, cada commit debe, cada función debe, todos los * deben, todas las * deben,
      antes de cada, después de cada, evita, evitar, me gusta que, me gusta más, no me gusta, quiero que siempre, quiero que todos, ^usa,
      ^escribe, ^responde, ^pregunta antes, ^deja de, preferencia:, convención:, regla:, norma:, estilo:`,
    booster: `acordado, acordamos, por favor, en todo, en todas partes, sin excepción, en vez de, en lugar de`,
    unless: `biblioteca estándar, librería estándar, esta vez, solo hoy, siempre devuelve, entrada estándar, salida estándar`,
  },
  not: `no, nunca, nada, ningún, ninguna, ninguno, sin, tampoco, ni, nadie, jamás, apenas`,
  supposed: `
    si, quizá, quizás, tal vez, podría, podríamos, sería, habría sido, deberíamos, debería, en caso de, supongamos, suponiendo, discutimos,
    hablamos de, pensando en, considerando, consideramos, por ejemplo, opción a, opción b, opción #:, busqué, buscar, buscando, por qué,
    cuál, qué, cómo`,
  asked: `
    qué prefieres, qué te parece, avísame, quieres que, te gustaría, todavía no hemos decidido, aún no hemos decidido, no hay nada decidido,
    nada decidido, sin decidir, por decidir, ^voy a revisar, ^déjame, ^vamos a ver, ^reviso`,
};
