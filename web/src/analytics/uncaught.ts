/** What nobody has caught, from the first moment on: what tells of it comes later. */
import { buffered } from "../lib/buffered";

const causes = buffered<unknown>(20);

window.addEventListener("error", ({ error, message }) => causes.tell(error ?? message));
window.addEventListener("unhandledrejection", ({ reason }) => causes.tell(reason));

/** Hears of all of it, and of what has been already. */
export const onUncaught = causes.listen;
