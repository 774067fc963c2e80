// A queue between one that brings and one that takes: whoever brings waits while it is full.

export interface BoundedQueue<T> {
  push(value: T): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  /** null at the end; throws what the bringer failed with. */
  next(): Promise<T | null>;
}

export function createBoundedQueue<T>(most: number): BoundedQueue<T> {
  const values: T[] = [];
  let ended = false;
  let failure: { error: unknown } | null = null;
  let changed = Promise.withResolvers<void>();

  function tell(): void {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  }

  return {
    async push(value) {
      values.push(value);
      tell();
      while (values.length >= most && failure === null) await changed.promise;
    },
    end() {
      ended = true;
      tell();
    },
    fail(error) {
      failure = { error };
      tell();
    },
    async next() {
      for (;;) {
        const value = values.shift();
        if (value !== undefined) {
          tell();
          return value;
        }
        if (failure) throw failure.error;
        if (ended) return null;
        await changed.promise;
      }
    },
  };
}
