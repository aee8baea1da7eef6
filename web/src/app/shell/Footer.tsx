import { footerOf } from "../../content/footer";
import { OurLink } from "../../content/OurLink";
import { useStory } from "../../shop/catalog/useCatalog";
import { Accordion } from "../../ui/Accordion";
import { ModalLink } from "../../ui/modal/ModalLink";
import { ThemeToggle } from "../../ui/ThemeToggle";
import { useNear } from "../../ui/useNear";
import { COOKIES_MODAL } from "./modalNames";
import styles from "./Footer.module.css";
import { COOKIES, FOOTER, FOOTER_NAV } from "./laterTexts";

/** The footer: what the editors say, in columns, or on a phone in parts that open (SH-12). */
export function Footer() {
  const { ref, isNear } = useNear<HTMLElement>();
  const { data } = useStory("footer", isNear);
  const { columns, social, text } = footerOf(data?.content) ?? FOOTER;
  return (
    <footer ref={ref} className={styles["footer"]}>
      <div className={styles["inside"]}>
        <nav aria-label={FOOTER_NAV}>
          <div className={styles["columns"]}>
            {columns.map(({ id, title, links }) => (
              <section key={id}>
                <h2>{title}</h2>
                <Links links={links} />
              </section>
            ))}
          </div>
          <div className={styles["parts"]}>
            {columns.map(({ id, title, links }) => (
              <Accordion key={id} title={title}>
                <Links links={links} />
              </Accordion>
            ))}
          </div>
          {social.length > 0 && <Links links={social} />}
        </nav>
        <div className={styles["foot"]}>
          <p>{text}</p>
          <ModalLink name={COOKIES_MODAL} className={styles["cookies"]}>
            {COOKIES.title}
          </ModalLink>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}

function Links({ links }: { links: readonly { text: string; url: string }[] }) {
  return (
    <ul className={styles["links"]}>
      {links.map(({ text, url }) => (
        <li key={url + text}>
          <OurLink url={url}>{text}</OurLink>
        </li>
      ))}
    </ul>
  );
}
