import { Link } from "react-router";
import type { Shop } from "../../api/wire";
import { dayName, dayOf } from "../../lib/helsinki";
import { hoursRows, hoursText, type WeekHours } from "../../lib/openingHours";
import { Card } from "../../ui/Card";
import styles from "./Restaurant.module.css";
import { exceptionsOf, KIND, weekOf } from "./shopHours";
import { HOURS, PAGE } from "./texts";

interface HoursProps {
  shop: Shop;
  now: number;
}

/** When what is open (RS-28). */
export function Hours({ shop, now }: HoursProps) {
  const general = weekOf(shop, KIND.general);
  const lunch = weekOf(shop, KIND.lunch);
  const delivery = weekOf(shop, KIND.delivery);
  const webShop = weekOf(shop, KIND.webShop);
  return (
    <section aria-label={PAGE.hours} className={styles["hours"]}>
      <h2>{PAGE.hours}</h2>
      <div className={styles["cards"]}>
        {general && (
          <Card title={HOURS.general}>
            <Week week={general} now={now} />
          </Card>
        )}
        <Card title={HOURS.lunch}>
          {lunch ? (
            <>
              <Week week={lunch} now={now} />
              <Link to="/menu">{PAGE.lunchOffer}</Link>
            </>
          ) : (
            <p className="quiet">{PAGE.noLunch}</p>
          )}
        </Card>
        {shop.hasDelivery && delivery && (
          <Card title={HOURS.delivery}>
            <Week week={delivery} now={now} />
          </Card>
        )}
        {shop.hasWebsale && webShop && (
          <Card title={HOURS.webShop}>
            <Week week={webShop} now={now} />
          </Card>
        )}
        <Exceptions shop={shop} now={now} />
      </div>
    </section>
  );
}

function Week({ week, now }: { week: WeekHours; now: number }) {
  return (
    <dl className={styles["week"]}>
      {hoursRows(week, now).map(({ days, hours, today }) => (
        <div key={days} className={today ? styles["today"] : undefined}>
          <dt>
            {days}
            {today && <span className="sr-only">, {PAGE.today}</span>}
          </dt>
          <dd>{hours ?? PAGE.closedDay}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS = [
  [KIND.general, HOURS.general],
  [KIND.lunch, HOURS.lunch],
  [KIND.delivery, HOURS.delivery],
  [KIND.webShop, HOURS.webShop],
] as const;

/** So many days are said ahead: those of next year help nobody who is hungry today. */
const SHOWN_EXCEPTIONS = 6;

/** The next days on which the hours are others, soonest first. */
function Exceptions({ shop, now }: HoursProps) {
  const kinds = KINDS.map(([kind, name]) => ({ name, days: exceptionsOf(shop, kind, now) }));
  const dates = [...new Set(kinds.flatMap(({ days }) => days.map(({ date }) => date)))].toSorted();
  if (dates.length === 0) return null;
  const shown = dates.slice(0, SHOWN_EXCEPTIONS);
  return (
    <div className={styles["exceptions"]}>
      <h3>{PAGE.exceptions}</h3>
      <dl>
        {shown.map((date) => (
          <div key={date}>
            <dt>{dateText(date, now)}</dt>
            {kinds.map(({ name, days }) => {
              const day = days.find((one) => one.date === date);
              return (
                day && (
                  <dd key={name}>
                    {name} <span className="whole">{hoursText(day.hours) ?? PAGE.closedDay}</span>
                  </dd>
                )
              );
            })}
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A date of another year says which. */
function dateText(date: string, now: number): string {
  const year = date.slice(0, 4);
  return dayOf(now).startsWith(year) ? dayName(date, now) : dayName(date, now) + year;
}
