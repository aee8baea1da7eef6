import { Mail, Phone } from "lucide-react";
import type { TrackingRestaurant } from "../../../api/wire";
import { ButtonLink } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Chip } from "../../../ui/Chip";
import { Mark } from "../../../art/Mark";
import { RESTAURANT } from "../texts";
import { hoursRows, neverCloses, openUntil } from "../../../lib/openingHours";
import styles from "./RestaurantCard.module.css";

/** Where the order comes from: address, opening hours by weekday, phone and email. */
export function RestaurantCard({ restaurant, now }: { restaurant: TrackingRestaurant; now: number }) {
  const { displayName, address, phone, email, openingHours } = restaurant;
  const until = openUntil(openingHours, now);
  const sign =
    until === null ? (
      <Chip tone="closed">{RESTAURANT.closed}</Chip>
    ) : (
      <Chip tone="open">
        {neverCloses(openingHours) ? RESTAURANT.alwaysOpen : RESTAURANT.openUntil(until)}
      </Chip>
    );
  return (
    <Card title={displayName} icon={<Mark size={28} />} aside={sign}>
      <address className={styles["address"]}>
        {address.streetAddress}, {address.postalCode} {address.city}
      </address>
      <dl className={styles["hours"]} aria-label={RESTAURANT.hours}>
        {hoursRows(openingHours, now).map(({ days, hours, today }) => (
          <div key={days} className={today ? styles["today"] : undefined}>
            <dt>{days}</dt>
            <dd>{hours ?? RESTAURANT.closedDay}</dd>
          </div>
        ))}
      </dl>
      <div className={styles["contact"]}>
        <ButtonLink look="quiet" href={`tel:${phone.replaceAll(" ", "")}`} label={RESTAURANT.phone(phone)}>
          <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
          {phone}
        </ButtonLink>
        <ButtonLink look="quiet" href={`mailto:${email}`}>
          <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
          {email}
        </ButtonLink>
      </div>
    </Card>
  );
}
