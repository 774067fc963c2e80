// Server-sent events: which parts of the pages changed. While somebody watches, one timer asks SQLite whether another process
// has written.
import type { LiveEvents, LivePart } from "../contract.ts";
import type { DataVersions, StoreReader } from "./store-reader.ts";

export const MAX_VIEWERS = 50;
const LOOK_MS = 250;
const KEEP_ALIVE_MS = 20_000;
/** Minimum time between events: a busy session writes many times a second. */
const MIN_TELL_MS = 500;

interface Viewer {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Changes not sent yet. */
  parts: Set<LivePart>;
  sentAt: number;
}

export class LiveFeed {
  readonly #reader: StoreReader;
  readonly #viewers = new Set<Viewer>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #seen: DataVersions | null = null;

  constructor(reader: StoreReader) {
    this.#reader = reader;
  }

  get isFull(): boolean {
    return this.#viewers.size >= MAX_VIEWERS;
  }

  open(): ReadableStream<Uint8Array> {
    let viewer: Viewer | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          viewer = { controller, parts: new Set(), sentAt: Date.now() };
          controller.enqueue(encode("hello", {}));
          this.#viewers.add(viewer);
          this.#run();
        },
        cancel: () => {
          if (viewer) this.#drop(viewer);
        },
      },
      // Limits waiting events: a slow reader gets the rest in one event when it has caught up.
      { highWaterMark: 8 },
    );
  }

  /** For changes that are in no file, or made by this process. */
  note(...parts: LivePart[]): void {
    for (const viewer of this.#viewers) for (const part of parts) viewer.parts.add(part);
  }

  close(): void {
    for (const viewer of [...this.#viewers]) {
      this.#drop(viewer);
      try {
        viewer.controller.close();
      } catch {
        // Already closed.
      }
    }
  }

  #run(): void {
    this.#seen ??= this.#reader.versions();
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
  }

  #drop(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    if (this.#viewers.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#seen = null;
  }

  #look(): void {
    const before = this.#seen;
    const now = this.#reader.versions();
    this.#seen = now;
    if (before && before.ledger !== now.ledger) this.note("now", "stops", "sessions", "health");
    if (before && before.memory !== now.memory) this.note("now", "sessions", "memories");
    if (before && before.pauses !== now.pauses) this.note("now");
    const at = Date.now();
    for (const viewer of [...this.#viewers]) this.#tell(viewer, at);
  }

  #tell(viewer: Viewer, at: number): void {
    const { controller, parts, sentAt } = viewer;
    if ((controller.desiredSize ?? 0) <= 0) return;
    const isDue = parts.size > 0 && at - sentAt >= MIN_TELL_MS;
    if (!isDue && at - sentAt < KEEP_ALIVE_MS) return;
    viewer.sentAt = at;
    const change: LiveEvents["change"] = { parts: [...parts] };
    parts.clear();
    try {
      controller.enqueue(isDue ? encode("change", change) : new TextEncoder().encode(": still here\n\n"));
    } catch {
      this.#drop(viewer); // Its connection has gone.
    }
  }
}

function encode(event: keyof LiveEvents, value: object): Uint8Array {
  return new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`);
}
