/** Where one is told what an account brings, and that accounts are to come. The staff's door is another (`signInPath`). */
export const ACCOUNTS_PATH = "/kotijoukot";
