// An ordinary turn: somebody asks for something, Claude does it and stops. No gate has a reason to hold it.
import type { ScriptedTurn } from "../../helpers/scripted-api.ts";

export interface OrdinaryTurn {
  name: string;
  /** Claude changes something in the work tree. */
  changes: boolean;
  prompt: string;
  answers(project: string): ScriptedTurn[];
  /** What the user does meanwhile, just before. */
  meanwhile?(project: string): void;
  planMode?: true;
}

export type OrdinarySession = { title: string; turns: OrdinaryTurn[] };

export const looks = (
  name: string,
  prompt: string,
  answers: OrdinaryTurn["answers"],
  more: Partial<OrdinaryTurn> = {},
): OrdinaryTurn => ({ name, changes: false, prompt, answers, ...more });

export const changes = (
  name: string,
  prompt: string,
  answers: OrdinaryTurn["answers"],
  more: Partial<OrdinaryTurn> = {},
): OrdinaryTurn => ({ name, changes: true, prompt, answers, ...more });
