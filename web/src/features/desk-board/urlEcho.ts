/**
 * What was written into a field whose text the address follows, a moment behind: it tells what comes back from there
 * apart from what somebody else asks for, so that no letter is taken back while one writes on.
 */
export class UrlEcho {
  #underWay: string[] = [];

  /** The field says `text` now; the address will. */
  write(text: string): void {
    this.#underWay.push(text);
  }

  /** The address says `text` now: whether that was written here. It may have passed over what was written before. */
  follows(text: string): boolean {
    const at = this.#underWay.indexOf(text);
    this.#underWay = at < 0 ? [] : this.#underWay.slice(at + 1);
    return at >= 0;
  }
}
