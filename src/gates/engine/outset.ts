import type { LoadedConfig } from "../../config/load-config.ts";
import type { Pause } from "../../config/pause.ts";
import type { Store } from "../../store/open.ts";
import type { FactName } from "./facts.ts";
import type { Standing } from "./standing.ts";

/** What is looked up for every event that gates may be asked about. */
export interface Outset {
  pauses: readonly Pause[];
  loaded: LoadedConfig;
  store: Store;
  /** null without a session. */
  standing: Standing | null;
  due: ReadonlySet<FactName>;
}
