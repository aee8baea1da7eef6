import { useQuery } from "@tanstack/react-query";
import { BenefitTicket } from "../../products/benefits/BenefitTicket";
import { benefitsQuery } from "../../shop/loyalty/loyalty";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { SlicePlate } from "../../ui/SlicePlate";
import { Tickets } from "../../ui/Ticket";
import { Trouble } from "../../ui/Trouble";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Account.module.css";
import { ACCOUNT, BENEFITS } from "./texts";

/** `/asiakastili/etukoodini`: one's codes, those that can still be used first (AC-14 to AC-16). */
export function Component() {
  usePageTitle(BENEFITS.title);
  return (
    <div className={styles["column"]}>
      <h1>{BENEFITS.title}</h1>
      <Codes />
    </div>
  );
}

function Codes() {
  const { data, isError, refetch } = useQuery(benefitsQuery);
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Loading />;
  if (data.length === 0) {
    return (
      <EmptyState
        drawing={<SlicePlate slices={0} size={160} />}
        text={BENEFITS.none}
        action={<ButtonLink to="/menu">{BENEFITS.order}</ButtonLink>}
      />
    );
  }
  const unused = data.filter(({ used }) => !used);
  const used = data.filter((benefit) => benefit.used);
  return (
    <>
      {unused.length === 0 ? (
        <p>{BENEFITS.allUsed}</p>
      ) : (
        <Tickets label={BENEFITS.unused}>
          {unused.map((benefit) => (
            <li key={benefit.code}>
              <BenefitTicket benefit={benefit} level={2} />
            </li>
          ))}
        </Tickets>
      )}
      {used.length > 0 && (
        <section className={styles["column"]}>
          <h2>{BENEFITS.used}</h2>
          <Tickets>
            {used.map((benefit) => (
              <li key={benefit.code}>
                <BenefitTicket benefit={benefit} />
              </li>
            ))}
          </Tickets>
        </section>
      )}
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles["form"]}>
      <Trouble>{BENEFITS.failed}</Trouble>
      <div>
        <Button look="quiet" onClick={onRetry}>
          {ACCOUNT.retry}
        </Button>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles["tickets"]}>
      <p className="sr-only" role="status">
        {BENEFITS.loading}
      </p>
      <i />
      <i />
    </div>
  );
}
