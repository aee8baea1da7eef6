import { ClearCart } from "../../products/ClearCart";
import { ChevronDown, Phone, PhoneOff } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { type Call, endCall, useCall } from "../../shop/onBehalf/onBehalf";
import { Button } from "../../ui/Button";
import styles from "./CallerBar.module.css";
import { FoundView } from "./FoundView";
import { Placed } from "./Placed";
import { SearchForm } from "./SearchForm";
import { CALLER } from "./texts";

/** Over every page of the call centre: who calls, what they have, and what they ordered before (CC-01). */
export function CallerBar() {
  const call = useCall();
  return (
    <section className={styles["bar"]} aria-label={CALLER.bar}>
      <div className={styles["inner"]}>
        {call.phone === null ? <Waiting call={call} /> : <Calling call={call} phone={call.phone} />}
      </div>
    </section>
  );
}

/** Nobody is ordered for: a number to look for, once what became of the last call was told. */
function Waiting({ call: { looked, placed } }: { call: Call }) {
  if (placed !== null) return <Placed placed={placed} />;
  return (
    <>
      <SearchForm known={looked?.phone ?? ""} />
      {looked && <FoundView phone={looked.phone} found={looked.found} chosen={null} />}
    </>
  );
}

/** Somebody calls: for whom the order is, and, when it is asked for, what they have. */
function Calling({ call: { looked, customer }, phone }: { call: Call; phone: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const named = useRef<HTMLParagraphElement>(null);
  // The button with the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) named.current?.focus();
  }, []);
  return (
    <>
      <div className={styles["who"]}>
        <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
        <p ref={named} tabIndex={-1}>
          {customer === null ? CALLER.guest : CALLER.customer(customer.name)}{" "}
          <span className="whole">{phone}</span>
        </p>
        <Button look="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <ChevronDown
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className={isOpen ? styles["open"] : undefined}
          />
          {CALLER.details}
        </Button>
        <ClearCart>
          {(ask) => (
            <Button look="quiet" onClick={ask}>
              {CALLER.clear}
            </Button>
          )}
        </ClearCart>
        <Button look="quiet" onClick={() => endCall()}>
          <PhoneOff size={20} strokeWidth={1.75} aria-hidden="true" />
          {CALLER.end}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {looked && (
          <FoundView phone={looked.phone} found={looked.found} chosen={customer?.customerRef ?? ""} />
        )}
      </div>
    </>
  );
}
