// Every detector, in the order of a report: what can be acted on first.

import type { DecisionDetector, TraceDetector, TranscriptDetector } from "./detector.ts";
import { gateBlocks, gateReleases, wrongBlocks } from "./gate-decisions.ts";
import { permissionDenials } from "./permission-denials.ts";
import { redCheck } from "./red-check.ts";
import { repeatedCommand, repeatedError } from "./repetition.ts";
import { discardedPlan, reviewRounds } from "./rework.ts";
import { sameCorrection } from "./same-correction.ts";
import { compactions, editChurn, longSession, repeatedReads } from "./session-size.ts";
import { apiErrors, slowHooks, slowRequests, slowTools, tracedApiErrors } from "./slow-work.ts";

export const TRANSCRIPT_DETECTORS: readonly TranscriptDetector[] = [
  sameCorrection,
  redCheck,
  discardedPlan,
  reviewRounds,
  repeatedError,
  repeatedCommand,
  editChurn,
  permissionDenials,
  slowTools,
  slowHooks,
  apiErrors,
  longSession,
  compactions,
  repeatedReads,
];

export const DECISION_DETECTORS: readonly DecisionDetector[] = [gateBlocks, gateReleases, wrongBlocks];

export const TRACE_DETECTORS: readonly TraceDetector[] = [tracedApiErrors, slowRequests];
