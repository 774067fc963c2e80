import { findKubernetesSecrets } from "./kubernetes-secret.ts";
import { findEncodedKey, findKeyBlock, findKeyBlockEnd, findPuttyKey } from "./private-key.ts";
import { findPrivateTag } from "./private-tag.ts";
import type { BlockRule } from "./rule.ts";
import { findDsnPassword } from "./url-rules.ts";

export const listBlockRules = (): readonly BlockRule[] => [
  {
    id: "private",
    starts: ["<private", "< private", "\\u003cprivate", "&lt;private", "%3cprivate"],
    findBlocks: findPrivateTag,
  },
  { id: "private-key", starts: ["---- begin", "-----begin"], findBlocks: findKeyBlock },
  { id: "private-key", starts: ["---- end", "-----end"], findBlocks: findKeyBlockEnd },
  { id: "private-key", starts: ["ls0tls1crudjti"], findBlocks: findEncodedKey },
  { id: "private-key", starts: ["private-lines:"], findBlocks: findPuttyKey },
  { id: "kubernetes-secret", starts: listKinds(), findBlocks: findKubernetesSecrets },
  { id: "url-password", starts: ["@tcp(", "@unix("], findBlocks: findDsnPassword },
];

function listKinds(): string[] {
  const kinds = ["kind:", 'kind":', 'kind\\":'].flatMap((kind) =>
    ["secret", '"secret', "'secret", '\\"secret'].flatMap((name) => [`${kind}${name}`, `${kind} ${name}`]),
  );
  return [...kinds, 'kind\\\\\\":'];
}
