/** A page of its own world that watches one order. */
import type { OrderTracking } from "../../api/wire";
import type { Watch } from "../live";
import { createLive, type Live } from "./createLive";
import type { Chance } from "./chance";
import { aSnapshot } from "./orders";
import { World } from "./world";

/** The page, its world, and the usual steps. */
export class Page {
  readonly world: World;
  readonly live: Live;
  readonly watch: Watch;

  constructor(
    readonly orderId = "10234",
    chance?: Chance,
  ) {
    this.world = new World(chance);
    this.live = createLive(this.world.env);
    this.watch = this.live.watch(orderId, "key");
  }

  get state() {
    return this.watch.getState();
  }

  /** The mode of delivery and what stands in its way, as a person would be told. */
  get sign(): string {
    const { mode, problem } = this.state;
    return problem === null ? mode : `${mode}, ${problem}`;
  }

  /** The server greets the newest line and answers its subscription with a snapshot. */
  bringUp(order: OrderTracking) {
    this.world.socket.hello();
    this.world.socket.send(
      { type: "subscribed", topic: "order", orderId: order.orderId, seq: order.seq },
      aSnapshot(order),
    );
  }

  /** The newest line goes, and no other comes. */
  cutOff() {
    this.world.onSocket = (socket) => this.world.after(10, () => socket.close(1006));
    this.world.socket.close(1006);
  }
}
