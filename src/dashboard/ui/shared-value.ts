// A value that components in several places show.
import { useEffect, useState } from "preact/hooks";

export class SharedValue<T extends object | number | null> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** In a component: draws it again after each change. */
  use(): T {
    const [shown, setShown] = useState(this.#value);
    useEffect(() => {
      this.#listeners.add(setShown);
      // It may have changed since it was drawn.
      setShown(this.#value);
      return () => void this.#listeners.delete(setShown);
    }, []);
    return shown;
  }
}
