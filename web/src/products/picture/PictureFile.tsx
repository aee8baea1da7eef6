import { type ComponentProps, use } from "react";
import { PicturesWait } from "./picturesWait";

/** Stands in the room of what waits. */
const NOTHING = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** A picture that is a file, which is asked for once it may be seen. */
export function PictureFile({ src, alt, ...rest }: ComponentProps<"img"> & Record<"src" | "alt", string>) {
  return <img {...rest} alt={alt} src={use(PicturesWait) ? NOTHING : src} />;
}
