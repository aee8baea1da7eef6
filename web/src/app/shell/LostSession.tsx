import { useLocation, useNavigate } from "react-router";
import { hint, useSessionHints } from "../../session/hints";
import { isWayIn, SIGN_IN_PATH } from "../../session/signInPath";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import { LEAVING } from "./accountTexts";

/** A customer's session has ended by itself: the cart is kept, and one signs in again or goes on as a guest. */
export function LostSession() {
  const { lost } = useSessionHints();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goOn = () => hint({ left: true });
  const again = () => {
    hint({});
    void navigate(SIGN_IN_PATH);
  };
  return (
    <Dialog
      isOpen={lost && !isWayIn(pathname)}
      onClose={goOn}
      title={LEAVING.lostTitle}
      size="small"
      footer={
        <>
          <Button look="quiet" onClick={goOn}>
            {LEAVING.asGuest}
          </Button>
          <Button onClick={again}>{LEAVING.again}</Button>
        </>
      }
    >
      <p>{LEAVING.lostText}</p>
    </Dialog>
  );
}
