import { MarkShape } from "../Mark";
import { Scene, TableTop } from "./Scene";
import styles from "./scenes.module.css";

/** The table with a closed, warm box on it: ready, and still in the kitchen. */
export function Packed() {
  return (
    <Scene>
      <TableTop />
      <ellipse cx="376" cy="346" rx="214" ry="22" fill="#14192B" opacity="0.2" />
      <path d="M176 262H564L582 332Q582 344 570 344H170Q158 344 158 332Z" fill="#B77B3C" />
      <path d="M206 150H534L568 270H172Z" fill="#F3D39C" />
      <path d="M172 270H568L572 292H168Z" fill="#DDA963" />
      <path d="M340 292H400V312A8 8 0 0 1 392 320H348A8 8 0 0 1 340 312Z" fill="#8A5A2A" />
      <g transform="translate(370 212) scale(1.25) translate(-32 -32)">
        <MarkShape />
      </g>
      <g
        className={styles["steam"]}
        fill="none"
        stroke="#fff"
        strokeWidth="8"
        strokeLinecap="round"
        opacity="0.75"
      >
        <path d="M286 126c-15-18 12-30-3-50" />
        <path d="M370 116c-15-18 12-30-3-50" />
        <path d="M454 126c-15-18 12-30-3-50" />
      </g>
    </Scene>
  );
}
