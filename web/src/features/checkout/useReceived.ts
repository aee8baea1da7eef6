import { useEffect } from "react";
import { useNavigate } from "react-router";
import { settlePlaced } from "../../shop/checkout/settlePlaced";
import { resultPath } from "../../shop/checkout/paths";

/** An order that was paid while this page was away leads to its result; an older one leaves the cart alone (CK-08). */
export function useReceived() {
  const navigate = useNavigate();
  useEffect(() => {
    let isLeft = false;
    void settlePlaced().then((settled) => {
      if (isLeft || settled.state !== "received" || !settled.isRecent) return;
      void navigate(resultPath(settled.order.orderId, settled.order.orderKey), { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [navigate]);
}
