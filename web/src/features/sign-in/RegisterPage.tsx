import { Link, Navigate, useSearchParams } from "react-router";
import { whoOrdered } from "../../shop/orders/whoOrdered";
import { pathAfterSignIn } from "../../session/afterSignIn";
import { OF_ORDER, SIGN_IN_PATH } from "../../session/signInPath";
import { useVisitor } from "../../session/useVisitor";
import { isAnybody } from "../../session/userSession";
import { usePageTitle } from "../../ui/usePageTitle";
import { useCaptchaDocument } from "./captcha/useCaptchaDocument";
import { Evening } from "./Evening";
import { Providers } from "./Providers";
import { RegisterForm } from "./RegisterForm";
import styles from "./SignIn.module.css";
import { REGISTER } from "./texts";

/** `/rekisteroidy`: an account of one's own. Who is in goes on (LG-05, LG-21). */
export function Component() {
  usePageTitle(REGISTER.title);
  useCaptchaDocument();
  const { session } = useVisitor();
  const [query] = useSearchParams();
  const isOfOrder = query.has(OF_ORDER) && whoOrdered().email !== "";
  const isIn = session !== undefined && isAnybody(session);
  return (
    <Evening title={REGISTER.title} lead={isOfOrder ? REGISTER.leadOfOrder : REGISTER.lead} isOpen={isIn}>
      {isIn && <Navigate to={pathAfterSignIn(session)} replace />}
      <RegisterForm isOfOrder={isOfOrder} />
      <Providers />
      <p className="quiet">
        {REGISTER.have}{" "}
        <Link to={SIGN_IN_PATH} className={styles["link"]}>
          {REGISTER.signIn}
        </Link>
      </p>
    </Evening>
  );
}
