export { ORDER_SETUP_MODAL } from "../shop/modalNames";
