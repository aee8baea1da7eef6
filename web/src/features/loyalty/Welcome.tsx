import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { LoyaltyMember } from "../../api/loyalty";
import { PrizePicture } from "../../art/prizes/PrizePicture";
import { SlicesPlate } from "../../art/prizes/SlicesPlate";
import { MARKS, WHOLE } from "../../shop/loyalty/card";
import { useSeen } from "../../shop/loyalty/loyalty";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/modal/Dialog";
import styles from "./Loyalty.module.css";
import { WELCOME } from "./texts";

/** The slides that speak of the wheel and of codes. */
const [OF_WHEEL, OF_CODES] = [2, 3];

/** What a new member is shown once: four slides, forward by the arrow or the dots (LO-14). */
export function Welcome({ member }: { member: LoyaltyMember }) {
  const { welcomeSeen } = useSeen();
  const [at, setAt] = useState(0);
  const isYoung = member.wheel.reason === "age";
  // Under age nobody is told of the wheel.
  const slides = WELCOME.slides.map((slide, index) =>
    isYoung && index === OF_WHEEL ? WELCOME.young : slide,
  );
  const isLast = at === slides.length - 1;
  const slide = slides[at];
  const forward = () => (isLast ? void welcomeSeen() : setAt(at + 1));
  return (
    <Dialog
      isOpen={member.showWelcomeModal}
      onClose={() => void welcomeSeen()}
      title={WELCOME.title}
      size="small"
      footer={
        <div className={styles["forward"]}>
          <Dots count={slides.length} at={at} onGo={setAt} />
          <Button onClick={forward}>
            {isLast ? WELCOME.done : WELCOME.forward}
            {!isLast && <ArrowRight size={20} strokeWidth={1.75} aria-hidden="true" />}
          </Button>
        </div>
      }
    >
      <div className={styles["slide"]} aria-live="polite">
        <div className={styles["slidePicture"]} aria-hidden="true">
          <Picture at={at} slices={member.slices} isYoung={isYoung} />
        </div>
        {at > 0 && <h3>{slide?.title}</h3>}
        <p>{slide?.text}</p>
      </div>
    </Dialog>
  );
}

function Picture({ at, slices, isYoung }: { at: number; slices: number; isYoung: boolean }) {
  if (at === OF_WHEEL && !isYoung) return <PrizePicture type="giftCard5" size={160} />;
  if (at === OF_CODES) return <PrizePicture type="discount" size={160} />;
  const shown = at === 0 ? slices : WHOLE;
  return (
    <SlicesPlate slices={shown} marks={isYoung ? [] : MARKS} label={null} className={styles["slidePlate"]} />
  );
}

interface DotsProps {
  count: number;
  at: number;
  onGo: (at: number) => void;
}

function Dots({ count, at, onGo }: DotsProps) {
  return (
    <ul className={styles["dots"]} aria-label={WELCOME.dots}>
      {Array.from({ length: count }, (_, dot) => (
        <li key={dot}>
          <button
            type="button"
            aria-label={WELCOME.slide(dot + 1, count)}
            aria-current={dot === at ? "true" : undefined}
            onClick={() => onGo(dot)}
          />
        </li>
      ))}
    </ul>
  );
}
