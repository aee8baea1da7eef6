import { ButtonLink } from "../../ui/Button";
import { ANSWER } from "./texts";

/** The way on for whoever has no survey to answer. */
export function ToContact() {
  return (
    <ButtonLink look="quiet" to="/ota-yhteytta">
      {ANSWER.contact}
    </ButtonLink>
  );
}
