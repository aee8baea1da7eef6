import { Fragment, type ReactNode } from "react";
import { Unbroken } from "../ui/Unbroken";
import styles from "./Markdown.module.css";
import { type Inline, type Part, partsOf } from "./markdown";
import { OurLink } from "./OurLink";

/** Text of the editors; what looks like HTML in it is text too. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles["text"]}>
      {keyed(partsOf(text), (part) => (
        <Block part={part} />
      ))}
    </div>
  );
}

function Block({ part }: { part: Part }) {
  if (part.kind === "heading") {
    const Heading = part.level === 2 ? "h2" : "h3";
    return <Heading>{drawn(part.parts)}</Heading>;
  }
  if (part.kind === "paragraph") {
    return (
      <p>
        {keyed(part.lines, (line, index) => (
          <>
            {index > 0 && <br />}
            {drawn(line)}
          </>
        ))}
      </p>
    );
  }
  const List = part.isOrdered ? "ol" : "ul";
  return (
    <List>
      {keyed(part.items, (item) => (
        <li>{drawn(item)}</li>
      ))}
    </List>
  );
}

function drawn(pieces: readonly Inline[]): ReactNode {
  return keyed(pieces, (piece) => {
    if (piece.kind === "text") return <Unbroken text={piece.text} />;
    if (piece.kind === "link") return <OurLink url={piece.url}>{drawn(piece.parts)}</OurLink>;
    return piece.kind === "strong" ? <b>{drawn(piece.parts)}</b> : <em>{drawn(piece.parts)}</em>;
  });
}

/** A text does not change while it is shown: its parts have no identity but their place. */
function keyed<One>(all: readonly One[], draw: (one: One, index: number) => ReactNode): ReactNode {
  return all.map((one, index) => {
    const key = String(index);
    return <Fragment key={key}>{draw(one, index)}</Fragment>;
  });
}
