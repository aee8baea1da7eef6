/** Every state of the staff's pages, and how the real server is brought there. */
import { expect } from "vitest";
import { BOARD } from "../../src/features/desk-board/texts";
import { PASSWORD, REFUSED, SIGN_IN } from "../../src/features/sign-in/texts";
import type { Registered, StatusName } from "./kitchen";
import { deliveryToday, eatIn, pickup, preorder, untrackedDelivery } from "./orders";
import { sendUnheard } from "./ride";
import { awaitSign } from "./reading";
import { boardRows, colleague, letIn, type Person, signIn, visitAs, writeIn } from "./staff";
import type { PageState, Worlds } from "./states";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

/** Longer than the grace that a lost line has before the person is told. */
const GRACE_OVER_MS = 6_500;
/** No order of these states is from here. */
const QUIET_RESTAURANT = "26";

const board = { heading: BOARD.title, title: BOARD.title } as const;
const door = { heading: SIGN_IN.title, title: SIGN_IN.title, sign: null } as const;
const choosing = { heading: PASSWORD.title, title: PASSWORD.title, sign: null } as const;

/** All of them. */
export const STAFF_STATES: readonly PageState[] = [
  { ...door, name: "sign-in", reach: ({ world }, how) => world.visit("/kirjaudu", how) },
  { ...door, name: "sign-in-empty", reach: emptyForm },
  { ...door, name: "sign-in-wrong", reach: wrongPassword },
  {
    ...door,
    name: "sign-in-ended",
    reach: ({ world }, how) => world.visit("/kirjaudu?paluu=%2Fseuranta&istunto=paattyi", how),
  },
  { ...choosing, name: "new-password", reach: newPassword },
  { ...choosing, name: "new-password-weak", reach: weakPassword },
  { ...board, name: "board", sign: "live", reach: (worlds, how) => aBoard(worlds, how) },
  { ...board, name: "board-opened", sign: "live", reach: opened },
  { ...board, name: "board-search", sign: "live", reach: searched },
  {
    ...board,
    name: "board-no-match",
    sign: "live",
    reach: (worlds, how) => aBoard(worlds, how, "?haku=Ei+ket%C3%A4%C3%A4n"),
  },
  { ...board, name: "board-empty", sign: "live", reach: empty },
  { ...board, name: "board-loading", sign: null, reach: loading },
  { ...board, name: "board-polling", sign: "polling", reach: polling },
  { ...board, name: "board-offline", sign: "offline", reach: offline },
];

const busyWorlds = new WeakMap<World, Promise<{ person: Person; shown: Registered }>>();

/** A world with orders at every stage, and somebody who may see them; made once. */
function busy(world: World): Promise<{ person: Person; shown: Registered }> {
  const known = busyWorlds.get(world) ?? fill(world);
  busyWorlds.set(world, known);
  return known;
}

const KITCHEN: StatusName[] = ["accepted", "inMaking", "inOven", "finished"];
const ROAD: StatusName[] = [...KITCHEN, "inBatch", "inCar", "beingDelivered"];

async function fill({ server, kitchen }: World) {
  const of = (name: string, streetAddress: string, promisedIn: number) => {
    const order = deliveryToday(promisedIn);
    return { ...order, customer: { ...order.customer, name, streetAddress } };
  };
  await kitchen.having(of("Mikko Rantanen", "Mannerheimintie 5", 6), "accepted", "inMaking");
  await kitchen.having(of("Sara Nyström", "Pohjoisesplanadi 21", 15), "accepted", "inMaking", "inOven");
  await kitchen.having(of("Otto Heikkinen", "Kaisaniemenkatu 3", 55), "accepted");
  await kitchen.having(of("Petteri Aho", "Vuorikatu 14", 70));
  await kitchen.having(of("Ida Johansson", "Yliopistonkatu 4", 50), ...KITCHEN);
  await kitchen.having(of("Elina Saarinen", "Simonkatu 12", 48), ...ROAD, "deliveryFailed");
  await kitchen.having(
    of("Eero Lehto", "Fredrikinkatu 19", 35),
    ...ROAD,
    "deliveryFailed",
    "failedBatchCompleted",
  );
  await sendUnheard(kitchen, of("Laura Koskinen", "Annankatu 25", 42));
  await kitchen.having(untrackedDelivery(), "accepted", "inMaking");
  await kitchen.having(pickup(), ...KITCHEN);
  await kitchen.having(eatIn(), "accepted", "inMaking");
  await kitchen.having(preorder(1));
  // Of another day: what the search finds beyond the board.
  const later = preorder(30);
  await kitchen.having({ ...later, customer: { ...later.customer, name: "Onni Virtanen" } });
  await kitchen.having(of("Juho Mäkelä", "Unioninkatu 38", 40), ...ROAD, "delivered");
  const shown = await kitchen.having(of("Noora Virtanen", "Aleksanterinkatu 13", 45), ...KITCHEN);
  await kitchen.reportStatus(shown, "inBatch");
  await kitchen.reportStatus(shown, "inCar");
  await kitchen.reportStatus(shown, "beingDelivered", "Auto lähti juuri liikkeelle.");
  return { person: await colleague(server), shown };
}

async function aBoard({ world }: Worlds, how: VisitOptions, query = ""): Promise<Visit> {
  const { person } = await busy(world);
  return visitAs(world, how, person, `/seuranta${query}`);
}

async function opened({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const { person, shown } = await busy(world);
  const visit = await visitAs(world, how, person, `/seuranta?tilaus=${shown.orderId}`);
  await visit.page.getByRole("button", { name: "Kopioi linkki" }).waitFor();
  return visit;
}

async function searched(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await aBoard(worlds, how, "?haku=virtanen");
  await visit.page.getByRole("region", { name: "Muut tilaukset" }).getByRole("row").first().waitFor();
  return visit;
}

async function empty({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await visitAs(world, how, await colleague(world.server, QUIET_RESTAURANT), "/seuranta");
  await visit.page.getByRole("heading", { name: BOARD.none }).waitFor();
  return visit;
}

async function loading({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const { person } = await busy(world);
  const visit = await world.visitor(how);
  await signIn(world.server, visit, person);
  await visit.page.route("**/api/users/staff/live-token", () => undefined);
  await visit.page.route("**/api/staff/orders**", () => undefined);
  await visit.open("/seuranta");
  await visit.page.getByText(BOARD.opening).waitFor({ state: "attached" });
  return visit;
}

async function polling({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const { person } = await busy(world);
  const visit = await world.visitor({ ...how, clock: true });
  await signIn(world.server, visit, person);
  visit.proxy.set("no-sockets");
  await visit.open("/seuranta");
  await visit.page.getByText(BOARD.opening).waitFor({ state: "attached" });
  await visit.page.clock.fastForward(GRACE_OVER_MS);
  await boardRows(visit.page).first().waitFor();
  return visit;
}

async function offline({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const { person } = await busy(world);
  const visit = await visitAs(world, { ...how, clock: true }, person, "/seuranta");
  await awaitSign(visit.page, "live");
  visit.proxy.set("gone");
  await expect
    .poll(async () => {
      await visit.page.clock.fastForward(GRACE_OVER_MS);
      return visit.page.getByText(BOARD.offlineNext).count();
    })
    .toBe(1);
  return visit;
}

async function emptyForm({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await world.visit("/kirjaudu", how);
  await visit.page.getByRole("button", { name: SIGN_IN.send }).click();
  await visit.page.getByText(REFUSED.required).first().waitFor();
  return visit;
}

async function wrongPassword({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await world.visit("/kirjaudu", how);
  await writeIn(visit.page, { email: "ei-ketaan@ovelle.example", password: "vaara salasana" });
  await visit.page.getByText("Virheelliset tunnukset.").waitFor();
  return visit;
}

async function newPassword({ world }: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await world.visit("/kirjaudu", how);
  await writeIn(visit.page, await letIn(world.server));
  await visit.page.getByLabel(PASSWORD.again).waitFor();
  return visit;
}

async function weakPassword(worlds: Worlds, how: VisitOptions): Promise<Visit> {
  const visit = await newPassword(worlds, how);
  await visit.page.getByLabel(PASSWORD.chosen, { exact: true }).fill("salasana1");
  await visit.page.getByLabel(PASSWORD.again).fill("salasana1");
  await visit.page.getByRole("button", { name: PASSWORD.send }).click();
  await visit.page.getByText("Salasana on liian helppo arvata. Valitse toinen.").waitFor();
  return visit;
}
