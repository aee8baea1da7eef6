import type { NavigateFunction } from "react-router";
import { get, send } from "../../api/client";

/** Our own page of a survey, where the chain has no form. */
export const OWN_PAGE = "/kysely/vastaa";

/** About what somebody wants to say something, and who sent them. */
export interface Subject {
  orderId?: string;
  orderKey?: string;
  restaurantId?: string;
  utm_source?: string;
}

/** What our own page is told beside its address, which others may see. */
export interface AnswerState {
  orderKey?: string;
}

/** The address of the survey. Throws `ApiError`. */
export async function surveyOf(subject: Subject, signal?: AbortSignal): Promise<string> {
  const call = get("/api/commerce/v2/survey", { query: subject });
  return (await send(call, signal ? { signal } : {})).url;
}

/** Leads to a survey's address: to the chain's form, or within the shop (T-84). */
export function leadTo(url: string, state: AnswerState, navigate: NavigateFunction): void {
  const { origin, pathname, search } = new URL(url, window.location.href);
  if (origin !== window.location.origin || pathname !== OWN_PAGE) return window.location.replace(url);
  void navigate(pathname + search, { replace: true, state });
}
