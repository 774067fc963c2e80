import type { LanguageWords } from "../language.ts";

export const PORTUGUESE: LanguageWords = {
  spoken: `
    porque, usar, os, um, uma, da, dos, das, que, para, por, com, não, é, em, na, se, ao, mais, nós, foi, está, sempre,
    nunca, depois, decisão, escolha, solução, causa, limite, limitação, dívida, atalho, pendente, prefiro,
    *ã*, *õ*, *á*, *ú*, *ção, *ções`,
  DECISION: {
    primary: `
      decidimos, decidido, decidi, escolhemos, escolhi, escolhido, escolhida, optamos, optei, acordamos, combinamos, definimos, vamos usar,
      vamos com, ficamos com, usaremos, decisão`,
    booster: `
      porque, pois, já que, uma vez que, dado que, devido a, em vez de, ao invés de, no lugar de, e não, razão, motivo, para que, assim,
      mais simples, mais rápido, mais barato, mais fácil, mais seguro, para evitar, em relação a`,
    alone: `
      decidimos usar, decidimos não, decidimos que, decidimos por, decidi usar, foi decidido, ficou decidido, está decidido, optamos por, optei por,
      escolhemos … porque, escolhemos usar, ficamos com, vamos ficar com, vamos com, vamos usar … em vez, usar … em vez, usamos … em vez,
      usar … ao invés, usamos … ao invés, combinamos de, combinamos usar, acordamos em, mudamos para, migramos para, trocamos … por, descartamos,
      foi descartado, a decisão é, a decisão foi, a escolha é, a escolha foi, decisão:, decidido:, escolha:, escolhido:`,
    weak: `usamos, vamos, guardamos, mantemos, mantivemos, deixamos, será, ficará, fica em`,
  },
  RUNBOOK: {
    primary: `
      erro, erros, exceção, falhou, falhava, falhavam, falha, falham, falhando, quebrou, quebrado, quebrava, travou, travava, travado, caiu,
      não iniciava, não inicia, não iniciou, não subia, não funcionava, não funciona, não funcionou, não compilava, não conectava, tempo esgotado,
      timeout, recusou, recusava, negado, bloqueado, fora do ar, problema, causa:, causa raiz:, problema:, sintoma:, erro:`,
    booster: `
      corrigido, corrigi, corrigimos, corrige, corrigiu, consertado, consertei, consertou, resolvido, resolvi, resolvemos, resolve, resolveu,
      solução, solucionado, solucionou, causa raiz, a causa era, a causa foi, era por causa, culpado, contornado, voltou a funcionar,
      funciona de novo, funciona novamente, voltou ao ar, agora funciona, agora passa, bastou, basta, solução:, correção:, remédio:`,
    alone: `
      resolvido com, resolvido ao, resolvi com, resolvemos com, corrigido com, corrigido ao, a causa era, a causa foi, causa raiz, a solução foi,
      a solução é, resolveu o problema, resolve o problema`,
    weak: `faltava, porque, antigo, expirado, cheio, ocupada, ocupado, errado`,
    isPair: true,
  },
  CONSTRAINT: {
    primary: `
      limitação, limitações, limite, limites, limitado, limitada, restrito, restrição, restrições, cota, não é possível, impossível,
      não é permitido, proibido, não suporta, não podemos, não dá para, não pode`,
    booster: `
      descobri, descobrimos, acontece que, acabou que, vimos que, percebi, segundo, de acordo com, documentação, fornecedor, plano, contrato,
      por lei, lgpd, a api, firewall, cliente`,
    alone: `
      no máximo #, máximo de #, um máximo de, máximo #, não mais de #, até # … por, limite de #, limite é, limitado a, limitada a, limitados a,
      # … por minuto, # … por hora, # … por segundo, # … por dia, # … por mês, só permite, só aceita, só suporta, só funciona, apenas aceita,
      apenas permite, apenas suporta, somente aceita, só está disponível, não suporta, não aceita, não permite, não é suportado,
      não é suportada, não são suportados, não tem suporte, não há como, não há forma de, não pode ultrapassar, não podem ultrapassar,
      não pode passar de, não pode exceder, não deve exceder, não podem sair, não pode sair, é proibido, não temos acesso, sem acesso a, expira após #,
      expira em #, tem que rodar em, precisa rodar em, deve rodar em, limitação:, restrição:, limite:`,
    unless: `não pode ser encontrado, não encontrei`,
  },
  TECH_DEBT: {
    primary: `
      ^todo:, fixme, dívida técnica, adiado, adiamos, adiada, postergado, postergamos, ficou para depois, fica para depois, deixamos para depois, deixei para depois,
      para depois, gambiarra, remendo, atalho, provisório, provisoriamente, temporário, temporária, temporariamente, por enquanto, por ora,
      por agora, no momento, mais tarde, mais adiante, futuramente, depois a gente, depois nós, em outro pr, em outra tarefa, pr separado,
      próxima sprint, próximo sprint, próxima versão, algum dia, um dia, falta fazer, falta implementar, ainda falta, ainda não está implementado,
      ainda não foi, ainda sem testes, sem testes, será preciso, precisa ser refatorado, precisa de refatoração, precisa ser limpo, solução rápida,
      fixo no código, hardcoded por, pendente:, dívida:, atalho:, adiado:, para depois:`,
    booster: `porque, por enquanto, temporário, falta de tempo, sem tempo, de propósito, conhecido, até que, depois`,
    unless: `procurei, pesquisei, lista de tarefas, removido, removi, resolvido, concluído`,
  },
  PREFERENCE: {
    primary: `
      de agora em diante, a partir de agora, a partir de hoje, daqui em diante, daqui para frente, no futuro use, use sempre, sempre use,
      sempre usar, usar sempre, ^sempre, nunca use, nunca usar, ^nunca, não use, não usamos, não usar, prefiro, preferimos, prefira, preferência,
      convenção, nossa regra, a regra é, nosso padrão, o padrão é, por convenção, como regra, via de regra, neste projeto, neste repositório,
      neste repo, cada commit deve, cada função deve, todo commit deve, todos os * devem, todas as * devem, toda função, antes de cada, depois de cada,
      evite, evitar, gosto de, gosto mais, não gosto, quero que sempre, quero que você, ^use, ^escreva, ^responda, ^mantenha, ^pergunte, ^pare de,
      preferência:, convenção:, regra:, estilo:`,
    booster: `combinado, combinamos, acordado, por favor, em todo, em todos, sem exceção, em vez de, ao invés de`,
    unless: `biblioteca padrão, desta vez, só hoje, sempre retorna, entrada padrão, saída padrão`,
  },
  not: `não, nunca, nada, nenhum, nenhuma, sem, nem, ninguém, jamais, tampouco`,
  supposed: `
    se, talvez, poderia, poderíamos, seria, teria, deveríamos, deveria, caso, suponha, supondo, discutimos, conversamos, pensando em,
    considerando, consideramos, por exemplo, opção a, opção b, opção #:, procurei, procurar, procurando, por que, qual, como, será que`,
  asked: `
    o que você acha, o que você prefere, me avise, você quer, gostaria, ainda não decidimos, nada foi decidido, nada decidido, não está decidido,
    a decidir, ^vou verificar, ^deixe-me, ^vamos ver`,
};
