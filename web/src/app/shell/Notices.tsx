import { useLocation } from "react-router";
import { closeAlert, useClosedAlerts } from "../../content/closedAlerts";
import { alertsAt, campaignAt } from "../../content/homepage";
import { useStory } from "../../shop/catalog/useCatalog";
import { Banner } from "../../ui/Banner";
import { useNow } from "../../ui/useNow";
import { Campaign } from "./Campaign";
import { SHELL } from "./texts";

/** How often it is looked whether a campaign begins or ends. */
const LOOK_MS = 60_000;

/**
 * What the editors say over the header: the campaign, and alerts by place, once closed gone for good (SH-08 to SH-11).
 * Who pays or waits for an order is not courted: there are alerts alone.
 */
export function Notices({ hasCampaign = false }: { hasCampaign?: boolean }) {
  const { pathname, hash } = useLocation();
  const { data } = useStory("homepage");
  const closed = useClosedAlerts();
  const now = useNow(LOOK_MS);
  const campaign = hasCampaign ? campaignAt(data?.content, now) : null;
  const alerts = alertsAt(data?.content, pathname, hash).filter(({ uid }) => !closed.includes(uid));
  if (campaign === null && alerts.length === 0) return null;
  return (
    <section aria-label={SHELL.notices}>
      {campaign !== null && <Campaign text={campaign} />}
      {alerts.map(({ uid, message, context }) => (
        <Banner
          key={uid}
          look="valo"
          {...(context !== "" && { detail: context })}
          onClose={() => closeAlert(uid)}
          closeLabel={SHELL.closeNotice}
        >
          {message}
        </Banner>
      ))}
    </section>
  );
}
