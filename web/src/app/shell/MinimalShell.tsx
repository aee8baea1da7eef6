import { useState } from "react";
import { Outlet } from "react-router";
import { HeaderSlot } from "../../ui/HeaderAside";
import { PageFrame } from "../../ui/PageFrame";
import { Notices } from "./Notices";
import { OfflineBar } from "./OfflineBar";
import { ProblemBanners } from "./Problems";

/** The minimal header and footer of the cart and the orders (SH-13). */
export function MinimalShell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <PageFrame above={<Notices />} aside={<div ref={setSlot} />}>
      <HeaderSlot value={slot}>
        <OfflineBar isForPending />
        <ProblemBanners isInset />
        <Outlet />
      </HeaderSlot>
    </PageFrame>
  );
}
