/** Keeps the best of many by score, in a heap whose first is the worst kept: most are refused by one comparison. */
export class Best<T extends { score: number }> {
  readonly items: T[] = [];
  constructor(private readonly limit: number) {}

  /** Whether one with this score would be kept. */
  takes(score: number): boolean {
    return this.items.length < this.limit || score > (this.items[0]?.score ?? 0);
  }

  add(item: T): void {
    const { items } = this;
    if (items.length < this.limit) {
      items.push(item);
      this.rise(items.length - 1);
    } else {
      items[0] = item;
      this.sink();
    }
  }

  private swap(a: number, b: number): void {
    const [firstItem, other] = [this.items[a], this.items[b]];
    if (firstItem && other) [this.items[a], this.items[b]] = [other, firstItem];
  }

  private scoreAt(index: number): number {
    return this.items[index]?.score ?? Number.POSITIVE_INFINITY;
  }

  private rise(index: number): void {
    for (let child = index; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (this.scoreAt(parent) <= this.scoreAt(child)) return;
      this.swap(parent, child);
      child = parent;
    }
  }

  private sink(): void {
    for (let index = 0; ; ) {
      const child = this.scoreAt(2 * index + 1) <= this.scoreAt(2 * index + 2) ? 2 * index + 1 : 2 * index + 2;
      if (this.scoreAt(child) >= this.scoreAt(index)) return;
      this.swap(child, index);
      index = child;
    }
  }
}
