import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import story from "../../../../content/stories/ota-yhteytta.json";
import { type Answer, serve } from "../../api/testing/server";
import { Component } from "./ContactPage";

const STORY = "GET /api/cms/stories/ota-yhteytta";
const TOLD = "POST /api/cms/faq-searches";
const into = vi.fn<() => void>();

beforeEach(() => {
  into.mockClear();
  Element.prototype.scrollIntoView = into;
});

function open(at = "/ota-yhteytta", answer: Answer = { status: 200, body: { content: story.content } }) {
  const asked = serve({ [STORY]: answer, [TOLD]: { status: 204 } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: "*", element: <Component /> }], { initialEntries: [at] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return asked;
}

const questions = () => screen.queryAllByRole("group");
const field = () => screen.findByRole("searchbox", { name: "Hae kysymyksistä" });
const look = (term: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: term } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("the contact page has the questions by topic, and how to reach us with what a call costs", async () => {
  open();
  expect(await screen.findByRole("heading", { level: 1, name: "Ota yhteyttä" })).toBeVisible();
  expect(questions()).toHaveLength(12);
  const topic = screen.getByRole("combobox", { name: "Aihe" });
  expect(topic).toHaveDisplayValue("Kaikki aiheet");
  await userEvent.selectOptions(topic, "Maksaminen");
  expect(questions()).toHaveLength(3);
  expect(
    within(screen.getByRole("region", { name: "Maksaminen" })).getByText("Miten voin maksaa?"),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "+358 9 000 0100" })).toHaveAttribute("href", "tel:+35890000100");
  expect(screen.getByText(/^Puhelu maksaa saman verran/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Ovelle Oy" })).toBeVisible();
});

test.each(["/ota-yhteytta?question=mista-naen-allergeenit", "/ota-yhteytta#mista-naen-allergeenit"])(
  "%s opens its question",
  async (at) => {
    open(at);
    expect(await screen.findByText(/^Jokaisen tuotteen sivulta/)).toBeVisible();
    expect(into).toHaveBeenCalled();
  },
);

test("#usein-kysyttya leads to the questions", async () => {
  open("/ota-yhteytta#usein-kysyttya");
  const section = await screen.findByRole("region", { name: "Usein kysyttyä" });
  await waitFor(() => expect(into.mock.contexts).toEqual([section]));
});

// spec: CT-24, CT-25, CT-26
test("what is looked for is found a moment after the last letter, counted, and told once", async () => {
  const asked = open();
  await field();
  vi.useFakeTimers();
  try {
    look("allerg");
    look("alergeenit");
    await wait(599);
    expect(questions()).toHaveLength(12);
    await wait(1);
    expect(questions()).toHaveLength(1);
    expect(screen.getByText("1 tulos haulla")).toBeVisible();
    look("tilaus");
    await wait(600);
    expect(screen.getByText(/^[2-9] tulosta haulla$/)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
  const told = asked.filter(({ call }) => call === TOLD).map(({ body }) => body);
  expect(told).toEqual([
    { term: "alergeenit", results: 1 },
    { term: "tilaus", results: questions().length },
  ]);
});

// spec: CT-25, CT-26
test("what nobody has asked is said back, cut, and told, cut", async () => {
  const asked = open();
  await field();
  look("x".repeat(120));
  expect(await screen.findByText(`Ei tuloksia haulla: ${"x".repeat(32)}...`)).toBeVisible();
  expect(questions()).toHaveLength(0);
  const told = asked.filter(({ call }) => call === TOLD).map(({ body }) => body);
  expect(told).toEqual([{ term: "x".repeat(100), results: 0 }]);
});

// spec: CT-23
test("of less than three letters all is shown, and said why", async () => {
  const asked = open();
  await field();
  look("ei on");
  const words = "Hakusanassa on oltava vähintään 3 kirjainta.";
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(words));
  expect(questions()).toHaveLength(12);
  expect(asked.filter(({ call }) => call === TOLD)).toEqual([]);
  look("ei on olut");
  await waitFor(async () => expect(await field()).not.toHaveAccessibleDescription(words));
});

// spec: CT-04
test("where the questions do not come one may ask again", async () => {
  open("/ota-yhteytta", { status: 503 });
  expect(await screen.findByText("Sivua ei saatu haettua.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Yritä uudelleen" })).toBeVisible();
});
