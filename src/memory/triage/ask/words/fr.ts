import type { LanguageWords } from "../language.ts";

export const FRENCH: LanguageWords = {
  spoken: `
    parce, utiliser, le, les, des, une, un, est, sont, et, pour, que, qui, pas, nous, du, dans, ce, cette, il, je, avec, sur,
    au, aux, ne, toujours, jamais, j'ai, c'est, décision, choix, contrainte, dette,
    *è*, *ê*, *ç*, *ée, l'*, d'*, qu'*`,
  DECISION: {
    primary: `
      décidé, décidons, choisi, choisissons, opté, optons, retenu, retenons, sélectionné, convenu, tranché, on part sur, on prend, on utilise,
      nous utilisons, décision`,
    booster: `
      parce que, parce qu'*, car, puisque, puisqu'*, plutôt que, plutôt qu'*, au lieu de, au lieu d'*, à la place de, et non, et pas,
      raison, afin de, afin d'*, pour que, pour éviter, plus simple, plus rapide, plus léger, plus sûr, moins cher, en raison de,
      grâce à, par rapport à`,
    alone: `
      on a décidé, nous avons décidé, j'ai décidé, avons décidé, il a été décidé, c'est décidé, on a choisi, nous avons choisi, j'ai choisi,
      avons choisi, on a opté, nous avons opté, avons opté, opté pour, optons pour, j'ai opté, on a retenu, nous avons retenu, a été retenu, a été retenue,
      on part sur, partons sur, part sur, on reste sur, nous restons sur, restons sur, on garde … plutôt, on passe à, nous passons à, on abandonne,
      nous abandonnons, on s'est mis d'accord, nous nous sommes mis d'accord, nous sommes convenus, mis d'accord sur, tranché pour,
      on utilise … plutôt, utiliser … plutôt que, utilisons … plutôt, utilise … au lieu, utiliser … au lieu, utilisons … au lieu,
      prend … plutôt, on écarte, la décision est, le choix est, le choix s'est, décision:, choix:, choix retenu:, décidé:`,
    weak: `on va, nous allons, on garde, nous gardons, j'ai gardé, on met, sera, seront, on fait, j'ai mis, j'ai utilisé`,
  },
  RUNBOOK: {
    primary: `
      erreur, erreurs, exception, échoué, échouait, échouaient, échoue, échouent, échec, planté, plantait, plante, plantage, bloqué,
      bloquait, bloquée, cassé, cassée, en panne, panne, timeout, délai dépassé, refusé, refusait, refusée, ne démarrait, ne démarre,
      ne marchait, ne marche, ne fonctionnait, ne fonctionne, ne compilait, introuvable, injoignable, page blanche, problème, bug,
      cause:, cause racine:, problème:, symptôme:, erreur:`,
    booster: `
      corrigé, corrigée, corrige, résolu, résolue, résout, réglé, réglée, règle le, réparé, réparée, solution, la cause était, la cause est, cause racine,
      venait de, venait du, venait d'*, provenait, était dû, due à, dû à, contourné, contournement, remarche, refonctionne, marche à nouveau,
      fonctionne à nouveau, de nouveau, à nouveau, débloqué, débloque, a suffi, suffit de, il fallait, il a fallu, redémarre, solution:, correctif:,
      remède:, correction:`,
    alone: `
      corrigé en, résolu en, réglé en, résolu par, corrigé par, la solution était, la solution a été, la cause était, la cause racine,
      cause racine, il a suffi de, a résolu le, a corrigé le, a réglé le`,
    weak: `parce que, manquait, périmé, expiré, plein, mauvais, obsolète`,
    isPair: true,
  },
  CONSTRAINT: {
    primary: `
      limitation, limitations, limite, limites, limité, limitée, restreint, restriction, restrictions, quota, impossible, interdit,
      interdite, pas possible, pas pris en charge, pas supporté, ne supporte pas, ne permet pas, on ne peut pas, nous ne pouvons pas`,
    booster: `
      découvert, il s'avère, s'avère que, apparemment, constaté, remarqué, d'après, selon, documentation, fournisseur, forfait, offre,
      contrat, rgpd, loi, l'api, pare-feu, client`,
    alone: `
      au maximum #, maximum de #, un maximum de, max #, au plus #, pas plus de #, jusqu'à # … par, limite de #, limite est de, limité à, limitée à,
      limités à, plafonné à, plafonnée à, plafond de, # … par minute, # … par heure, # … par seconde, # … par jour, # … par mois,
      n'accepte que, n'autorise que, ne supporte que, ne permet que, ne prend en charge que, ne fonctionne que, n'est disponible que, ne supporte pas,
      ne prend pas en charge, n'est pas pris en charge, n'est pas prise en charge, ne sont pas pris en charge, n'est pas supporté,
      n'est pas supportée, ne permet pas, n'autorise pas, n'accepte pas, n'a pas d'api, aucun moyen de, pas d'accès à, pas accès à,
      ne peut pas dépasser, ne peuvent pas dépasser, ne doit pas dépasser, ne doivent pas dépasser, ne doivent pas quitter, ne peuvent pas quitter,
      ne doit pas quitter, est interdit, est interdite, sont interdits, doit tourner sur, doit fonctionner sur, expire après #, expire au bout de #,
      seulement # … par, contrainte:, limitation:, limite:, restriction:`,
    unless: `impossible de trouver, pas trouver`,
  },
  TECH_DEBT: {
    primary: `
      ^todo, fixme, dette technique, reporté, reportée, reporté à, repoussé, repoussée, remis à plus tard, remise à plus tard, laissé de côté,
      laissée de côté, mis de côté, bricolage, bidouille, rustine, contournement, raccourci, provisoire, provisoirement, temporaire,
      temporairement, pour l'instant, pour le moment, en attendant, plus tard, ultérieurement, par la suite, un jour, prochaine version,
      prochain sprint, autre pr, pr séparée, pr à part, ticket séparé, à part, reste à faire, restent à faire, reste à, il faudra, il faudrait nettoyer,
      à nettoyer, à refactorer, à revoir, à reprendre, à remplacer, pas encore implémenté, pas encore géré, pas encore testé, sans tests, codé en dur,
      en dur, pas idéal, pas propre, vite fait, à faire:, dette:, reporté:, raccourci:, plus tard:`,
    booster: `car, parce que, pour l'instant, temporaire, faute de temps, manque de temps, volontairement, connu, jusqu'à ce que`,
    unless: `cherché, recherché, liste de tâches, supprimé, déjà corrigé, terminé`,
  },
  PREFERENCE: {
    primary: `
      désormais, dorénavant, à partir de maintenant, à partir d'aujourd'hui, à l'avenir, toujours utiliser, utilise toujours,
      utilisez toujours, utiliser toujours, ^toujours, ne jamais, n'utilise jamais, n'utilisez jamais, ^jamais, n'utilise pas, n'utilisez pas, ne fais pas,
      ne mets pas, ne commite jamais, je préfère, nous préférons, on préfère, préférer, préférence, préférez, préfère, convention, notre règle,
      la règle est, notre standard, le standard est, notre norme, par convention, en règle générale, dans ce projet, dans ce dépôt, chaque * doit, chaque commit,
      chaque fonction doit, tous les * doivent, toutes les * doivent, avant chaque, après chaque, à chaque, évite, évitez, éviter, j'aime, j'aime mieux,
      je n'aime pas, je veux que, ^utilise, ^utilisez, ^écris, ^réponds, ^garde, ^demande, ^arrête de, on n'utilise, on écrit, on nomme,
      préférence:, convention:, règle:, style:`,
    booster: `convenu, d'accord, s'il te plaît, stp, partout, sans exception, plutôt que, au lieu de`,
    unless: `bibliothèque standard, cette fois, juste aujourd'hui, renvoie toujours, retourne toujours, entrée standard, sortie standard`,
  },
  not: `pas, ne, n'est, n'a, non, jamais, rien, aucun, aucune, personne, sans, ni, guère, plus de`,
  supposed: `
    si, s'il, s'ils, peut-être, pourrait, pourrions, pourrait-on, serait, aurait, devrait-on, devrions, faudrait-il, au cas où, supposons, imaginons,
    discuté, on a parlé, en réfléchissant, envisage, envisagé, par exemple, option a, option b, option #:, cherché, cherche, recherche de,
    pourquoi, quel, quelle, comment, est-ce que`,
  asked: `
    qu'en penses-tu, dis-moi, veux-tu, souhaites-tu, voulez-vous, rien n'est décidé, pas encore décidé, n'est pas encore décidé,
    à décider, à toi de choisir, ^je vais vérifier, ^laisse-moi, ^voyons, ^vérifions`,
};
