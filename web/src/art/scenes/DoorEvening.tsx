import { DoorClosed } from "./DoorClosed";

/** A closed lit door and wool socks: there is time. */
export function DoorEvening() {
  return (
    <DoorClosed lit>
      <path d="M246 392H494L512 414H228Z" fill="#8A5A2A" />
      <path d="M252 394H488L497 406H243Z" fill="#B98345" />
      <g transform="translate(352 392) scale(.92)">
        <Sock x={-34} />
        <Sock x={30} />
      </g>
      <g fill="var(--scene-star)">
        <circle cx="90" cy="70" r="3" />
        <circle cx="150" cy="40" r="2" />
        <circle cx="560" cy="56" r="2.6" />
        <circle cx="640" cy="120" r="2" />
        <circle cx="688" cy="60" r="3" />
        <circle cx="60" cy="170" r="2" />
      </g>
      <path d="M612 58A40 40 0 1 0 652 112A32 32 0 0 1 612 58Z" fill="#FFC861" />
    </DoorClosed>
  );
}

function Sock({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M-12-58H14V-24Q14-18 22-16L40-10Q54-5 52 6Q50 14 38 14H-2Q-14 14-14 2Z" fill="#C9341B" />
      <path d="M-14-66H16V-48H-14Z" fill="#FFF4D8" />
      <path d="M-13-40H14V-34H-13ZM-13-29H14V-25H-13Z" fill="#FFC861" />
      <path d="M28 14H38Q50 14 52 6Q54-4 41-10Q30-4 28 14Z" fill="#FFF4D8" />
      <path d="M-14 2Q-14-10-4-12Q2-2-4 14Q-14 13-14 2Z" fill="#FFF4D8" />
    </g>
  );
}
