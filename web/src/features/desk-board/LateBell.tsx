import { Bell, BellOff } from "lucide-react";
import { BOARD } from "./texts";
import { CHIME } from "./chime";
import account from "./Account.module.css";
import { useLateSound } from "./preference";

/** Whether an order that becomes late is heard; switched on, it is heard once. */
export function LateBell() {
  const { on: isOn } = useLateSound();
  const Icon = isOn ? Bell : BellOff;
  function toggle() {
    useLateSound.setState({ on: !isOn });
    if (!isOn) CHIME.sample();
  }
  return (
    <button
      type="button"
      className={account["icon"]}
      aria-pressed={isOn}
      title={isOn ? BOARD.soundOn : BOARD.soundOff}
      onClick={toggle}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{BOARD.sound}</span>
    </button>
  );
}
