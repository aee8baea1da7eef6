import { Pencil, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { UserAddress } from "../../api/wire";
import { asAddress, doorOf } from "../../shop/addresses/saved";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import type { Draft, DraftChange } from "../draft";
import { BOOK } from "../texts";
import { AddressForm } from "./AddressForm";
import styles from "./SavedStep.module.css";

const ADD = "uusi-osoite";
const editOf = ({ addressId }: UserAddress) => `osoite-${addressId}`;

interface SavedStepProps {
  draft: Draft;
  saved: readonly UserAddress[];
  act: (change: DraftChange) => void;
  /** Only the chosen one is shown until another is wanted. */
  isBrief: boolean;
}

/** Where a delivery of somebody with saved addresses goes: one of them at a press, or a new one (OS-07, OS-25). */
export function SavedStep({ draft, saved, act, isBrief }: SavedStepProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const chosen = saved.find(({ addressId }) => addressId === draft.addressId);
  const choose = (address: UserAddress) => act({ type: "chooseSaved", saved: address });
  if (isBrief && !isOpen && chosen) {
    return (
      <div className={styles["brief"]}>
        <span className={styles["words"]}>
          <b>{doorOf(chosen)}</b> <Place address={chosen} />
        </span>
        <button type="button" onClick={() => setOpen(true)}>
          {BOOK.change}
        </button>
      </div>
    );
  }
  return (
    <div>
      <Choice saved={saved} chosenId={draft.addressId} onChoose={choose} onSaid={setSaid} />
      <ModalLink name={ADD} className={styles["add"]}>
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        {BOOK.add}
      </ModalLink>
      <p role="status" className={styles["said"]}>
        {said}
      </p>
      <Modal name={ADD} title={BOOK.addTitle} isSheet>
        <AddressForm modal={ADD} saved={null} isFavouriteOffered onSaid={setSaid} onSaved={choose} />
      </Modal>
    </div>
  );
}

interface ChoiceProps {
  saved: readonly UserAddress[];
  chosenId: string | null;
  onChoose: (address: UserAddress) => void;
  onSaid: (text: string) => void;
}

function Choice({ saved, chosenId, onChoose, onSaid }: ChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles["group"]} data-lack="address">
      <legend className={styles["legend"]}>{BOOK.title}</legend>
      {saved.map((address) => (
        <Row
          key={address.addressId}
          address={address}
          group={group}
          isChosen={address.addressId === chosenId}
          isOneOfMany={saved.length > 1}
          onChoose={() => onChoose(address)}
          onSaid={onSaid}
          // One that is edited is what one thinks of now.
          onSaved={onChoose}
        />
      ))}
    </fieldset>
  );
}

interface RowProps {
  address: UserAddress;
  group: string;
  isChosen: boolean;
  isOneOfMany: boolean;
  onChoose: () => void;
  onSaid: (text: string) => void;
  onSaved: (address: UserAddress) => void;
}

function Row({ address, group, isChosen, isOneOfMany, onChoose, onSaid, onSaved }: RowProps) {
  const door = doorOf(address);
  const isLost = asAddress(address) === null;
  return (
    <div className={styles["row"]}>
      <label>
        <input type="radio" name={group} checked={isChosen} disabled={isLost} onChange={onChoose} />
        <span className={styles["words"]}>
          <b>{door}</b> {isLost ? <small>{BOOK.noPlace}</small> : <Place address={address} />}
        </span>
      </label>
      <ModalLink name={editOf(address)} className={styles["edit"]} label={BOOK.editOf(door)}>
        <Pencil size={22} strokeWidth={1.75} aria-hidden="true" />
      </ModalLink>
      <Modal name={editOf(address)} title={BOOK.editTitle} isSheet>
        <AddressForm
          modal={editOf(address)}
          saved={address}
          isFavouriteOffered={isOneOfMany}
          onSaid={onSaid}
          onSaved={onSaved}
        />
      </Modal>
    </div>
  );
}

function Place({ address: { zipCode, city, primaryAddress } }: { address: UserAddress }) {
  return (
    <small>
      {zipCode} {city}
      {primaryAddress && ` · ${BOOK.favourite}`}
    </small>
  );
}
