import { useEffect, useState } from "react";

/** A value that changes too often to be rendered: who draws it subscribes, and React hears nothing. */
export interface Readable<T> {
  readonly value: T;
  /** Hears every value from the next one on. Answers how to stop. */
  subscribe(listener: (value: T) => void): () => void;
}

/** A readable value, and how to change it. */
export class Observable<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Tells everybody, unless it is what they know. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The same readable value for as long as the component lives, holding what was rendered last. */
export function useObservable<T>(value: T): Readable<T> {
  const [observable] = useState(() => new Observable(value));
  useEffect(() => observable.set(value), [observable, value]);
  return observable;
}
