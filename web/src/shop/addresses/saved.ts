/** What is known of saved addresses before the book itself is opened. */
import type { UserAddress } from "../../api/wire";
import { CALL_CENTRE } from "../../session/session";
import { useUser } from "../../session/useUser";
import type { Address } from "../cart/order";

/** The addresses that who is signed in has saved, as the session says them; `null` for guests and the call centre (OS-35). */
export function useSavedAddresses(): readonly UserAddress[] | null {
  const user = useUser();
  return user && user.customerSegment !== CALL_CENTRE ? user.addresses : null;
}

/** A saved address as the set-up knows it; `null` where it has no coordinates. */
export function asAddress(saved: UserAddress): Address | null {
  const { streetAddress, apartmentNumber, zipCode, city, extraInfo } = saved;
  const [latitude, longitude] = [Number.parseFloat(saved.latitude), Number.parseFloat(saved.longitude)];
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
  return { streetAddress, apartmentNumber, zipCode, city, extraInfo, latitude, longitude };
}

/** Street and door, in a line. */
export function doorOf({
  streetAddress,
  apartmentNumber,
}: Pick<UserAddress, "streetAddress" | "apartmentNumber">) {
  return [streetAddress, apartmentNumber].filter(Boolean).join(" ");
}
