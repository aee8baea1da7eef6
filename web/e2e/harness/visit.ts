/** A person on a page: a browser's context and page, and the network between them and the server. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ServerFrame } from "../../src/api/wire";
import { contextOptions, type Display } from "./browser";
import { Proxy } from "./proxy";

/** How a page is visited. */
export interface VisitOptions extends Partial<Display> {
  /** Takes the page's clock in hand, so that {@link Page.clock} can let time pass quickly. */
  clock?: boolean;
  /** As `clock`, and it is so many milliseconds wrong. */
  clockOffMs?: number;
  /** Narrower or wider than the device, in CSS pixels. */
  width?: number;
  /** Wants to see things move; most tests are calmer without. */
  motion?: boolean;
  /** Has not been asked for consent or to join yet; most have, and have agreed to nothing. */
  isUnasked?: boolean;
}

/** A page under observation. */
export class Visit {
  /** What the page said it should not: exceptions, refused scripts, errors on the console. */
  readonly complaints: string[] = [];
  /** Every frame that came by a WebSocket, in order. */
  readonly frames: ServerFrame[] = [];
  /** Every title the page has had, in order. */
  readonly titles: string[] = [];

  private constructor(
    readonly page: Page,
    readonly proxy: Proxy,
    private readonly context: BrowserContext,
  ) {}

  /** Opens an empty page in a browser of its own that reaches the first of `servers` (`host:port`) that lives. */
  static async begin(
    browser: Browser,
    servers: readonly string[],
    options: VisitOptions = {},
  ): Promise<Visit> {
    const { device = "phone", theme = "light" } = options;
    const settings = contextOptions({ device, theme });
    const { height = 844, width = 390 } = settings.viewport ?? {};
    const context = await browser.newContext({
      ...settings,
      viewport: { height, width: options.width ?? width },
      ...(options.motion && { reducedMotion: "no-preference" }),
    });
    const proxy = await Proxy.start(...servers);
    const page = await context.newPage();
    const visit = new Visit(page, proxy, context);
    const { clock = false, clockOffMs = 0 } = options;
    if (clock || clockOffMs !== 0) await page.clock.install({ time: Date.now() + clockOffMs });
    await visit.observe();
    if (!options.isUnasked) await visit.refuse();
    return visit;
  }

  /** Gives the browser a cookie of the server, as the server itself would. */
  async carry(name: string, value: string): Promise<void> {
    await this.context.addCookies([{ name, value, url: this.proxy.url, httpOnly: true, sameSite: "Lax" }]);
  }

  /** Opens `path` and waits until the page has been loaded. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.proxy.url + path, { waitUntil: "load" });
  }

  /** Closes the page and its network. */
  async end(): Promise<void> {
    await this.context.close();
    await this.proxy.stop();
  }

  /** Has answered before that nothing may be counted, and has put off joining. */
  private async refuse(): Promise<void> {
    await this.page.addInitScript(() => {
      // A blank page has no storage.
      if (location.protocol === "about:") return;
      const given = { version: 1, analytics: false, marketing: false, at: "2026-11-29T00:00:00.000Z" };
      if (localStorage.getItem("ovelle.consent") === null) {
        localStorage.setItem("ovelle.consent", JSON.stringify(given));
      }
      sessionStorage.setItem("ovelle.join-asked", "1");
    });
  }

  private async observe(): Promise<void> {
    const { page } = this;
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !isNetwork(message.text())) this.complaints.push(message.text());
    });
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) =>
        this.frames.push(JSON.parse(String(payload)) as ServerFrame),
      );
    });
    await page.exposeFunction("tellTitle", (title: string) => void this.titles.push(title));
    await page.addInitScript(() => {
      let last = "";
      const look = () => {
        if (document.title === last) return;
        last = document.title;
        void (globalThis as unknown as { tellTitle(title: string): Promise<void> }).tellTitle(last);
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    });
  }
}

/** The statuses that came by a page's lines, in order. */
export function statusesReceived({ frames }: Visit): { seq: number; status: number }[] {
  return frames.flatMap((frame) =>
    frame.type === "status" ? [{ seq: frame.seq, status: frame.status }] : [],
  );
}

/** The browser itself reports what the tests' bad weather does to a page; that is not the page's fault. */
function isNetwork(text: string): boolean {
  return text.includes("Failed to load resource") || text.includes("WebSocket connection to");
}
