import { DoorClosed } from "./DoorClosed";

/** A closed unlit door: cancelled, expired, not found. */
export function DoorUnlit() {
  return (
    <DoorClosed lit={false}>
      <path d="M246 392H494L512 414H228Z" fill="#14192B" opacity="0.22" />
    </DoorClosed>
  );
}
