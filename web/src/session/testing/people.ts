/** Who may be signed in, for tests. */
import { QueryClient } from "@tanstack/react-query";
import type { Answer } from "../../api/testing/server";
import type { User, UserSession } from "../../api/wire";
import { NOBODY, sessionQuery } from "../userSession";

const TEXT = { version: "2026-11", acceptedVersion: "2026-11", mustAccept: false };

/** A customer who has done all that is asked of one. */
export function aUser(parts: Partial<User> = {}): User {
  return {
    userId: "7",
    firstName: "Noora",
    lastName: "Virtanen",
    email: "noora@posti.example",
    phone: "040 123 4567",
    pendingEmail: null,
    addresses: [],
    primaryAddress: null,
    socialLoginLinked: false,
    hasPassword: true,
    acceptedTerms: true,
    acceptedLoyaltyTerms: true,
    subscribedToLoyalty: false,
    showLoyaltySignUpPage: false,
    birthDate: "1970-01-01",
    birthDateSet: false,
    customerSegment: 1,
    favouriteOrderId: null,
    preferredPaymentMethod: null,
    emailMarketingPermission: false,
    smsMarketingPermission: false,
    loyalty: null,
    unusedBenefits: 0,
    activeOrders: 0,
    terms: { shop: TEXT, loyalty: TEXT },
    ...parts,
  };
}

/** The call centre. */
export const CALL_CENTRE_USER = aUser({ userId: "staff-1", customerSegment: 2, firstName: "Asiakaspalvelu" });

/** The session's path. */
export const SESSION = "GET /api/users/session";

/** The server's word on who is signed in. */
export function sessionIs(session: UserSession = NOBODY): Answer {
  return { status: 200, body: session };
}

/** A cache in which it is known who is signed in. */
export function knowing(session: UserSession): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, session);
  return client;
}
