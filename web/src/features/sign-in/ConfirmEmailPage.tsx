import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post, send } from "../../api/client";
import { randomId } from "../../lib/randomId";
import { forgetSecrets, secretsAt } from "../../lib/secrets";
import { FORGOTTEN_PATH } from "../../session/signInPath";
import { sessionQuery } from "../../session/userSession";
import { Button, ButtonLink } from "../../ui/Button";
import { usePageTitle } from "../../ui/usePageTitle";
import { Evening } from "./Evening";
import { type Trouble as TroubleFound, troubleOf } from "./refusals";
import { EMAIL, RESET } from "./texts";
import { Trouble } from "../../ui/Trouble";

const PATH = "/vahvista-sahkoposti";

/** What the link of a mail is for: the account's new address, or the old one again. */
interface Wish {
  kind: "confirm" | "undo";
  token: string;
}

/** `/vahvista-sahkoposti`: the links of the mails about another address (docs/spec/people.md, "Changing the e-mail"). */
export function Component() {
  const cache = useQueryClient();
  const [wish] = useState(wishNow);
  const [key] = useState(randomId);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [trouble, setTrouble] = useState<TroubleFound | null>(null);
  const isOver = wish === null || trouble?.code === "users/reset-expired";
  const isUndo = wish?.kind === "undo";
  const title = isOver ? RESET.expiredTitle : isDone ? titleOfDone(isUndo) : EMAIL.title;
  usePageTitle(title);

  const use = async ({ kind, token }: Wish) => {
    setBusy(true);
    setTrouble(null);
    try {
      if (kind === "undo") await send(post("/api/users/undoEmail", { body: { token } }));
      else await send(post("/api/users/confirmEmail", { body: { token } }), { idempotencyKey: key });
      forgetSecrets(PATH);
      void cache.refetchQueries({ queryKey: sessionQuery.queryKey });
      setDone(true);
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (isOver) {
    return (
      <Evening title={title} lead={EMAIL.expired}>
        <ButtonLink to="/asiakastili/omat-tiedot">{EMAIL.toAccount}</ButtonLink>
      </Evening>
    );
  }
  if (isDone) {
    return (
      <Evening title={title} lead={isUndo ? EMAIL.undone : EMAIL.confirmed} isOpen>
        <ButtonLink to={isUndo ? FORGOTTEN_PATH : "/asiakastili/omat-tiedot"}>
          {isUndo ? RESET.title : EMAIL.on}
        </ButtonLink>
      </Evening>
    );
  }
  return (
    <Evening title={title} lead={isUndo ? EMAIL.undo : EMAIL.confirm}>
      <Trouble>{trouble?.text}</Trouble>
      <Button isBusy={isBusy} onClick={() => void use(wish)}>
        {isUndo ? EMAIL.undoSend : EMAIL.confirmSend}
      </Button>
    </Evening>
  );
}

function titleOfDone(isUndo: boolean): string {
  return isUndo ? EMAIL.undoneTitle : EMAIL.confirmedTitle;
}

function wishNow(): Wish | null {
  const secrets = secretsAt(PATH);
  const [token, undo] = [secrets.get("token"), secrets.get("undo")];
  if (token !== null) return { kind: "confirm", token };
  return undo === null ? null : { kind: "undo", token: undo };
}
