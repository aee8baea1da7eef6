import { createContext } from "react";

/** The pictures of tags by their name in small letters (MN-15); the list of cards provides them. */
export const TagPictures = createContext<ReadonlyMap<string, string>>(new Map());
