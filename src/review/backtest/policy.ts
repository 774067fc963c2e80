import type { Config } from "../../config/config.ts";

/** What is tried: a configuration, as one session would have had it. */
export interface Policy {
  /** What it is called in the report. */
  name: string;
  config: Config;
  triage: Config["triage"];
}
