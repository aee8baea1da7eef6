import { page } from "./reloadOnce";

/** Code that comes when it is first asked for, and is there at once when it has come. */
export class Code<Module> {
  /** What did not come, until the next try. */
  private static readonly lost = new Set<Code<unknown>>();

  /** Once it has come. */
  module: Module | null = null;
  private coming: Promise<Module> | null = null;

  constructor(private readonly fetch: () => Promise<Module>) {}

  /** Asks for it; the same promise each time, as React wants it. */
  load(): Promise<Module> {
    this.coming ??= this.fetchOnce();
    return this.coming;
  }

  /** Lets what did not come be asked for once more. */
  static retryLost(): void {
    for (const code of Code.lost) code.coming = null;
    Code.lost.clear();
  }

  private async fetchOnce(): Promise<Module> {
    try {
      this.module = await page(this.fetch)();
      return this.module;
    } catch (error) {
      Code.lost.add(this);
      throw error;
    }
  }
}
