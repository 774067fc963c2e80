// Every detector, in the order of a report: what can be acted on first.

import { apiErrors, tracedApiErrors } from "./api-errors.ts";
import { compactions } from "./compactions.ts";
import type { DecisionDetector, TraceDetector, TranscriptDetector } from "./detector.ts";
import { editChurn } from "./edit-churn.ts";
import { failingTest } from "./failing-test.ts";
import { frustration } from "./frustration.ts";
import { gateBlocks } from "./gate-blocks.ts";
import { gateReleases } from "./gate-releases.ts";
import { longSession } from "./long-session.ts";
import { permissionDenials } from "./permission-denials.ts";
import { repeatedCommand } from "./repeated-command.ts";
import { repeatedError } from "./repeated-error.ts";
import { repeatedReads } from "./repeated-reads.ts";
import { slowHooks } from "./slow-hooks.ts";
import { slowRequests } from "./slow-requests.ts";
import { slowTools } from "./slow-tools.ts";
import { wrongBlocks } from "./wrong-blocks.ts";

export const TRANSCRIPT_DETECTORS: readonly TranscriptDetector[] = [
  repeatedCommand,
  repeatedError,
  failingTest,
  repeatedReads,
  editChurn,
  frustration,
  longSession,
  compactions,
  permissionDenials,
  slowTools,
  slowHooks,
  apiErrors,
];

export const DECISION_DETECTORS: readonly DecisionDetector[] = [gateBlocks, gateReleases, wrongBlocks];

export const TRACE_DETECTORS: readonly TraceDetector[] = [tracedApiErrors, slowRequests];
