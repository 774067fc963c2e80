// Our own rules, in addition to the imported rule set.
import { findDsnPassword, listHeaderRules, listUrlRules } from "./credential-rules.ts";
import { listForeignNameRules, listNameRules } from "./named-secret.ts";
import { listCommandRules, listLoginRules, listStoreRules, listToolRules } from "./password-rules.ts";
import type { Block, BlockRule, RuleGroup } from "./rule.ts";
import {
  findEncodedKey,
  findJsonWebKey,
  findKeyBlock,
  findKeyBlockEnd,
  findKeyBody,
  findKubernetesSecrets,
  findPuttyKey,
  findWrappedToken,
} from "./structured-secrets.ts";
import { listSessionRules, listTokenRules } from "./token-rules.ts";

/** A group is created only when a text contains one of its literals. */
export const OWN_GROUPS: readonly RuleGroup[] = [
  listBlockRules,
  listTokenRules,
  listHeaderRules,
  listUrlRules,
  listCommandRules,
  listLoginRules,
  listNameRules,
  listToolRules,
  listStoreRules,
  listSessionRules,
  listForeignNameRules,
];

function listBlockRules(): readonly BlockRule[] {
  return [
    {
      id: "private",
      starts: ["<private", "< private", "\\u003cprivate", "&lt;private", "%3cprivate"],
      findBlocks: findPrivateTag,
    },
    { id: "private-key", starts: ["---- begin", "-----begin"], findBlocks: findKeyBlock },
    { id: "private-key", starts: ["---- end", "-----end"], findBlocks: findKeyBlockEnd },
    { id: "private-key", starts: ["ls0tls1crudjti"], findBlocks: findEncodedKey },
    { id: "private-key", starts: KEY_BODIES, findBlocks: findKeyBody },
    { id: "private-key", starts: ['kty"', "kty\\", "kty'", "kty:"], findBlocks: findJsonWebKey },
    { id: "json-web-token", starts: ["eyj", "eya", "ewo"], findBlocks: findWrappedToken },
    { id: "private-key", starts: ["private-lines:"], findBlocks: findPuttyKey },
    { id: "kubernetes-secret", starts: listKinds(), findBlocks: findKubernetesSecrets },
    { id: "url-password", starts: ["@tcp(", "@unix("], findBlocks: findDsnPassword },
  ];
}

/** The first characters of a private key of OpenSSH, EC and Ed25519 below its header. */
const KEY_BODIES = ["b3blbnnzac1rzxktdjea", "mhccaqeei", "mighageambmg", "mc4caqawbqydk2vw"];

function listKinds(): string[] {
  const kinds = ["kind:", 'kind":', 'kind\\":'].flatMap((kind) =>
    ["secret", '"secret', "'secret", '\\"secret'].flatMap((name) => [`${kind}${name}`, `${kind} ${name}`]),
  );
  return [...kinds, 'kind\\\\\\":'];
}

const OPEN = "(?:<|\\\\{1,7}u003c|&lt;|%3c)\\s{0,5}";
const SPACE = "(?:\\s|\\\\{1,7}[nrt]){0,20}";
const CLOSE = `${SPACE}(?:>|\\\\{1,7}u003e|&gt;|%3e)`;
const ATTRIBUTE = `(?:\\s{1,5}[\\w-]{1,20}=\\\\{0,7}["'][^"'<>\\\\]{0,100}\\\\{0,7}["']){0,3}`;

const makePatterns = () => ({
  opening: new RegExp(`${OPEN}private${ATTRIBUTE}${CLOSE}`, "iy"),
  either: new RegExp(`${OPEN}(\\\\{0,7}/|%2f|)\\s{0,5}private${ATTRIBUTE}${CLOSE}`, "gi"),
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** From a tag to its closing tag, counting nested tags; to the end of the text if it is never closed. */
function findPrivateTag(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const { opening, either } = patterns;
  opening.lastIndex = at;
  if (!opening.test(text)) return [];
  either.lastIndex = at;
  let depth = 0;
  for (let tag = either.exec(text); tag; tag = either.exec(text)) {
    depth += tag[1] === "" ? 1 : -1;
    if (depth === 0) return [{ start: at, end: either.lastIndex }];
  }
  return [{ start: at, end: text.length }];
}
