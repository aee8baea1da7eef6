/** The pages of an account, which come together. */
export { Component as Account } from "./AccountPage";
export { Component as Benefits } from "./BenefitsPage";
export { Component as Details } from "./DetailsPage";
export { Component as Addresses } from "./AddressesPage";
export { Component as History } from "./HistoryPage";
export { Component as Methods } from "./MethodsPage";
