import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { currentShopper } from "../../shop/caller";
import { settlePlaced } from "../../shop/checkout/settlePlaced";
import { resultPath } from "../../shop/checkout/paths";
import { finishCall } from "../../shop/onBehalf/finishCall";

/** An order that was paid while this page was away leads to its result; an older one leaves the cart alone (CK-08). */
export function useReceived() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  useEffect(() => {
    let isLeft = false;
    void settlePlaced().then((settled) => {
      if (isLeft || settled.state !== "received" || !settled.isRecent) return;
      if (currentShopper(cache).isStaff) {
        void finishCall(settled.order).then(() => navigate("/", { replace: true }));
        return;
      }
      void navigate(resultPath(settled.order.orderId, settled.order.orderKey), { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [navigate, cache]);
}
