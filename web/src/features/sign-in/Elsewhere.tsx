import { useQuery } from "@tanstack/react-query";
import { secretsAt } from "../../lib/secrets";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { identityQuery } from "../../session/identity";
import styles from "./SignIn.module.css";
import { ELSEWHERE, REFUSED } from "./texts";
import { Trouble } from "../../ui/Trouble";

/** What came of signing in elsewhere, as the fragment said it that the provider led back with (LG-40, LG-43, LG-44). */
export function Elsewhere() {
  const { data } = useQuery(identityQuery);
  const identity = secretsAt(SIGN_IN_PATH).get("identity");
  if (identity === null) return null;
  const again =
    data?.providers.find(({ id }) => id === secretsAt(SIGN_IN_PATH).get("provider")) ?? data?.providers[0];
  if (identity === "missing-permissions") {
    return (
      <Trouble>
        {ELSEWHERE.missing}{" "}
        {again && (
          <a href={`${again.startUrl}?rerequest=1`} className={styles["link"]}>
            {ELSEWHERE.share}
          </a>
        )}
      </Trouble>
    );
  }
  // What a token opens is said by whoever presents it.
  if (identity === "declined" || identity === "token") return null;
  return <Trouble>{identity === "invalid-credentials" ? ELSEWHERE.invalid : REFUSED.server}</Trouble>;
}
