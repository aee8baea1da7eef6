import { useQuery } from "@tanstack/react-query";
import { DoorClosed as DoorClosedSign, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import { askedPath, hasEnded, pathAfterSignIn, isOwnPath } from "../../session/afterSignIn";
import { cameBackTo, identityQuery } from "../../session/identity";
import { REGISTER_PATH, SECOND_FACTOR_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { isAnybody, NOBODY } from "../../session/userSession";
import { useStaff } from "../../session/useStaff";
import { useVisitor } from "../../session/useVisitor";
import { Note } from "../../ui/Note";
import { SlicePlate } from "../../ui/SlicePlate";
import { usePageTitle } from "../../ui/usePageTitle";
import { useCaptchaDocument } from "./captcha/useCaptchaDocument";
import { Elsewhere } from "./Elsewhere";
import { Evening } from "./Evening";
import { LinkSheet } from "./LinkSheet";
import { PasswordForm } from "./PasswordForm";
import { Providers } from "./Providers";
import styles from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";
import { LINK, PASSWORD, SIGN_IN } from "./texts";
import { Done, Trouble } from "../../ui/Trouble";
import { useCameBack } from "./useCameBack";
import { useDoorPicture } from "./useDoorPicture";

/** `/kirjaudu`: the door of customers and the staff. Who is in goes on (LG-16 to LG-21). */
export function Component() {
  const [query] = useSearchParams();
  const { session } = useVisitor();
  const isOfStaff = session !== undefined && session.roles.length > 0;
  const { member } = useStaff(isOfStaff);
  // Kept for as long as the page is: a one-time password need not be written twice.
  const [oneTime, setOneTime] = useState<string | null>(null);
  // Their account went while they signed in to it.
  const [isGone, setGone] = useState(false);
  const [came] = useState(() => cameBackTo(SIGN_IN_PATH));
  const elsewhere = useCameBack(came);
  const picture = useDoorPicture();
  useCaptchaDocument();
  const mustSetUp = isOfStaff && member?.totpSetup === true;
  const mustChange = isOfStaff && !mustSetUp && member?.mustChangePassword === true;
  // Nobody is sent on while it is not known whom they came back as.
  const isSomebody = session !== undefined && isAnybody(session) && (!isOfStaff || (member ?? null) !== null);
  const isIn = isSomebody && elsewhere.step === "over";
  const words = mustChange ? PASSWORD : SIGN_IN;
  usePageTitle(words.title);
  if (mustChange) {
    return (
      <Evening title={PASSWORD.title} lead={PASSWORD.lead}>
        <PasswordForm known={oneTime} />
      </Evening>
    );
  }
  return (
    <Evening title={SIGN_IN.title} isOpen={isIn} picture={picture}>
      {isIn && (
        <Navigate
          to={
            mustSetUp
              ? SECOND_FACTOR_PATH
              : pathAfterSignIn(session, askedPath(query) ?? wayOf(came?.returnTo))
          }
          replace
        />
      )}
      {isGone && <Navigate to={pathAfterSignIn(NOBODY)} replace />}
      <Told query={query} />
      {came !== null && (
        <>
          <p className="sr-only" role="status">
            {elsewhere.step === "sending" && LINK.sending}
          </p>
          <Trouble>{elsewhere.trouble}</Trouble>
        </>
      )}
      <SignInForm
        onSignedIn={(who, password) => {
          setOneTime(password);
          setGone(!isAnybody(who));
        }}
      />
      <Providers />
      <Invitation />
      <LinkSheet isOpen={elsewhere.step === "password"} onLink={elsewhere.link} onClose={elsewhere.cancel} />
    </Evening>
  );
}

/** Where somebody wanted to go on, where it is a page of ours. */
function wayOf(returnTo: string | null | undefined): string | null {
  return typeof returnTo === "string" && isOwnPath(returnTo) ? returnTo : null;
}

/** Why one is here. */
function Told({ query }: { query: URLSearchParams }) {
  return (
    <>
      {query.has("passwordUpdated") && <Done>{SIGN_IN.passwordUpdated}</Done>}
      {query.has("declinedTerms") && (
        <Note tone="stale" icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {SIGN_IN.declined}{" "}
          <Link to="/menu" className={styles["link"]}>
            {SIGN_IN.back}
          </Link>
        </Note>
      )}
      {hasEnded(query) && (
        <Note tone="calm" icon={<DoorClosedSign size={20} strokeWidth={1.75} aria-hidden="true" />}>
          {SIGN_IN.ended}
        </Note>
      )}
      <Elsewhere />
    </>
  );
}

/** What an account brings (LG-01), and who judges that one is no machine, where that is not us. */
function Invitation() {
  const { data } = useQuery(identityQuery);
  return (
    <>
      <section className={styles["invitation"]}>
        <SlicePlate slices={3} size={56} />
        <div>
          <h2>{SIGN_IN.newHere}</h2>
          <p className="quiet">{SIGN_IN.join}</p>
          <Link to={REGISTER_PATH} className={styles["link"]}>
            {SIGN_IN.register}
          </Link>
        </div>
      </section>
      {data?.captcha.provider === "recaptcha" && (
        <p className="quiet small">
          {SIGN_IN.captcha} <Link to="/tietosuoja">{SIGN_IN.privacy}</Link>
          {SIGN_IN.and}
          <Link to="/ehdot/kayttoehdot">{SIGN_IN.terms}</Link>.
        </p>
      )}
    </>
  );
}
