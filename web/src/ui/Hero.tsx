import type { ReactNode } from "react";
import styles from "./Hero.module.css";

/** The hero's field of colour: it says where the pizza is before a word is read. */
export type HeroTone = "keittio" | "uuni" | "matka" | "ovi" | "ilta" | "peru";

interface HeroProps {
  tone: HeroTone;
  /** What is happening, drawn; hidden from readers. */
  scene: ReactNode;
  /** Whether it needs room to be read, as a map does; a drawing is content with less on a phone. */
  isSceneTall?: boolean;
  /** When and where, in words. */
  children: ReactNode;
}

/** Two halves: words left, what is happening right; stacked on a phone. */
export function Hero({ tone, scene, isSceneTall = false, children }: HeroProps) {
  return (
    <section className={`${styles["hero"]} ${styles[tone]}`}>
      <div className={styles["words"]}>{children}</div>
      <div className={`${styles["scene"]} ${isSceneTall ? styles["tall"] : ""}`} key={tone}>
        {scene}
      </div>
    </section>
  );
}

/** A hero with neither scene nor page around it, for a narrow column. */
export function SmallHero({ tone, children }: { tone: HeroTone; children: ReactNode }) {
  return <section className={`${styles["hero"]} ${styles["small"]} ${styles[tone]}`}>{children}</section>;
}

/** The first line of a hero: how, and from where. */
export function HeroMeta({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={styles["meta"]}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** The hero's title: the `stage` above the minutes, or the `outcome` in their place. */
export function HeroTitle({ size, children }: { size: "stage" | "outcome"; children: ReactNode }) {
  return <h1 className={styles[size]}>{children}</h1>;
}

/** A sentence under the title. */
export function HeroText({ children }: { children: ReactNode }) {
  return <p className={styles["text"]}>{children}</p>;
}

/** The actions of a hero, and what stands at its foot. */
export function HeroActions({ children }: { children: ReactNode }) {
  return <div className={styles["actions"]}>{children}</div>;
}

/** The foot of the hero's words. */
export function HeroFoot({ children }: { children: ReactNode }) {
  return <div className={styles["foot"]}>{children}</div>;
}
