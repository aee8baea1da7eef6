import type { ReactNode } from "react";
import { ButtonLink } from "../ui/Button";
import styles from "./Blocks.module.css";
import { elsewhere, heightOf, videoOf } from "./embed";
import { Faq } from "./Faq";
import { type Block, type Fields, isOn, listOf, namesOf, textOf } from "./fields";
import { Frame } from "./Frame";
import { Markdown } from "./Markdown";
import { OurLink } from "./OurLink";
import { ProductPicks } from "./ProductPicks";
import { Script } from "./Script";
import { kindOf } from "./url";

/** How each block is drawn; what has no line here is left out (CT-06, CT-08). */
const BLOCKS: Record<string, (fields: Fields) => ReactNode> = {
  text: (fields) => <Markdown text={textOf(fields, "text")} />,
  image: (fields) => <Picture fields={fields} />,
  headerImage: (fields) => <Picture fields={fields} />,
  linkCardList: (fields) => <LinkCards cards={listOf(fields, "cards")} />,
  productPicks: (fields) => (
    <ProductPicks title={textOf(fields, "title")} ids={namesOf(fields, "productIds")} />
  ),
  linkButton: (fields) => <LinkButton fields={fields} />,
  video: (fields) => <Video fields={fields} />,
  headerVideo: (fields) => <Video fields={fields} />,
  iframe: (fields) => <Page fields={fields} />,
  script: (fields) => <Script src={textOf(fields, "src")} />,
  faq: (fields) => <Faq title={textOf(fields, "title")} questions={listOf(fields, "questions")} />,
};

/** The blocks of a story, one under the other. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles["blocks"]}>
      {blocks.map(({ uid, component, fields }) => {
        const drawn = BLOCKS[component]?.(fields);
        return drawn && <div key={uid}>{drawn}</div>;
      })}
    </div>
  );
}

function Picture({ fields }: { fields: Fields }) {
  const [wide, narrow] = [textOf(fields, "image"), textOf(fields, "image_mobile")];
  if (wide === "") return null;
  return (
    <picture>
      {narrow !== "" && <source media="(max-width: 760px)" srcSet={narrow} />}
      <img className={styles["picture"]} src={wide} alt={textOf(fields, "alt")} loading="lazy" />
    </picture>
  );
}

function Video({ fields }: { fields: Fields }) {
  const url = videoOf(textOf(fields, "video_url"), isOn(fields, "auto_play", false));
  return url && <Frame url={url} kind="video" title={textOf(fields, "title")} />;
}

function Page({ fields }: { fields: Fields }) {
  const url = elsewhere(textOf(fields, "src"));
  return (
    url && (
      <Frame url={url} kind="page" title={textOf(fields, "title")} height={heightOf(fields["heightPx"])} />
    )
  );
}

function LinkCards({ cards }: { cards: readonly Fields[] }) {
  const shown = cards.filter(
    (card) => textOf(card, "title") !== "" && kindOf(textOf(card, "url")) !== "none",
  );
  return (
    <ul className={styles["cards"]}>
      {shown.map((card) => (
        <li key={textOf(card, "title") + textOf(card, "url")}>
          <OurLink url={textOf(card, "url")} className={styles["card"]}>
            {textOf(card, "image") !== "" && <img src={textOf(card, "image")} alt="" loading="lazy" />}
            <span className={styles["words"]}>
              <b>{textOf(card, "title")}</b>
              {textOf(card, "text") !== "" && <span>{textOf(card, "text")}</span>}
            </span>
          </OurLink>
        </li>
      ))}
    </ul>
  );
}

function LinkButton({ fields }: { fields: Fields }) {
  const [text, url, productId] = [textOf(fields, "text"), textOf(fields, "url"), textOf(fields, "productId")];
  if (text === "") return null;
  if (productId !== "") {
    return (
      <ButtonLink look="quiet" to={`/menu/${productId}`}>
        {text}
      </ButtonLink>
    );
  }
  if (kindOf(url) === "none") return null;
  return (
    <OurLink url={url} className={styles["button"]} isNewWindow={isOn(fields, "newWindow", false)}>
      {text}
    </OurLink>
  );
}
