import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { post, remove } from "../../api/client";
import type { Identity, User } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { forgetSecrets, secretsAt } from "../../lib/secrets";
import { sendAsUser } from "../../session/asUser";
import { cameBackTo, identityQuery } from "../../session/identity";
import { useUserActions } from "../../session/useUserActions";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Dialog } from "../../ui/modal/Dialog";
import { PasswordField } from "../../ui/PasswordField";
import { Trouble } from "../../ui/Trouble";
import { focusField } from "../../ui/focusField";
import styles from "./Account.module.css";
import { DETAILS, IDENTITY } from "./texts";
import { useAction } from "../../ui/useAction";

const PATH = "/asiakastili/omat-tiedot";

/** What else opens the account: linked and unlinked here (AC-08; docs/spec/people.md, "Linking an identity"). */
export function IdentityCard({ user }: { user: User }) {
  const { data } = useQuery(identityQuery);
  const provider = data?.providers[0];
  return provider === undefined ? null : <Known provider={provider} user={user} />;
}

interface KnownProps {
  provider: Identity["providers"][number];
  user: User;
}

function Known({ provider, user }: KnownProps) {
  const { link, unlink, isAsked, cancel, trouble, said, isBusy } = useLinks(provider, user);
  const { name, startUrl } = provider;
  return (
    <Card title={IDENTITY.title}>
      <p className={styles["text"]}>{user.socialLoginLinked ? IDENTITY.linked(name) : IDENTITY.open(name)}</p>
      {user.socialLoginLinked ? (
        <Button look="quiet" isBusy={isBusy} onClick={unlink}>
          {IDENTITY.unlink}
        </Button>
      ) : (
        // A form of this page: it leads to the provider, and no other page can send it.
        <form method="post" action={`${startUrl}?intent=link`}>
          <Button look="quiet" type="submit">
            {IDENTITY.link(name)}
          </Button>
        </form>
      )}
      <p role="status" className={styles["told"]}>
        {said !== "" && <b>{said}</b>}
      </p>
      <div className={styles["below"]}>
        <Trouble>{!isAsked && trouble}</Trouble>
      </div>
      <Dialog isOpen={isAsked} onClose={cancel} title={IDENTITY.link(name)} size="small" isSheet>
        <Ask {...{ trouble, isBusy }} onLink={link} />
      </Dialog>
    </Card>
  );
}

interface AskProps {
  trouble: string | null;
  isBusy: boolean;
  onLink: (password: string) => void;
}

function Ask({ trouble, isBusy, onLink }: AskProps) {
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (password === "") focusField(event.currentTarget, "password");
        else onLink(password);
      }}
    >
      <p>{IDENTITY.why}</p>
      <Trouble>{trouble}</Trouble>
      <PasswordField
        name="password"
        label={DETAILS.currentPassword}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={isTried && password === "" ? DETAILS.required : null}
      />
      <Button type="submit" isBusy={isBusy}>
        {IDENTITY.send}
      </Button>
    </form>
  );
}

/** What came back from the provider is linked; where the account has a password, it is asked for first. */
function useLinks(provider: KnownProps["provider"], user: User) {
  const { update } = useUserActions();
  const action = useAction(IDENTITY.failed);
  const [came, setCame] = useState(() => cameBackTo(PATH));
  const [told, setTold] = useState(() => toldBy(secretsAt(PATH).get("identity")));
  const [said, setSaid] = useState("");
  const [key] = useState(randomId);
  const hasBegun = useRef(false);
  const over = () => {
    forgetSecrets(PATH);
    setCame(null);
  };
  const link = (password?: string) =>
    action.act(async () => {
      if (came === null) return;
      setTold(null);
      const { providerToken } = came;
      const body = { provider: came.provider, providerToken, ...(password !== undefined && { password }) };
      update(await sendAsUser(post("/api/users/linkProvider", { body }), { idempotencyKey: key }));
      over();
      setSaid(IDENTITY.done);
    });
  useEffect(() => {
    if (came === null || user.hasPassword || hasBegun.current) return;
    hasBegun.current = true;
    void link();
  });
  const unlink = () =>
    void action.act(async () => {
      setTold(null);
      setSaid("");
      await sendAsUser(remove("/api/users/me/provider/{provider}", { path: { provider: provider.id } }));
      update({ ...user, socialLoginLinked: false });
      setSaid(IDENTITY.undone);
    });
  return {
    link: (password: string) => void link(password),
    unlink,
    isAsked: came !== null && user.hasPassword,
    cancel: over,
    trouble: action.trouble ?? told,
    said,
    isBusy: action.isBusy,
  };
}

/** What a provider that gave no token was about. */
function toldBy(identity: string | null): string | null {
  if (identity === null || identity === "token" || identity === "declined") return null;
  return identity === "missing-permissions" ? IDENTITY.missing : IDENTITY.failed;
}
