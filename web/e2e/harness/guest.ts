/** A guest who orders: by touch, by mouse or by keyboard, counting every press. */
import type { Locator, Page } from "playwright-core";

/** How somebody presses. */
export type Hand = "touch" | "mouse" | "keyboard";

/** Who orders, and on which page. */
export class Guest {
  /** Presses so far; letters that were typed are none. */
  taps = 0;

  constructor(
    readonly page: Page,
    private readonly hand: Hand,
  ) {}

  /** Presses something. */
  async press(target: Locator): Promise<void> {
    this.taps += 1;
    await target.waitFor();
    if (this.hand === "touch") return await target.tap();
    if (this.hand === "mouse") return await target.click();
    await target.focus();
    const isRadio = (await target.getAttribute("type")) === "radio";
    await this.page.keyboard.press(isRadio ? "Space" : "Enter");
  }

  /** Goes to a field and writes. */
  async write(field: Locator, text: string): Promise<void> {
    this.taps += 1;
    if (this.hand === "touch") await field.tap();
    else if (this.hand === "mouse") await field.click();
    else await field.focus();
    await this.page.keyboard.type(text);
  }

  /** From the front page to the menu, for a delivery to a door in Helsinki. */
  async setUp(): Promise<void> {
    const { page } = this;
    await this.write(page.getByRole("combobox", { name: "Syötä kuljetusosoite" }), "Liisankatu 12");
    const address = page.getByRole("option", { name: /Liisankatu 12/ });
    await address.waitFor();
    if (this.hand === "keyboard") {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    } else {
      await this.press(address);
    }
    await this.press(page.getByRole("button", { name: "Siirry ostoksille", exact: true }));
    await page.waitForURL(/\/menu/);
  }

  /** Builds a pizza of their own, and goes to the cart. */
  async buildPizza(): Promise<void> {
    const { page } = this;
    await this.press(
      page.getByRole("region", { name: "Pizzat" }).getByRole("link", { name: "Perfetta" }).first(),
    );
    const editor = page.getByRole("dialog", { name: "Perfetta" });
    await this.press(editor.getByRole("button", { name: /^Lisää: / }).first());
    await this.press(editor.getByRole("button", { name: /^Lisää tilaukseen(?!:)/ }));
    await editor.waitFor({ state: "detached" });
    await this.press(page.getByRole("link", { name: /^Ostoskori/ }).last());
    await page.waitForURL(/\/ostoskori/);
  }

  /** Says who they are and how they pay. */
  async introduce(method = "Pankki- tai luottokortti"): Promise<void> {
    const { page } = this;
    await this.write(page.getByRole("textbox", { name: "Nimi" }), "Aino Virtanen");
    await this.write(page.getByRole("textbox", { name: "Puhelin" }), "040 123 4567");
    await this.write(page.getByRole("textbox", { name: "Sähköposti" }), "aino@example.fi");
    await this.press(page.getByRole("radio", { name: method }));
  }

  /** The button that orders, once it says a sum and can be pressed. */
  get pay(): Locator {
    return this.page.getByRole("button", { name: /^Maksa \d/, disabled: false });
  }

  /** Presses it, and comes to the provider's page. */
  async goToPay(): Promise<void> {
    await this.press(this.pay);
    await this.page.waitForURL(/\/testimaksu\//);
  }

  /** Pays there, and comes to the tracker. */
  async payThere(): Promise<void> {
    await this.press(this.page.getByRole("button", { name: "Maksa", exact: true }));
    await this.page.waitForURL(/\/tilaus\/\d+/);
  }

  /** Turns back there, and comes to the cart. */
  async turnBack(): Promise<void> {
    await this.press(this.page.getByRole("button", { name: "Peruuta", exact: true }));
    await this.page.waitForURL(/\/ostoskori/);
  }
}
