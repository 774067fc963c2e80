import type { LoadedConfig } from "../../config/load-config.ts";
import type { Store } from "../../store/open.ts";
import type { BudgetRow } from "./budgets.ts";

/** What is known of a gated event before any gate is asked. */
export interface Known {
  store: Store;
  loaded: LoadedConfig;
  agent: string;
  budget: BudgetRow | null;
}
