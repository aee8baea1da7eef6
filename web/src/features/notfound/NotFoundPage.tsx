/** A page that is not there for who looks at it now. */
export { NotFound as Component } from "../../ui/NotFound";
