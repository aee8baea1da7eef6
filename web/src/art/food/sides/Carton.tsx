import { MarkShape } from "../../Mark";

/** A closed carton with the mark: what is in it we cannot draw. */
export function Carton() {
  return (
    <>
      <ellipse cx="4" cy="64" rx="90" ry="13" fill="#14192B" opacity="0.16" />
      <path d="M-80-36H80L88 62H-88Z" fill="#B77B3C" />
      <path d="M-84-46H84L88 34H-88Z" fill="#E8B874" />
      <g transform="translate(-26 -34) scale(.82)">
        <MarkShape />
      </g>
    </>
  );
}
