/** Boards for tests: rows, and a page that watches them. */
import type { BoardCar, BoardOrder } from "../../api/wire";
import { createLive } from "./createLive";
import { at } from "./orders";
import { type FakeRequest, World } from "./world";

/** A row of the board: a delivery that was just received, changed as given. */
export function aRow(orderId: string, change: Partial<BoardOrder> = {}): BoardOrder {
  return {
    avoidAllergens: [],
    orderId,
    restaurantId: "14",
    orderType: "delivery",
    status: 0,
    statusAt: at(0),
    seq: 0,
    carId: null,
    carUnheardSince: null,
    placedAt: at(0),
    promisedAt: at(40),
    preOrderTime: null,
    estimate: null,
    late: false,
    watched: false,
    openedBy: [],
    customer: {
      name: "Aino Virtanen",
      phone: "+358 40 123 4567",
      streetAddress: "Aleksanterinkatu 9",
      city: "Helsinki",
    },
    ...change,
  };
}

/** A car of the board, on the Aleksanterinkatu since `minutes` after the epoch, changed as given. */
export function aCar(carId: string, minutes = 0, change: Partial<BoardCar> = {}): BoardCar {
  return { carId, lat: 60.1687, lng: 24.9432, headingDeg: 90, speedKmh: 31, at: at(minutes), ...change };
}

/** A page of its own world that watches the board; every call for a token is answered with a new one. */
export class BoardPage {
  readonly world = new World();
  readonly live = createLive(this.world.env);
  readonly board;
  /** What calls other than those for a token are answered. */
  onRequest: (request: FakeRequest) => void = () => undefined;
  private tokens = 0;

  constructor(restaurantIds: string[] = []) {
    this.world.onRequest = (request) => {
      if (request.method !== "POST") return this.onRequest(request);
      this.tokens += 1;
      request.answer(200, { token: `token-${this.tokens}`, expiresAt: at(1) });
    };
    this.board = this.live.watchBoard(restaurantIds);
  }

  get state() {
    return this.board.getState();
  }

  /** The numbers and statuses of the rows. */
  get rows() {
    return this.state.rows && [...this.state.rows.values()].map(({ orderId, status }) => [orderId, status]);
  }

  /** The numbers of the cars, with when each was seen. */
  get cars() {
    const cars = this.board.getCars();
    return cars && [...cars.values()].map((car) => [car.carId, car.at]);
  }

  /** The server greets the newest line, and answers its subscription with these rows. */
  async bringUp(...orders: BoardOrder[]) {
    this.world.socket.hello();
    await this.world.pass(1);
    this.send(orders);
  }

  /** The board's frame. */
  send(orders: BoardOrder[], removed: string[] = []) {
    this.world.socket.send({ type: "board", orders, removed });
  }

  /** The frame of the board's cars. */
  tellCars(cars: BoardCar[], removed: string[] = []) {
    this.world.socket.send({ type: "cars", cars, removed });
  }
}
