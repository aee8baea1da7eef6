import { type ComponentType, lazy, Suspense, useState } from "react";
import { ORDER_SETUP_MODAL } from "../order-setup/modalName";
import { useModal } from "../ui/modal/useModal";
import { opening } from "../lib/arriving";

const OrderSetupModal = lazy(() => opening(() => import("../order-setup/OrderSetupModal")));

/** The modals that any page opens by their name in the address; each one's code comes when it is first opened. */
export function AppModals() {
  return <Once name={ORDER_SETUP_MODAL} modal={OrderSetupModal} />;
}

/** Nothing until it is first opened; from then on it is there, so that it can be seen to go. */
export function Once({ name, modal: Shown }: { name: string; modal: ComponentType }) {
  const { isOpen } = useModal(name);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return (
    wasOpened && (
      <Suspense>
        <Shown />
      </Suspense>
    )
  );
}
