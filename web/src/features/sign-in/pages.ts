/** The pages on the way in: who goes to one of them goes on to others, so they come together. */
export { Component as SignIn } from "./SignInPage";
export { Component as Register } from "./RegisterPage";
export { Component as BirthDate } from "./BirthDatePage";
export { Component as Forgotten } from "./ForgottenPage";
export { Component as Reset } from "./ResetPage";
export { Component as ConfirmEmail } from "./ConfirmEmailPage";
export { Component as Terms } from "./TermsPage";
