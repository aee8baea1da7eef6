/**
 * Machines: what happens next, as a function of values. A machine takes an event in a state and says the next state and
 * what is to be done about it; a driver does that in the world. So every decision can be tried without a world.
 */

/** What came of an event. */
export interface Step<State, Effect> {
  readonly state: State;
  /** What is to be done, in this order. */
  readonly effects: readonly Effect[];
}

/** A step while it is made: what the parts of a machine change together. */
export interface Turn<State, Effect, Moment> {
  state: State;
  readonly effects: Effect[];
  /** What the machine may know of the world. */
  readonly at: Moment;
}

/** Makes one step: `take` does to the turn what the event asks for. */
export function stepBy<State, Event, Effect, Moment>(
  take: (turn: Turn<State, Effect, Moment>, event: Event) => void,
) {
  return (state: State, event: Event, at: Moment): Step<State, Effect> => {
    const turn: Turn<State, Effect, Moment> = { state, effects: [], at };
    take(turn, event);
    return turn;
  };
}

/** How a machine is driven; see {@link runMachine}. */
export interface Drive<State, Event, Effect> {
  first: State;
  step(state: State, event: Event): Step<State, Effect>;
  /** Does something in the world. */
  run(effect: Effect): void;
  /** Called after each event, when all its effects are done. */
  settled?(before: State, after: State): void;
}

/** A running machine. */
export interface Machine<State, Event> {
  state(): State;
  send(event: Event): void;
}

/** Runs a machine. What happens while its effects are done waits until they are: one event at a time, in their order. */
export function runMachine<State, Event, Effect>(drive: Drive<State, Event, Effect>): Machine<State, Event> {
  const waiting: Event[] = [];
  let state = drive.first;
  let isBusy = false;

  function take(event: Event) {
    const before = state;
    const step = drive.step(before, event);
    state = step.state;
    for (const effect of step.effects) drive.run(effect);
    drive.settled?.(before, state);
  }

  return {
    state: () => state,
    send(event) {
      waiting.push(event);
      if (isBusy) return;
      isBusy = true;
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) take(next);
      } finally {
        isBusy = false;
      }
    },
  };
}
