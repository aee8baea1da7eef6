import type { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PrizePicture } from "../../art/prizes/PrizePicture";
import { SlicesPlate } from "../../art/prizes/SlicesPlate";
import { Blocks } from "../../content/Blocks";
import { blocksOf, textOf } from "../../content/fields";
import { BIRTH_DATE_PATH, MEMBER_PATH, REGISTER_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { wasMember } from "../../session/wasMember";
import { useMembership } from "../../shop/caller";
import { storyQuery } from "../../shop/catalog/queries";
import { useStory } from "../../shop/catalog/useCatalog";
import { MARKS } from "../../shop/loyalty/card";
import { ButtonLink } from "../../ui/Button";
import { Unbroken } from "../../ui/Unbroken";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Loyalty.module.css";
import { LANDING } from "./texts";

const SLUG = "loyalty-landing";
/** So many slices lie on the plate that is shown. */
const SHOWN = 5;

/** What the editors say of the programme. */
export function firstData(client: QueryClient) {
  return client.prefetchQuery(storyQuery(SLUG));
}

/** `/kotijoukot`: what the programme brings, and the way in, in the editors' words where they have some (LO-07). */
export function Component() {
  usePageTitle(LANDING.title);
  const { data } = useStory(SLUG);
  const content = data?.content ?? {};
  const blocks = [...blocksOf(content, "blocks"), ...blocksOf(content, "endBlocks")];
  return (
    <div className={styles["page"]}>
      <section className={styles["hero"]}>
        <SlicesPlate slices={SHOWN} marks={MARKS} label={null} className={styles["plate"]} />
        <div className={styles["words"]}>
          <h1>{LANDING.title}</h1>
          <p className={styles["sentence"]}>{textOf(content, "lead") || LANDING.lead}</p>
          <Ways />
        </div>
      </section>
      <ul className={styles["points"]}>
        {LANDING.points.map(({ type, title, text }) => (
          <li key={type} className={styles["point"]}>
            <PrizePicture type={type} size={88} />
            <h2>{title}</h2>
            <p className="quiet">
              <Unbroken text={text} />
            </p>
          </li>
        ))}
      </ul>
      {blocks.length > 0 && (
        <div className={styles["story"]}>
          <Blocks blocks={blocks} />
        </div>
      )}
    </div>
  );
}

/** The way in, by who one is; whoever was a member here signs in first (LO-32). */
function Ways() {
  const membership = useMembership();
  const [isBack] = useState(wasMember);
  if (membership === "staff") return null;
  if (membership === "member") {
    return (
      <div className={styles["actions"]}>
        <ButtonLink to={MEMBER_PATH}>{LANDING.member}</ButtonLink>
      </div>
    );
  }
  if (membership === "registered") {
    return (
      <div className={styles["actions"]}>
        <ButtonLink to={BIRTH_DATE_PATH}>{LANDING.join}</ButtonLink>
      </div>
    );
  }
  return (
    <>
      {isBack && <p className={styles["validity"]}>{LANDING.back}</p>}
      <div className={styles["actions"]}>
        <ButtonLink to={isBack ? SIGN_IN_PATH : REGISTER_PATH}>
          {isBack ? LANDING.signIn : LANDING.register}
        </ButtonLink>
        <ButtonLink look="line" to={isBack ? REGISTER_PATH : SIGN_IN_PATH}>
          {isBack ? LANDING.register : LANDING.signIn}
        </ButtonLink>
      </div>
    </>
  );
}
