import { Suspense, useState } from "react";
import { Outlet } from "react-router";
import { HeaderSlot } from "../../ui/HeaderAside";
import { PageFrame } from "../../ui/PageFrame";
import { ConsentBar, Troubles } from "../lazyParts";
import { Caller } from "./Caller";
import { Notices } from "./Notices";
import { OfflineBar } from "./OfflineBar";

/** The minimal header and footer of the cart and the orders (SH-13). */
export function MinimalShell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const above = (
    <>
      <Suspense>
        <ConsentBar />
      </Suspense>
      <Notices />
      <Caller />
    </>
  );
  return (
    <PageFrame above={above} aside={<div ref={setSlot} />}>
      <HeaderSlot value={slot}>
        <OfflineBar isForPending />
        <Suspense>
          <Troubles isInset />
        </Suspense>
        <Outlet />
      </HeaderSlot>
    </PageFrame>
  );
}
