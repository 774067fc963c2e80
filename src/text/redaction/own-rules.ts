import { listBlockRules } from "./block-rules.ts";
import { listCommandRules } from "./command-rules.ts";
import { listHeaderRules } from "./header-rules.ts";
import { listLoginRules } from "./login-rules.ts";
import { listNameRules } from "./named-secret.ts";
import type { RuleGroup } from "./rule.ts";
import { listTokenRules } from "./token-rules.ts";
import { listUrlRules } from "./url-rules.ts";

/** A group is made when the text has a literal of it, not before. */
export const OWN_GROUPS: readonly RuleGroup[] = [
  listBlockRules,
  listTokenRules,
  listHeaderRules,
  listUrlRules,
  listCommandRules,
  listLoginRules,
  listNameRules,
];
