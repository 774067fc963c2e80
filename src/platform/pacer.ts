const SLICE_MS = 25;

/** Long work calls `yieldIfDue` between its pieces, so that signals, timers and other work can run. */
export class Pacer {
  #busySince = Bun.nanoseconds();

  async yieldIfDue(): Promise<void> {
    if (Bun.nanoseconds() - this.#busySince < SLICE_MS * 1e6) return;
    await Bun.sleep(0);
    this.#busySince = Bun.nanoseconds();
  }
}
