// What a session's context is made of.

/** Something that was recorded, as receipts name it. */
export interface ItemRef {
  source: "observation" | "session" | "memory";
  id: string;
}

export interface Part {
  id: string;
  heading: string;
  /** The most important first: what does not fit is left out from the end. */
  lines: string[];
  /** What each line tells of, where that is one thing: it is then not recalled a second time. */
  items?: readonly (ItemRef | null)[];
}
