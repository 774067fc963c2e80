const SLICE_MS = 25;

/** Long work calls `rest` between its pieces: signals, timers and other work then get their turn. */
export class Breather {
  #busySince = Bun.nanoseconds();

  async rest(): Promise<void> {
    if (Bun.nanoseconds() - this.#busySince < SLICE_MS * 1e6) return;
    await Bun.sleep(0);
    this.#busySince = Bun.nanoseconds();
  }
}
