import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { track } from "../../../analytics/track";
import { ApiError } from "../../../api/client";
import { type LoyaltyMember, type SpinAnswer, spinWheel } from "../../../api/loyalty";
import { randomId } from "../../../lib/randomId";
import { sendAsUser } from "../../../session/asUser";
import { report } from "../../../shop/errors/problems";
import { spinsAt } from "../../../shop/loyalty/card";
import { rereadMember, useSeen } from "../../../shop/loyalty/loyalty";
import { WHEEL_FAILED } from "../problems";
import type { Before } from "./draw";
import { firstState, sealOf, type SpinState, STOPPING_MS, stepSpin, TURNING_MS } from "./spinMachine";

/** Refusals that stand in the button's place; all others are told over the page. */
const INLINE: ReadonlySet<string> = new Set([
  "wheel/locked",
  "wheel/birth-date",
  "wheel/under-age",
  "wheel/no-spins",
]);

/** A wheel that somebody looks at. */
export interface Spin {
  state: SpinState;
  /** What seals the next spin. */
  seal: string;
  /** Whether the answer to the last press was lost: another press asks for it, and takes no other spin. */
  isUnanswered: boolean;
  /** Why the server would not have it turn, in its words. */
  refusal: string | null;
  press(): void;
  /** The prize was seen. */
  close(): void;
}

/** Turns a member's wheel; where nothing is to move, `isCalm`, the result is there with the answer. `now`: epoch ms. */
export function useSpin(member: LoyaltyMember, isCalm: boolean, now: number): Spin {
  const cache = useQueryClient();
  const { prizeSeen } = useSeen();
  const [state, step] = useReducer(stepSpin, null, () => firstState(member, spinsAt(member, now)));
  const [last, setLast] = useState<SpinAnswer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const seal = sealOf(member.wheel, last);
  // A spin whose answer was lost is asked for once more under its key: it is the same spin, of the same seal.
  const [open, setOpen] = useState<Before | null>(null);
  const hasLeft = useHasLeft(isWonUnseen(state));
  useCourse(state.at, step);
  const isOver = state.at === "over";
  useEffect(() => {
    if (isOver) void rereadMember(cache);
  }, [isOver, cache]);

  async function spin(clientSeed: string) {
    try {
      const answer = await sendAsUser(spinWheel(), { idempotencyKey: clientSeed, timeoutMs: TURNING_MS });
      setOpen(null);
      setLast(answer);
      track({ event: "spin_wheel", type: answer.type });
      step({ type: "answered", answer, isCalm });
      // Whoever has gone meanwhile is shown the prize another time.
      if (hasLeft.current) await rereadMember(cache);
    } catch (error) {
      // One that is still being made is none that was refused.
      const isRefusal = error instanceof ApiError && error.isRefusal && error.code !== "request/in-progress";
      if (isRefusal) setOpen(null);
      step({ type: "failed" });
      if (isRefusal && INLINE.has(error.code)) setRefusal(error.message);
      else report(WHEEL_FAILED);
      await rereadMember(cache);
    }
  }

  return {
    state,
    seal,
    isUnanswered: open !== null && state.at === "rest",
    refusal,
    press() {
      if (state.at !== "rest") return;
      setRefusal(null);
      // Without a word of ours the server takes the key for the browser's part of chance.
      const before = open ?? { commitment: seal, clientSeed: randomId() };
      setOpen(before);
      step({ type: "pressed", before });
      void spin(before.clientSeed);
    },
    close() {
      step({ type: "closed" });
      void prizeSeen();
    },
  };
}

/** Sends the events that time brings. */
function useCourse(at: SpinState["at"], step: (event: { type: "turned" | "stopped" }) => void): void {
  useEffect(() => {
    if (at !== "turning" && at !== "stopping") return undefined;
    const [type, ms] =
      at === "turning" ? (["turned", TURNING_MS] as const) : (["stopped", STOPPING_MS] as const);
    const timer = setTimeout(() => step({ type }), ms);
    return () => clearTimeout(timer);
  }, [at, step]);
}

/** Whether it is known what was won, while the wheel still turns. */
function isWonUnseen(state: SpinState): boolean {
  return state.at === "stopping" || (state.at === "turning" && state.answer !== null);
}

/** Whether somebody has gone. Who goes before they see what they have won is shown it another time: the card knows it. */
function useHasLeft(isWon: boolean) {
  const cache = useQueryClient();
  const hasLeft = useRef(false);
  const isDue = useRef(false);
  useEffect(() => {
    isDue.current = isWon;
  });
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      if (isDue.current) void rereadMember(cache);
    };
  }, [cache]);
  return hasLeft;
}
