import { useQueryClient } from "@tanstack/react-query";
import { Pizza } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { User } from "../../api/wire";
import { useUser } from "../../session/useUser";
import { CALL_CENTRE } from "../../session/session";
import { CART_PATH } from "../../shop/checkout/paths";
import { addFavourite } from "../../shop/reorder/addAgain";
import { Busy } from "../../ui/Busy";
import styles from "./PizzaButton.module.css";
import { SHELL } from "./texts";

const HISTORY_PATH = "/asiakastili/tilaushistoria";

interface PizzaButtonProps {
  /** A sign in the header, or a row of a list with its words. */
  look: "sign" | "row";
}

/** The favourite order at a press: it fills the cart and leads there; without a favourite one chooses it first (RO-15, RO-16). */
export function PizzaButton({ look }: PizzaButtonProps) {
  const user = useUser();
  if (!user || user.customerSegment === CALL_CENTRE || !user.acceptedTerms) return null;
  if (user.favouriteOrderId !== null) return <Fill user={user} look={look} />;
  const text = SHELL.chooseFavourite;
  return (
    <Link
      to={HISTORY_PATH}
      className={styles[look]}
      {...(look === "sign" && { "aria-label": text, title: text })}
    >
      <Sign />
      {look === "row" && text}
    </Link>
  );
}

function Fill({ user, look }: PizzaButtonProps & { user: User }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const text = SHELL.favourite;
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    const reordered = await addFavourite(cache, user);
    setBusy(false);
    // What is not as it was is told here: the cart is filled, and one goes there by oneself.
    if (reordered === "all") void navigate(CART_PATH);
  };
  return (
    <button
      type="button"
      className={styles[look]}
      {...(look === "sign" && { "aria-label": text, title: text })}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void add()}
    >
      {isBusy ? <Busy /> : <Sign />}
      {look === "row" && text}
    </button>
  );
}

function Sign() {
  return <Pizza size={22} strokeWidth={1.75} aria-hidden="true" />;
}
