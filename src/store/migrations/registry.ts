// Append only: a migration that shipped never changes. Its place in the list is its number.
import { sql as spine } from "./001-spine.ts";
import { sql as loops } from "./002-loops.ts";
import { sql as tasks } from "./003-tasks.ts";
import { sql as flows } from "./004-flows.ts";
import { sql as sessionStarts } from "./005-session-starts.ts";
import { sql as checkResults } from "./006-check-results.ts";
import { sql as pipelines } from "./007-pipelines.ts";
import { sql as capture } from "./008-capture.ts";
import { sql as observations } from "./009-observations.ts";

export const MIGRATIONS: readonly string[] = [
  spine,
  loops,
  tasks,
  flows,
  sessionStarts,
  checkResults,
  pipelines,
  capture,
  observations,
];
