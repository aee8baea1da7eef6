import { useQuery } from "@tanstack/react-query";
import { Heart, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UserAddress } from "../../api/wire";
import { AddressForm } from "../../order-setup/addresses/AddressForm";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { ADDRESSES, ACCOUNT } from "./texts";
import account from "./Account.module.css";
import { Trouble } from "../../ui/Trouble";
import styles from "./AddressBook.module.css";
import { addressesQuery, useAddressActions } from "../../shop/addresses/addressBook";
import { doorOf } from "../../shop/addresses/saved";
import { useAction } from "../../ui/useAction";

const ADD = "uusi-osoite";
const editOf = ({ addressId }: UserAddress) => `osoite-${addressId}`;

/** The saved addresses: seen, added, edited, made the favourite (AC-06, AC-07, AC-21). */
export function AddressBook({ isAlone = false }: { isAlone?: boolean }) {
  const [said, setSaid] = useState("");
  const { data, isError, refetch } = useQuery(addressesQuery);
  const frame = (children: ReactNode) =>
    isAlone ? (
      <div className={styles["alone"]}>{children}</div>
    ) : (
      <Card title={ADDRESSES.title}>{children}</Card>
    );
  if (!data) return frame(isError ? <Failed onRetry={() => void refetch()} /> : <Shapes />);
  return frame(
    <>
      {data.length === 0 ? (
        <p className={account["text"]}>{ADDRESSES.none}</p>
      ) : (
        <ul className={styles["addresses"]}>
          {data.map((address) => (
            <Row key={address.addressId} address={address} isOneOfMany={data.length > 1} onSaid={setSaid} />
          ))}
        </ul>
      )}
      <ModalLink name={ADD} className={account["link"]}>
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
        {ADDRESSES.add}
      </ModalLink>
      <p role="status" className={styles["said"]}>
        {said}
      </p>
      <Modal name={ADD} title={ADDRESSES.addTitle} isSheet>
        <AddressForm modal={ADD} saved={null} isFavouriteOffered={data.length > 0} onSaid={setSaid} />
      </Modal>
    </>,
  );
}

interface RowProps {
  address: UserAddress;
  isOneOfMany: boolean;
  onSaid: (text: string) => void;
}

function Row({ address, isOneOfMany, onSaid }: RowProps) {
  const { makeFavourite } = useAddressActions();
  const action = useAction(ACCOUNT.notSaved);
  const { addressId, zipCode, city, extraInfo, primaryAddress } = address;
  const door = doorOf(address);
  const favour = () =>
    void action.act(async () => {
      await makeFavourite(addressId);
      onSaid(ADDRESSES.favouriteUpdated);
    });
  return (
    <li>
      <div className={styles["words"]}>
        <b>{door}</b>
        <span>
          {zipCode} {city}
          {primaryAddress && ` · ${ADDRESSES.favourite}`}
        </span>
        {extraInfo !== "" && <span>{extraInfo}</span>}
        <p role="alert">{action.trouble}</p>
      </div>
      {isOneOfMany && (
        <button
          type="button"
          className={`${styles["heart"]} ${primaryAddress ? styles["isFavourite"] : ""}`}
          aria-pressed={primaryAddress}
          aria-disabled={primaryAddress || action.isBusy}
          aria-label={ADDRESSES.makeFavourite(door)}
          onClick={() => !primaryAddress && favour()}
        >
          <Heart size={22} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <ModalLink name={editOf(address)} className={account["link"]} label={ADDRESSES.editOf(door)}>
        {ACCOUNT.edit}
      </ModalLink>
      <Modal name={editOf(address)} title={ADDRESSES.editTitle} isSheet>
        <AddressForm
          modal={editOf(address)}
          saved={address}
          isFavouriteOffered={isOneOfMany}
          onSaid={onSaid}
        />
      </Modal>
    </li>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${account["form"]} ${account["inCard"]}`}>
      <Trouble>{ADDRESSES.failed}</Trouble>
      <div>
        <Button look="quiet" onClick={onRetry}>
          {ACCOUNT.retry}
        </Button>
      </div>
    </div>
  );
}

function Shapes() {
  return (
    <div className={styles["shapes"]}>
      <p className="sr-only" role="status">
        {ADDRESSES.loading}
      </p>
      <i />
      <i />
    </div>
  );
}
