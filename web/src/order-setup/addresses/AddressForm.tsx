import { type FormEvent, useReducer, useState } from "react";
import type { UserAddress } from "../../api/wire";
import { useAddressActions } from "../../shop/addresses/addressBook";
import { doorOf } from "../../shop/addresses/saved";
import { AddressStep } from "../AddressStep";
import { draftAfter, draftOfSaved } from "../draft";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/choice/Checkbox";
import { useModal } from "../../ui/modal/useModal";
import { type ActionState, useAction } from "../../ui/useAction";
import { BOOK } from "../texts";
import { Trouble } from "../../ui/Trouble";
import styles from "./AddressForm.module.css";

interface AddressFormProps {
  /** The dialog that it stands in. */
  modal: string;
  /** What is edited; `null` where one is added. */
  saved: UserAddress | null;
  /** OS-51. */
  isFavouriteOffered: boolean;
  onSaid: (text: string) => void;
  /** Hears what was saved. */
  onSaved?: (address: UserAddress) => void;
}

/** Adds or edits an address, which is picked from the search (OS-25, OS-26, OS-50); deleting is asked in it. */
export function AddressForm({ modal, saved, isFavouriteOffered, onSaid, onSaved }: AddressFormProps) {
  const { close } = useModal(modal);
  const actions = useAddressActions();
  const action = useAction(BOOK.notSaved);
  const [draft, act] = useReducer(draftAfter, saved, draftOfSaved);
  const [isFavourite, setFavourite] = useState(saved?.primaryAddress ?? false);
  const [isAsked, setAsked] = useState(false);
  const { address } = draft;

  const done = (text: string) => {
    onSaid(text);
    close();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!address) return;
    void action.act(async () => {
      // The first of somebody's is their favourite without asking (OS-39); the server sees to it.
      const kept = saved
        ? await actions.change(saved.addressId, address, isFavourite)
        : await actions.add(address, isFavourite);
      onSaved?.(kept);
      done(saved ? BOOK.updated : BOOK.added);
    });
  };
  if (isAsked && saved) {
    const drop = async () => {
      await actions.remove(saved.addressId);
      done(BOOK.removed);
    };
    return <Removal {...{ saved, action, drop }} onCancel={() => setAsked(false)} />;
  }
  return (
    <form className={styles["form"]} onSubmit={save} noValidate>
      <AddressStep draft={draft} act={act} isBrief={false} />
      {isFavouriteOffered && (
        <Checkbox
          label={BOOK.isFavourite}
          isChecked={isFavourite}
          // One is the favourite for as long as no other is made it.
          isDisabled={saved?.primaryAddress === true}
          onChange={setFavourite}
        />
      )}
      <Trouble>{action.trouble}</Trouble>
      <div className={styles["actions"]}>
        {saved && (
          <Button look="quiet" onClick={() => setAsked(true)}>
            {BOOK.remove}
          </Button>
        )}
        <Button
          type="submit"
          look={address ? "action" : "quiet"}
          isBusy={action.isBusy}
          aria-disabled={!address}
        >
          {address ? BOOK.save : BOOK.choose}
        </Button>
      </div>
    </form>
  );
}

interface RemovalProps {
  saved: UserAddress;
  action: ActionState;
  drop: () => Promise<void>;
  onCancel: () => void;
}

/** Asks whether an address is to go. */
function Removal({ saved, action, drop, onCancel }: RemovalProps) {
  return (
    <div className={styles["form"]}>
      <p>{BOOK.removeQuestion(doorOf(saved))}</p>
      <Trouble>{action.trouble}</Trouble>
      <div className={styles["actions"]}>
        <Button look="quiet" onClick={onCancel}>
          {BOOK.cancel}
        </Button>
        <Button isBusy={action.isBusy} onClick={() => void action.act(drop)}>
          {BOOK.removeYes}
        </Button>
      </div>
    </div>
  );
}
