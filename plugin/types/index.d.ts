// The mod's state, as `holdfast status --json --details` prints it.
export type OnItem = { kind: string; text: string; tone: "hold" | "bad" | "quiet" };
export type BandButton = { id: string; label: string; hotkey: string; command: string[] };
export type Band = {
  session: string;
  on: OnItem[];
  buttons: BandButton[];
  /** Ends already shown, or from before the first update. */
  told: string[];
  /** The result of the last button press. */
  note: string;
};
export type Holding = {
  kind: string;
  what: string;
  why: string;
  rounds: number;
  maxRounds: number | null;
  endsAt: string | null;
  conditions: { text: string; state: "met" | "open" | "waived" | "not-needed"; note: string }[];
};
export type Stop = {
  id: number;
  at: string;
  event: string;
  outcome: "held" | "allowed" | "released";
  title: string;
  about: string | null;
};
export type InboxItem = {
  id: number;
  title: string;
  category: string;
  quotes: { who: string; text: string }[];
};
export type Details = {
  holding: Holding[];
  stops: Stop[];
  checks: { stage: string; outcome: string | null; isCurrent: boolean }[];
  checksRefused?: "untrusted" | "changed" | null;
  inbox: number;
  inboxItems: InboxItem[];
  given: { event: string; lines: { kind: string; text: string }[] } | null;
  faults: { at: string; part: string; message: string }[];
  faultsToday: number;
  at: number;
};

declare module "claude-code" {
  interface PluginState {
    holdfast: { band: Shaped<Band>; details: Shaped<Details | null>; edited: number | null };
  }
}
