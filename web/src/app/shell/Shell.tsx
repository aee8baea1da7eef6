import { Suspense } from "react";
import { Outlet } from "react-router";
import { FRAME } from "../../ui/texts";
import { ConsentBar, Footer, Troubles } from "../lazyParts";
import { Caller } from "./Caller";
import { Header } from "./Header";
import { Notices } from "./Notices";
import { OfflineBar } from "./OfflineBar";
import styles from "./Shell.module.css";

/** The shop's header and footer around a page, which gives its content alone (SH-06, SH-12). */
export function Shell() {
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href="#sisalto">
        {FRAME.skip}
      </a>
      <Suspense>
        <ConsentBar />
      </Suspense>
      <Notices hasCampaign />
      <Header />
      <OfflineBar />
      <Suspense>
        <Troubles />
      </Suspense>
      <Caller />
      <main id="sisalto" tabIndex={-1} className={styles["main"]}>
        <Outlet />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  );
}
