import type { QueryClient } from "@tanstack/react-query";
import { Suspense, use, useMemo, useState } from "react";
import { Outlet, type Params, useMatch } from "react-router";
import { prefetchMenu } from "../../shop/catalog/useCatalog";
import { PicturesWait } from "../../products/picture/picturesWait";
import { usePageTitle } from "../../ui/usePageTitle";
import { AddressLine } from "./AddressLine";
import { CartBar } from "./CartBar";
import styles from "./MenuPage.module.css";
import { menuList } from "./menuCode";
import { MENU } from "./texts";
import { useHeldAction } from "./useAdd";
import { useLater } from "./useLater";
import type { OverMenu } from "./useStands";
import { useReturnedFocus } from "./useReturnedFocus";

/** What it lists, unless something is shown over it, which the list then follows. */
export async function firstData(client: QueryClient, { slug }: Params): Promise<void> {
  if (slug === undefined) await prefetchMenu(client);
}

/** `/menu`: the menu, and over it the product, combo or dialog that the address names (MN-01 to MN-03). */
export function Component() {
  const isUnderOverlay = useIsUnderOverlay();
  // Opened with a product in the address, the product is what one came for: the list follows it (MN-23).
  const [isStanding, setStanding] = useState(false);
  const isListDue = useLater(isUnderOverlay, isStanding);
  const over = useMemo((): OverMenu => ({ onStanding: () => setStanding(true) }), []);
  // Under what one came for the menu's pictures are not to be seen yet.
  const [wasSeen, setSeen] = useState(!isUnderOverlay);
  if (!isUnderOverlay && !wasSeen) setSeen(true);
  useHeldAction();
  useReturnedFocus(isUnderOverlay);
  const waiting = <div className={styles["waiting"]} />;
  return (
    <>
      {!isUnderOverlay && <Title />}
      <h1 className="sr-only">{MENU.title}</h1>
      <AddressLine />
      {isListDue ? (
        <Suspense fallback={waiting}>
          <PicturesWait value={!wasSeen}>
            <List />
          </PicturesWait>
        </Suspense>
      ) : (
        waiting
      )}
      <CartBar />
      <Outlet context={over} />
    </>
  );
}

/** Whether something is shown over the menu; it has a title of its own. */
function useIsUnderOverlay(): boolean {
  return useMatch("/menu/:overlay") !== null;
}

function Title() {
  usePageTitle(MENU.title);
  return null;
}

function List() {
  const { MenuList } = menuList.module ?? use(menuList.load());
  return <MenuList />;
}
