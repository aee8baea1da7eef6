import { type ReactNode, useState } from "react";
import { DoorClosed } from "../../art/scenes/DoorClosed";
import styles from "./SignIn.module.css";

interface EveningProps {
  title: string;
  /** Lets somebody in. */
  isOpen?: boolean;
  lead?: string | undefined;
  /** A picture of the editors', in the door's place; empty where there is none. */
  picture?: string;
  children?: ReactNode;
}

/** How many letters of a word have room beside the bell on a phone. */
const ROOM = 10;

/** A lit door in the evening, and what is asked before it opens. */
export function Evening({ title, isOpen = false, lead, picture = "", children }: EveningProps) {
  const [isLost, setLost] = useState(false);
  const isLong = title.split(" ").some((word) => word.length > ROOM);
  return (
    <div className={styles["page"]}>
      <div className={`${styles["evening"]} ${isLong ? styles["isLong"] : ""}`}>
        <h1>{title}</h1>
        {picture === "" || isLost ? (
          <DoorClosed lit isOpen={isOpen} />
        ) : (
          <>
            <img src={picture} alt="" className={styles["picture"]} onError={() => setLost(true)} />
            <i />
          </>
        )}
      </div>
      {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
      {children}
    </div>
  );
}
