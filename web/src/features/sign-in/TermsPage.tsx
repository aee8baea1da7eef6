import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { patch, post } from "../../api/client";
import type { User } from "../../api/wire";
import { Blocks } from "../../content/Blocks";
import { blocksOf } from "../../content/fields";
import { sendAsUser } from "../../session/asUser";
import { pathAfterSignIn } from "../../session/afterSignIn";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { NOBODY } from "../../session/userSession";
import { useUserActions } from "../../session/useUserActions";
import { useVisitor } from "../../session/useVisitor";
import { useStory } from "../../shop/catalog/useCatalog";
import { Button } from "../../ui/Button";
import { usePageTitle } from "../../ui/usePageTitle";
import { Door } from "./Door";
import { Evening } from "./Evening";
import { troubleOf } from "./refusals";
import styles from "./Terms.module.css";
import { TERMS } from "./texts";
import { Trouble } from "../../ui/Trouble";

const STORY = "ehdot/kayttoehdot";

/** `/hyvaksy-kayttoehdot`: the terms, to be accepted or declined (LG-13, LG-14, LG-16). */
export function Component() {
  usePageTitle(TERMS.title);
  const { session, failed, retry } = useVisitor();
  // Who declines is led to where it says so, before anything else leads them.
  const [hasDeclined, setDeclined] = useState(false);
  if (hasDeclined) return <Navigate to={`${SIGN_IN_PATH}?declinedTerms=1`} replace />;
  if (session === undefined) return <Door title={TERMS.title} failed={failed} onRetry={retry} />;
  if (session.user === null) return <Navigate to={SIGN_IN_PATH} replace />;
  if (session.user.acceptedTerms) return <Navigate to={pathAfterSignIn(session)} replace />;
  return <Ask user={session.user} onDeclined={() => setDeclined(true)} />;
}

function Ask({ user, onDeclined }: { user: User; onDeclined: () => void }) {
  const { update, become, reread } = useUserActions();
  const navigate = useNavigate();
  const [pressed, setPressed] = useState<"accept" | "decline" | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const act = async (what: "accept" | "decline", action: () => Promise<void>) => {
    if (pressed !== null) return;
    setPressed(what);
    setTrouble(null);
    try {
      await action();
    } catch (error) {
      const found = troubleOf(error);
      setTrouble(found.code === "users/terms-moved" ? found.text : TERMS.failedToSend);
      // The text that is asked for now is another.
      if (found.code === "users/terms-moved") await reread();
    }
    setPressed(null);
  };
  const accept = async () => {
    const body = { acceptedTerms: true, termsVersion: user.terms.shop.version };
    update(await sendAsUser(patch("/api/users/me", { body })));
  };
  const decline = async () => {
    await sendAsUser(post("/api/users/me/decline"));
    onDeclined();
    become(NOBODY);
    void navigate(`${SIGN_IN_PATH}?declinedTerms=1`, { replace: true });
  };
  return (
    <Evening title={TERMS.title} lead={TERMS.lead}>
      <Text />
      <Trouble>{trouble}</Trouble>
      <div className={styles["actions"]}>
        <Button isBusy={pressed === "accept"} onClick={() => void act("accept", accept)}>
          {TERMS.accept}
        </Button>
        <Button look="quiet" isBusy={pressed === "decline"} onClick={() => void act("decline", decline)}>
          {TERMS.decline}
        </Button>
      </div>
    </Evening>
  );
}

/** The text itself, and its own page. */
function Text() {
  const { data, isError, refetch } = useStory(STORY);
  if (isError) {
    return (
      <p>
        {TERMS.failed}{" "}
        <button type="button" className={styles["again"]} onClick={() => void refetch()}>
          {TERMS.retry}
        </button>
      </p>
    );
  }
  return (
    <>
      {/* A part of the page that scrolls is reached by the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles["text"]} role="region" aria-label={TERMS.title} tabIndex={0}>
        {data ? <Blocks blocks={blocksOf(data.content, "blocks")} /> : <p role="status">{TERMS.loading}</p>}
      </div>
      <p>
        <a href={`/${STORY}`} target="_blank" rel="noreferrer">
          {TERMS.readAll}
        </a>
      </p>
    </>
  );
}
