// Every detector, in the order of a report: what can be acted on first.

import { apiErrors, tracedApiErrors } from "./api-errors.ts";
import type { DecisionDetector, TraceDetector, TranscriptDetector } from "./detector.ts";
import { failingTest } from "./failing-test.ts";
import { editChurn, repeatedReads } from "./file-churn.ts";
import { frustration } from "./frustration.ts";
import { gateBlocks, gateReleases, wrongBlocks } from "./gate-decisions.ts";
import { permissionDenials } from "./permission-denials.ts";
import { repeatedCommand } from "./repeated-command.ts";
import { repeatedError } from "./repeated-error.ts";
import { compactions, longSession } from "./session-size.ts";
import { slowHooks, slowRequests, slowTools } from "./slow-work.ts";

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
