import { type FormEvent, useState } from "react";
import { ApiError, post, send, sendForText } from "../../../api/client";
import { saveFile } from "../../../lib/saveFile";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Modal } from "../../../ui/modal/Modal";
import { ModalLink } from "../../../ui/modal/ModalLink";
import { TextField } from "../../../ui/TextField";
import { RIGHTS } from "../texts";
import styles from "./Rights.module.css";

/** The fragment that opens the dialog. */
const RIGHTS_MODAL = "omat-tiedot";

/** The order and its key. */
interface OfOrder {
  orderId: string;
  orderKey: string;
}

/** What whoever ordered may ask for once the order is over: what is kept of them, and that it goes. */
export function RightsCard(order: OfOrder) {
  return (
    <div className={styles["card"]}>
      <Card title={RIGHTS.title}>
        <p className={styles["lead"]}>{RIGHTS.text}</p>
        <ModalLink name={RIGHTS_MODAL} className={styles["link"]}>
          {RIGHTS.open}
        </ModalLink>
        <Modal name={RIGHTS_MODAL} title={RIGHTS.title} isSheet>
          <RightsForm {...order} />
        </Modal>
      </Card>
    </div>
  );
}

type Wish = "export" | "erase";

function RightsForm({ orderId, orderKey }: OfOrder) {
  const [phone, setPhone] = useState("");
  const [busy, setBusy] = useState<Wish | null>(null);
  const [done, setDone] = useState<Wish | null>(null);
  const [fault, setFault] = useState<{ ofPhone: boolean; text: string } | null>(null);
  const ask = async (wish: Wish) => {
    if (busy !== null) return;
    setDone(null);
    if (phone.trim() === "") return setFault({ ofPhone: true, text: RIGHTS.required });
    setFault(null);
    setBusy(wish);
    try {
      const body = { orderId, orderKey, phone };
      if (wish === "erase") await send(post("/api/commerce/v2/order/erase", { body }));
      else {
        const text = await sendForText(post("/api/commerce/v2/order/export", { body }));
        saveFile(`ovelle-tilaus-${orderId}.json`, "application/json", text);
      }
      setDone(wish);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void ask("export");
      }}
    >
      <p>{RIGHTS.what}</p>
      <TextField
        name="phone"
        type="tel"
        label={RIGHTS.phone}
        hint={RIGHTS.whyPhone}
        autoComplete="tel"
        value={phone}
        onChange={(text) => {
          setFault(null);
          setPhone(text);
        }}
        error={fault?.ofPhone ? fault.text : null}
      />
      <p role="status">{done !== null && <b>{RIGHTS.done[done]}</b>}</p>
      <p role="alert">{fault?.ofPhone === false && fault.text}</p>
      <Button type="submit" isBusy={busy === "export"}>
        {RIGHTS.export}
      </Button>
      <Button look="quiet" isBusy={busy === "erase"} onClick={() => void ask("erase")}>
        {RIGHTS.erase}
      </Button>
    </form>
  );
}

function faultOf(error: unknown): { ofPhone: boolean; text: string } {
  const code = error instanceof ApiError ? error.code : null;
  if (code === "order/not-found") return { ofPhone: true, text: RIGHTS.wrongPhone };
  if (code === "order/expired") return { ofPhone: false, text: RIGHTS.nothing };
  if (code === "users/open-orders") return { ofPhone: false, text: RIGHTS.early };
  if (error instanceof ApiError && error.isTooMany) return { ofPhone: false, text: RIGHTS.tooMany };
  return { ofPhone: false, text: RIGHTS.failed };
}
