import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useVariants } from "../analytics/variants";
import { serve } from "../api/testing/server";
import { aCategory, aMenu, aProduct } from "../products/testing/aProduct";
import { Carousel, offsetOf } from "./Carousel";
import { alertsAt, campaignAt, type Slide, slidesAt } from "./homepage";
import { Markdown } from "./Markdown";
import { partAt } from "./window";

/** The films that play now. */
let playing: string[] = [];
const sourceOf = (film: HTMLMediaElement) => film.getAttribute("src") ?? "";

beforeEach(() => {
  playing = [];
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    playing = [...playing, sourceOf(this)];
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function pause(this: HTMLMediaElement) {
    playing = playing.filter((src) => src !== sourceOf(this));
  });
});
afterEach(() => {
  useVariants.setState({ forced: {} });
  vi.unstubAllGlobals();
});

/** A moment of the week of 23 November 2026, by Helsinki's clock. */
const at = (day: number, time: string) => Date.parse(`2026-11-${22 + day}T${time}:00+02:00`);

// spec: CT-10, CT-13, CT-14, CT-15, MN-30
test.each([
  [1, "07:59", null],
  [1, "08:00", "lunchtime"],
  [5, "13:59", "lunchtime"],
  [3, "22:00", "evening"],
  [4, "14:00", "evening"],
  [5, "14:00", "weekend"],
  [7, "09:00", "weekend"],
])("on day %i at %s it is %s", (day, time, part) => {
  expect(partAt(at(day, time))).toBe(part);
});

// spec: CT-09, CT-10, SH-08
test("a campaign is seen when it is switched on, within its dates and its part of the week", () => {
  const banner = {
    campaign_banner: "Arki-ilta -2 €",
    visibility: "evening",
    visibility_visible: true,
    visibility_start_date: "2026-11-23 14:00",
    visibility_end_date: "2026-11-25 20:00",
  };
  expect(campaignAt({ banner }, at(1, "14:00"))).toBe("Arki-ilta -2 €");
  expect(campaignAt({ banner }, at(1, "13:59"))).toBeNull();
  expect(campaignAt({ banner }, at(3, "20:00"))).toBeNull();
  expect(campaignAt({ banner: { ...banner, visibility_visible: false } }, at(1, "15:00"))).toBeNull();
});

// spec: CT-12, CT-13
test("of the slides those are seen whose time it is", () => {
  const slide = (_uid: string, visibility: string, end = "") => ({
    _uid,
    visibility,
    end,
    campaign_name: _uid,
    image: `/${_uid}.svg`,
    link: { url: "/menu" },
  });
  const story = {
    Carousel: [slide("a", "always"), slide("b", "evening"), slide("c", "lunchtime", "2026-11-23 12:00")],
  };
  expect(slidesAt(story, at(1, "11:59")).map(({ uid }) => uid)).toEqual(["a", "c"]);
  expect(slidesAt(story, at(1, "12:00")).map(({ uid }) => uid)).toEqual(["a"]);
});

// spec: SH-09, SH-10, SH-11
test("alerts stand where they belong, each once", () => {
  const alert = (location: string) => ({ _uid: location, location, message: location });
  const story = {
    top_alert: ["all", "all", "frontpage", "checkout", "paymentMethods", "order", "login"].map(alert),
  };
  const seen = (path: string, hash = "") => alertsAt(story, path, hash).map(({ message }) => message);
  expect(seen("/")).toEqual(["all", "frontpage"]);
  expect(seen("/ostoskori", "#maksutavat")).toEqual(["all", "checkout", "paymentMethods"]);
  expect(seen("/tilaus/10234")).toEqual(["all", "order"]);
  expect(seen("/kirjaudu")).toEqual(["all", "login"]);
});

test("text of the editors has headings, lists and links, and no HTML", () => {
  render(
    <MemoryRouter>
      <Markdown
        text={"## Otsikko\nTeksti **vahvana**.\n\n- [Ruokalista](/menu)\n- [Ansa](javascript:1)\n\n<b>ei</b>"}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { name: "Otsikko" })).toBeVisible();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/menu"]);
  expect(screen.getByText("<b>ei</b>")).toBeVisible();
});

/** Slides of the editors' own pictures. */
const pictured = (...uids: string[]): Slide[] =>
  uids.map((uid) => ({
    uid,
    name: uid,
    image: `/${uid}.svg`,
    imageMobile: "",
    video: "",
    videoMobile: "",
    title: "",
    text: "",
    label: "",
    productId: "",
    url: "/menu",
  }));

// spec: CT-16, CT-17
test("the carousel is circular, stops after a hand, and yields where no picture comes", async () => {
  const slides = pictured("a", "b");
  const { rerender } = render(<Carousel slides={slides} fallback="Oma" />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole("button", { name: "Edellinen" }));
  expect(screen.getByText("2/2")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Pysäytä" })).toBeNull();
  expect([0, 1, 2].map((place) => offsetOf(place, 0, 3))).toEqual([0, 1, -1]);
  for (const name of ["a", "b"]) fireEvent.error(screen.getByRole("img", { name }));
  expect(screen.getByText("Oma")).toBeVisible();
  rerender(<Carousel slides={[]} fallback="Oma" />);
  expect(screen.getByText("Oma")).toBeVisible();
});

// spec: CT-16
test("the carousel turns by itself, rests under the pointer and the focus, and pauses for who asks", async () => {
  vi.useFakeTimers();
  try {
    render(<Carousel slides={pictured("a", "b", "c")} fallback="Oma" />, { wrapper: MemoryRouter });
    const carousel = screen.getByRole("region", { name: "Ajankohtaista" });
    const turn = () => act(() => vi.advanceTimersByTime(6_000));
    turn();
    expect(screen.getByText("2/3")).toBeVisible();
    fireEvent.mouseEnter(carousel);
    turn();
    expect(screen.getByText("2/3")).toBeVisible();
    fireEvent.mouseLeave(carousel);
    fireEvent.focus(screen.getByRole("button", { name: "Seuraava" }));
    turn();
    expect(screen.getByText("2/3")).toBeVisible();
    fireEvent.blur(screen.getByRole("button", { name: "Seuraava" }));
    turn();
    expect(screen.getByText("3/3")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Pysäytä" }));
    turn();
    expect(screen.getByText("3/3")).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

// spec: CT-19
test("where it is tried, a film stands in a slide's picture, and the picture where the film does not come", () => {
  const files = { video_variant: { filename: "/a.mp4" }, video_mobile_variant: { filename: "" } };
  const story = { Carousel: [{ _uid: "a", campaign_name: "a", image: "/a.svg", ...files }] };
  const show = () =>
    render(<Carousel slides={slidesAt(story, at(1, "09:00"))} fallback="Oma" />, { wrapper: MemoryRouter });
  const { unmount } = show();
  expect(screen.getByRole("img", { name: "a" })).toBeVisible();
  unmount();
  useVariants.setState({ forced: { bannerVideo: "a" } });
  show();
  const film = screen.getByLabelText("a");
  expect(film).toHaveAttribute("src", "/a.mp4");
  expect(film).toHaveAttribute("poster", "/a.svg");
  fireEvent.error(film);
  expect(screen.getByRole("img", { name: "a" })).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

const filmed = (...uids: string[]) =>
  pictured(...uids).map((slide) => ({ ...slide, video: `/${slide.uid}.mp4` }));

// spec: CT-19
test("a film plays in the slide that is seen alone, and stands still with the carousel", async () => {
  useVariants.setState({ forced: { bannerVideo: "a" } });
  render(<Carousel slides={filmed("a", "b")} fallback="Oma" />, { wrapper: MemoryRouter });
  expect(playing).toEqual(["/a.mp4"]);
  await userEvent.click(screen.getByRole("button", { name: "Seuraava" }));
  expect(playing).toEqual(["/b.mp4"]);
  await userEvent.click(screen.getByRole("button", { name: "Pysäytä" }));
  expect(playing).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Seuraava" }));
  expect(playing).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Toista" }));
  expect(playing).toEqual(["/a.mp4"]);
});

// spec: CT-19
test("a film that is alone can be paused too", async () => {
  useVariants.setState({ forced: { bannerVideo: "a" } });
  render(<Carousel slides={filmed("a")} fallback="Oma" />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole("button", { name: "Pysäytä" }));
  expect(playing).toEqual([]);
  expect(screen.getByRole("button", { name: "Toista" })).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Seuraava" })).toBeNull();
});

test("a film that the browser does not begin by itself is begun by a press", async () => {
  useVariants.setState({ forced: { bannerVideo: "a" } });
  const play = vi.mocked(HTMLMediaElement.prototype.play);
  play.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  render(<Carousel slides={filmed("a")} fallback="Oma" />, { wrapper: MemoryRouter });
  expect(playing).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Toista" }));
  expect(playing).toEqual(["/a.mp4"]);
});

test("for who wants less motion the picture stands in the film's place", () => {
  useVariants.setState({ forced: { bannerVideo: "a" } });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener() {},
    removeEventListener() {},
  }));
  render(<Carousel slides={filmed("a")} fallback="Oma" />, { wrapper: MemoryRouter });
  expect(screen.getByRole("img", { name: "a" })).toBeVisible();
  expect(playing).toEqual([]);
});

// spec: CT-11
test("a slide without a picture stands in its words, beside the product that it is of", async () => {
  const pizza = aProduct({ imagepath: "/tuotteet/saunavuoro.svg" });
  const menu = aMenu({ categories: [aCategory("pizza", [pizza])] });
  serve({ "GET /api/commerce/v2/menu": { status: 200, body: menu } });
  const story = {
    Carousel: [
      {
        _uid: "ilta",
        campaign_name: "Ilta",
        title: "Hunaja tirisee",
        text: "Makea puraisee takaisin.",
        label: "Maista",
        productId: "3003",
        link: { url: "/menu/saunavuoro" },
      },
      { _uid: "tyhja", campaign_name: "Tyhjä" },
    ],
  };
  const slides = slidesAt(story, at(1, "15:00"));
  expect(slides.map(({ uid }) => uid)).toEqual(["ilta"]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Carousel slides={slides} fallback="Oma" />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  );
  const link = screen.getByRole("link", { name: "Hunaja tirisee Makea puraisee takaisin. Maista" });
  expect(link).toHaveAttribute("href", "/menu/saunavuoro");
  await waitFor(() => expect(link.querySelector("img")).toHaveAttribute("src", "/tuotteet/saunavuoro.svg"));
});
