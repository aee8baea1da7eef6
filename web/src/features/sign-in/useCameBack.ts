import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, post, send } from "../../api/client";
import type { User } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { forgetSecrets } from "../../lib/secrets";
import { type CameBack, identityQuery } from "../../session/identity";
import { SIGN_IN_PATH } from "../../session/signInPath";
import { useUserActions } from "../../session/useUserActions";
import { captchaToken } from "./captcha/captchaToken";
import { troubleOf } from "./refusals";
import { ELSEWHERE } from "./texts";

/** Where somebody stands who came back from a provider. */
export type CameBackStep = "sending" | "password" | "over";

/** Signs in somebody who came back from a provider: into their account, into one with their address, or into a new one (LG-37). */
export function useCameBack(came: CameBack | null) {
  const cache = useQueryClient();
  const { become } = useUserActions();
  const [step, setStep] = useState<CameBackStep>(came === null ? "over" : "sending");
  const [trouble, setTrouble] = useState<string | null>(null);
  // What is mended after a refusal may use its key again.
  const [keys] = useState(() => ({ link: randomId(), register: randomId() }));
  const hasBegun = useRef(false);

  const finish = (user: User) => {
    forgetSecrets(SIGN_IN_PATH);
    become({ user, roles: [] });
    setStep("over");
  };
  const giveUp = (text: string | null) => {
    forgetSecrets(SIGN_IN_PATH);
    setTrouble(text);
    setStep("over");
  };
  const link = async ({ provider, providerToken }: CameBack, password?: string) => {
    const body = { provider, providerToken, ...(password !== undefined && { password }) };
    finish(await send(post("/api/users/linkProvider", { body }), { idempotencyKey: keys.link }));
  };
  const register = async ({ provider, providerToken }: CameBack) => {
    const identity = await cache.ensureQueryData(identityQuery);
    const googleRecaptchaToken = await captchaToken(identity, "register");
    const call = post("/api/users/registerWithProvider", {
      body: { provider, providerToken, googleRecaptchaToken },
    });
    finish(await send(call, { idempotencyKey: keys.register }));
  };
  const begin = async (who: CameBack) => {
    try {
      await link(who).catch((error: unknown) => {
        if (!isCode(error, "users/provider-unknown")) throw error;
        return register(who);
      });
    } catch (error) {
      if (isCode(error, "users/link-password")) setStep("password");
      else giveUp(isCode(error, "users/invalid-credentials") ? ELSEWHERE.invalid : troubleOf(error).text);
    }
  };
  useEffect(() => {
    if (came === null || hasBegun.current) return;
    hasBegun.current = true;
    void begin(came);
  });

  return {
    step,
    trouble,
    /** Links with the password of the account that has the same address. */
    link: (password: string) => (came === null ? Promise.resolve() : link(came, password)),
    cancel: () => giveUp(null),
  };
}

function isCode(error: unknown, code: ApiError["code"]): boolean {
  return error instanceof ApiError && error.code === code;
}
