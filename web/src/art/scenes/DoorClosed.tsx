import type { ReactNode } from "react";
import { Ground, Scene } from "./Scene";
import styles from "./scenes.module.css";

interface DoorProps {
  lit: boolean;
  /** Lets somebody in. */
  isOpen?: boolean;
  children?: ReactNode;
}

/** The closed door: lit in the evening before a preorder or for who signs in, unlit where nothing comes. */
export function DoorClosed({ lit, isOpen = false, children }: DoorProps) {
  const glass = lit ? "#FFC861" : "var(--scene-unlit)";
  return (
    <Scene>
      <Ground from={366} />
      {lit && (
        <g fill="#FFC861">
          <circle cx="196" cy="176" r="120" opacity="0.16" />
          <circle cx="196" cy="176" r="72" opacity="0.26" />
        </g>
      )}
      <path d="M196 126v24" stroke="var(--scene-frame)" strokeWidth="6" strokeLinecap="round" />
      <path d="M174 196V172A22 22 0 0 1 218 172V196Z" fill={glass} />
      <path d="M170 196H222V203H170Z" fill="var(--scene-frame)" />
      <path d="M250 366V190A120 120 0 0 1 490 190V366Z" fill="var(--scene-frame)" />
      <path d="M266 366V190A104 104 0 0 1 474 190V366Z" fill="#FFC861" />
      <g className={`${styles["leaf"]} ${isOpen ? styles["open"] : ""}`}>
        <path d="M266 366V190A104 104 0 0 1 474 190V366Z" fill="var(--scene-leaf)" />
        <path d="M298 232V194A72 72 0 0 1 442 194V232Z" fill={glass} />
        <path d="M370 122V232M298 194H442" stroke="var(--scene-leaf)" strokeWidth="7" />
        <path d="M298 254H362V340H298ZM378 254H442V340H378Z" fill="#14192B" opacity="0.14" />
        <circle cx="455" cy="272" r="7" fill="#FFC861" />
      </g>
      {children}
    </Scene>
  );
}
