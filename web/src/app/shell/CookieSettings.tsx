import { useState } from "react";
import { answerConsent, useConsent } from "../../analytics/consent";
import { OurLink } from "../../content/OurLink";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/choice/Checkbox";
import { Modal } from "../../ui/modal/Modal";
import { useModal } from "../../ui/modal/useModal";
import { startOver } from "../startOver";
import styles from "./CookieSettings.module.css";
import { COOKIES_MODAL } from "./modalNames";
import { CONSENT, COOKIES } from "./laterTexts";

/** What one agrees to, what this browser keeps, and the way to be rid of it (SH-12). */
export function CookieSettings() {
  return (
    <Modal name={COOKIES_MODAL} title={COOKIES.title}>
      <Settings />
    </Modal>
  );
}

function Settings() {
  const given = useConsent();
  const { close } = useModal(COOKIES_MODAL);
  const [analytics, setAnalytics] = useState(given?.analytics ?? false);
  const [marketing, setMarketing] = useState(given?.marketing ?? false);
  const save = () => {
    answerConsent({ analytics, marketing });
    close();
  };
  return (
    <div className={styles["settings"]}>
      <section>
        <h3>{COOKIES.neededTitle}</h3>
        <p>{COOKIES.needed}</p>
      </section>
      <section className={styles["asked"]}>
        <h3>{COOKIES.askedTitle}</h3>
        <Checkbox
          label={COOKIES.analytics}
          detail={COOKIES.analyticsDetail}
          isChecked={analytics}
          onChange={setAnalytics}
        />
        <Checkbox
          label={COOKIES.marketing}
          detail={COOKIES.marketingDetail}
          isChecked={marketing}
          onChange={setMarketing}
        />
        <Button onClick={save}>{COOKIES.save}</Button>
      </section>
      <section>
        <h3>{COOKIES.keptTitle}</h3>
        <p>
          {COOKIES.others} <OurLink url="/tietosuoja">{CONSENT.more}</OurLink>
        </p>
        <p className="quiet small">{COOKIES.forgetMore}</p>
        <Button look="quiet" onClick={startOver}>
          {COOKIES.forget}
        </Button>
      </section>
    </div>
  );
}
