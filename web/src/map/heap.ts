/** A binary heap: what was pushed with the least key comes out first. */
export class MinHeap<T> {
  readonly #items: { key: number; value: T }[] = [];

  push(value: T, key: number): void {
    const items = this.#items;
    let at = items.push({ key, value }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLess(at, parent)) return;
      at = parent;
    }
  }

  pop(): { key: number; value: T } | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (!top || !last || items.length === 0) return top;
    items[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#key(right) < this.#key(left) ? right : left;
      if (!this.#swapIfLess(child, at)) return top;
      at = child;
    }
  }

  #key(at: number): number {
    return this.#items[at]?.key ?? Infinity;
  }

  /** Swaps the items where the one at `lower` belongs above. */
  #swapIfLess(lower: number, upper: number): boolean {
    const [low, high] = [this.#items[lower], this.#items[upper]];
    if (!low || !high || low.key >= high.key) return false;
    this.#items[lower] = high;
    this.#items[upper] = low;
    return true;
  }
}
