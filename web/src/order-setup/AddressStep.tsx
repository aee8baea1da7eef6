import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { AddressField } from "./AddressField";
import { APARTMENT_LENGTH, type DraftChange, type Draft } from "./draft";
import styles from "./Field.module.css";
import { ADDRESS } from "./texts";

interface AddressStepProps {
  draft: Draft;
  act: (change: DraftChange) => void;
  /** Keeps what few need out of sight until it is opened. */
  isBrief: boolean;
  /** What is asked under an address that was found. */
  below?: ReactNode;
}

/** Where a delivery goes: the address, and what only its door knows (OS-26). */
export function AddressStep({ draft, act, isBrief, below }: AddressStepProps) {
  const id = useId();
  const { address } = draft;
  const driver = address && (
    <>
      <p id={`${id}-hint`} className={styles["hint"]}>
        {ADDRESS.driverHint}
      </p>
      <textarea
        id={`${id}-driver`}
        aria-label={isBrief ? ADDRESS.driver : undefined}
        rows={3}
        maxLength={500}
        aria-describedby={`${id}-hint`}
        value={address.extraInfo}
        onChange={(event) => act({ type: "writeExtraInfo", text: event.target.value })}
      />
    </>
  );
  return (
    <div>
      <AddressField draft={draft} act={act} />
      {address && (
        <div className={`${styles["details"]} ${isBrief ? styles["brief"] : ""}`}>
          <div>
            <label className={styles["label"]} htmlFor={`${id}-apartment`}>
              {ADDRESS.apartment}
            </label>
            <input
              id={`${id}-apartment`}
              value={address.apartmentNumber}
              maxLength={APARTMENT_LENGTH}
              placeholder={ADDRESS.apartmentExample}
              autoComplete="address-line2"
              onChange={(event) => act({ type: "writeApartment", text: event.target.value })}
            />
          </div>
          {isBrief ? (
            <details className={styles["fold"]}>
              <summary>
                {ADDRESS.driver}
                <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
              </summary>
              {driver}
            </details>
          ) : (
            <div>
              <label className={styles["label"]} htmlFor={`${id}-driver`}>
                {ADDRESS.driver}
              </label>
              {driver}
            </div>
          )}
        </div>
      )}
      {address && below}
    </div>
  );
}
