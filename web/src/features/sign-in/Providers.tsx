import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { identityQuery } from "../../session/identity";
import { ButtonLink } from "../../ui/Button";
import { SIGN_IN } from "./texts";

/** Where else one may sign in (LG-01); the way there is the server's. */
export function Providers() {
  const { data } = useQuery(identityQuery);
  return data?.providers.map(({ id, name, startUrl }) => (
    <ButtonLink key={id} look="line" href={startUrl}>
      <Globe size={20} strokeWidth={1.75} aria-hidden="true" />
      {SIGN_IN.provider(name)}
    </ButtonLink>
  ));
}
