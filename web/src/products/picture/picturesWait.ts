import { createContext } from "react";

/** Whether pictures wait, since nobody can see them. */
export const PicturesWait = createContext(false);
