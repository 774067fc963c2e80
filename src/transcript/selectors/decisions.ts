// What the person decided through the client's own dialogs.
import type { TranscriptItem } from "../item.ts";
import type { Answer, PlanApproval } from "../tool-item.ts";

export interface UserAnswer extends Answer {
  /** The id of the call that asked. */
  callId: string;
  timestamp: number | null;
  uuid: string | null;
}

export function userAnswers(items: Iterable<TranscriptItem>): UserAnswer[] {
  const answers: UserAnswer[] = [];
  for (const item of items) {
    if (item.kind !== "answers") continue;
    const { id: callId, timestamp, uuid } = item;
    for (const answer of item.answers) answers.push({ ...answer, callId, timestamp, uuid });
  }
  return answers;
}

export function approvedPlans(items: Iterable<TranscriptItem>): PlanApproval[] {
  return [...items].filter((item) => item.kind === "plan-approval");
}
