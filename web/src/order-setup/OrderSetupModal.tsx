import { useLocation, useNavigate } from "react-router";
import { Modal } from "../ui/modal/Modal";
import { useModal } from "../ui/modal/useModal";
import { ORDER_SETUP_MODAL } from "./modalName";
import { OrderSetup } from "./OrderSetup";
import { presetOf } from "./preset";
import { SheetSteps } from "./SheetSteps";
import { SETUP } from "./texts";

/** The set-up over any page (`#aloita-tilaus`). Who began with a restaurant goes on to its menu. */
export default function OrderSetupModal() {
  const { state } = useLocation();
  const { close } = useModal(ORDER_SETUP_MODAL);
  const navigate = useNavigate();
  const preset = presetOf(state);
  const goOn = () => (preset ? void navigate("/menu", { replace: true }) : close());
  return (
    <Modal name={ORDER_SETUP_MODAL} title={SETUP.title} size="large" isSheet isBare>
      <OrderSetup variant="sheet" Steps={SheetSteps} preset={preset} onSaved={goOn} />
    </Modal>
  );
}
