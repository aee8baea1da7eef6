import { Clock, House, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { MAP } from "../texts";
import styles from "./OrderMap.module.css";
import type { MapView } from "./mapOf";
import { ageText } from "./words";

interface CarChipProps {
  view: MapView;
  /** In a narrow place: in fewer words. */
  small: boolean;
}

/** How far the car on the map can be trusted. It ticks, so it is not read out: the page says in its own time what matters. */
export function CarChip({ view, small }: CarChipProps) {
  const { sight, car } = view;
  if (sight === "unseen") {
    return (
      <Chip
        tone="old"
        isSentence={!small}
        icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />}
      >
        {small ? MAP.shortUnseen : MAP.unseen}
      </Chip>
    );
  }
  if (car === null) return null;
  if (sight === "elsewhere") {
    return (
      <Chip tone="calm" isSentence={!small} icon={<House size={18} strokeWidth={1.75} aria-hidden="true" />}>
        {small ? MAP.shortElsewhere : MAP.elsewhere}
      </Chip>
    );
  }
  const age = (small ? MAP.shortAge : MAP.age)(ageText(car.ageMs));
  return sight === "stale" ? (
    <Chip tone="old" icon={<Clock size={18} strokeWidth={1.75} aria-hidden="true" />}>
      {age}
    </Chip>
  ) : (
    <Chip tone="calm" icon={<i className={styles["dot"]} />}>
      {age}
    </Chip>
  );
}

interface ChipProps {
  tone: "calm" | "old";
  icon: ReactNode;
  /** Whether it is longer than a line of a phone. */
  isSentence?: boolean;
  children: string;
}

function Chip({ tone, icon, isSentence = false, children }: ChipProps) {
  return (
    <p className={`${styles["chip"]} ${styles[tone]} ${isSentence ? styles["sentence"] : ""}`} data-above-map>
      {icon}
      <span>{children}</span>
    </p>
  );
}
