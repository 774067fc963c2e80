// A queue between a producer and a consumer. The producer waits while it is full.
export class BoundedQueue<T> {
  readonly #values: T[] = [];
  readonly #max: number;
  #ended = false;
  #failure: { error: unknown } | null = null;
  #changed = Promise.withResolvers<void>();

  constructor(max: number) {
    this.#max = max;
  }

  async push(value: T): Promise<void> {
    this.#values.push(value);
    this.#notify();
    while (this.#values.length >= this.#max && this.#failure === null) await this.#changed.promise;
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#notify();
  }

  /** null at the end. Throws what the producer failed with. */
  async next(): Promise<T | null> {
    for (;;) {
      const value = this.#values.shift();
      if (value !== undefined) {
        this.#notify();
        return value;
      }
      if (this.#failure) throw this.#failure.error;
      if (this.#ended) return null;
      await this.#changed.promise;
    }
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
