/** That a member was signed in with this browser, without a word of who (LO-32). */
import { readText, removeText, writeText } from "../lib/textStorage";

/** It stays when one signs out, and goes when one leaves the programme. */
const MEMBER = "ovelle.member";

/** Whether a member was signed in here. */
export function wasMember(): boolean {
  return readText(MEMBER) !== null;
}

/** Remembers whether who is signed in is a member. */
export function keepMember(isMember: boolean): void {
  if (isMember) writeText(MEMBER, "1");
  else removeText(MEMBER);
}
