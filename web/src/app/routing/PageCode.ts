import type { ComponentType } from "react";
import { page } from "../reloadOnce";

/** What a page's module gives. */
export interface PageModule {
  Component: ComponentType;
}

/** The code of a page, which comes when it is first asked for. */
export class PageCode {
  /** Where it did not come, until the next try. */
  private static readonly lost = new Set<PageCode>();

  /** Once it has come. */
  module: PageModule | null = null;
  private coming: Promise<PageModule> | null = null;

  constructor(private readonly fetch: () => Promise<PageModule>) {}

  /** Asks for it; the same promise each time, as React wants it. */
  load(): Promise<PageModule> {
    this.coming ??= this.fetchOnce();
    return this.coming;
  }

  /** Lets what did not come be asked for once more. */
  static retryLost(): void {
    for (const code of PageCode.lost) code.coming = null;
    PageCode.lost.clear();
  }

  private async fetchOnce(): Promise<PageModule> {
    try {
      this.module = await page(this.fetch)();
      return this.module;
    } catch (error) {
      PageCode.lost.add(this);
      throw error;
    }
  }
}
