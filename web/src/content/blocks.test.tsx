import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { answerConsent } from "../analytics/consent";
import { serve } from "../api/testing/server";
import { aCategory, aMenu, aProduct } from "../products/testing/aProduct";
import { Blocks } from "./Blocks";
import { heightOf, videoOf } from "./embed";
import { idOf } from "./Faq";
import { blocksOf } from "./fields";

function show(blocks: Record<string, unknown>[], at = "/") {
  const element = <Blocks blocks={blocksOf({ blocks }, "blocks")} />;
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const frames = () => document.querySelectorAll("iframe");
const scripts = () => [...document.scripts].map(({ src }) => src);

afterEach(() => {
  vi.unstubAllGlobals();
  leave(false);
  window.history.replaceState(null, "", "/");
  for (const script of document.querySelectorAll("script")) script.remove();
});

// spec: CT-06
test("each kind of block is drawn, and what is none is left out", () => {
  serve({
    "GET /api/commerce/v2/menu": {
      status: 200,
      body: aMenu({ categories: [aCategory("pizza", [aProduct()])] }),
    },
  });
  const video_url = "https://player.vimeo.com/video/1";
  show([
    { _uid: "1", component: "text", text: "Teksti" },
    { _uid: "2", component: "video", video_url },
    {
      _uid: "3",
      component: "headerImage",
      image: "/otsikko.svg",
      image_mobile: "/kapea.svg",
      alt: "Otsikko",
    },
    { _uid: "4", component: "headerVideo", video_url },
    { _uid: "5", component: "image", image: "/kuva.svg", alt: "Kuva" },
    {
      _uid: "6",
      component: "linkCardList",
      cards: [{ title: "Kortti", text: "Lue", url: "/menu", image: "/k.svg" }],
    },
    { _uid: "7", component: "productPicks", title: "Poimintoja", productIds: [aProduct().productId] },
    { _uid: "9", component: "iframe", src: "https://kartta.example/oma", heightPx: 320 },
    { _uid: "10", component: "linkButton", text: "Nappi", url: "/menu" },
    { _uid: "11", component: "linkButton", text: "Tuotteeseen", productId: "3003" },
    { _uid: "12", component: "olematon", text: "Ei tätä" },
  ]);
  expect(screen.getByText("Teksti")).toBeVisible();
  expect(screen.getAllByRole("button", { name: /Toista video/ })).toHaveLength(2);
  const header = screen.getByRole("img", { name: "Otsikko" });
  expect(header).toHaveAttribute("src", "/otsikko.svg");
  expect(header.previousElementSibling).toHaveAttribute("srcset", "/kapea.svg");
  expect(screen.getByRole("img", { name: "Kuva" })).toHaveAttribute("src", "/kuva.svg");
  const card = screen.getByRole("link", { name: /^Kortti ?Lue$/ });
  expect(card).toHaveAttribute("href", "/menu");
  expect(card.querySelector("img")).toHaveAttribute("src", "/k.svg");
  expect(screen.getByText("Poimintoja")).toBeVisible();
  expect(screen.getByRole("button", { name: /Näytä sisältö.*kartta.example/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Nappi" })).toHaveAttribute("href", "/menu");
  expect(screen.getByRole("link", { name: "Tuotteeseen" })).toHaveAttribute("href", "/menu/3003");
  expect(screen.queryByText("Ei tätä")).toBeNull();
});

// spec: CT-08, CT-20
test("a video loads nothing until it is pressed, and plays then in a frame that gets nothing of ours", async () => {
  show([
    { component: "video", video_url: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", auto_play: true },
  ]);
  expect(frames()).toHaveLength(0);
  const play = screen.getByRole("button", { name: /Toista video.*www.youtube-nocookie.com/ });
  await userEvent.click(play);
  const frame = screen.getByTitle("Video, www.youtube-nocookie.com");
  expect(frame).toHaveAttribute(
    "src",
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&mute=1",
  );
  expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  expect(frame).toHaveAttribute("loading", "lazy");
  expect(frame).toHaveFocus();
});

// spec: CT-20
test.each([
  [
    "https://player.vimeo.com/video/76979871",
    true,
    "https://player.vimeo.com/video/76979871?autoplay=1&muted=1",
  ],
  ["https://player.vimeo.com/video/76979871", false, "https://player.vimeo.com/video/76979871?autoplay=1"],
  ["http://player.vimeo.com/video/76979871", false, undefined],
  ["https://player.vimeo.com.evil.example/video/1", false, undefined],
  ["javascript:alert(1)", false, undefined],
])("%s, muted: %s", (url, isMuted, plays) => {
  expect(videoOf(url, isMuted)?.href).toBe(plays);
});

// spec: CT-08
test("a frame is as tall as it says, within bounds, and never one of our own pages", async () => {
  show([
    { _uid: "a", component: "iframe", src: "https://kartta.example/oma", heightPx: 320 },
    { _uid: "b", component: "iframe", src: `${window.location.origin}/menu`, heightPx: 320 },
    { _uid: "c", component: "iframe", src: "http://kartta.example/oma", heightPx: 320 },
  ]);
  const buttons = screen.getAllByRole("button", { name: /Näytä sisältö/ });
  expect(buttons).toHaveLength(1);
  expect(buttons[0]?.parentElement).toHaveStyle({ height: "320px" });
  await userEvent.click(screen.getByRole("button", { name: /kartta.example/ }));
  const frame = screen.getByTitle("Sisältöä palvelusta kartta.example");
  expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  expect([9_000, 1, "abc", "120"].map(heightOf)).toEqual([2_000, 50, 450, 120]);
});

const CODE = "https://mittari.example/m.js";
const leave = (marketing: boolean) => act(() => answerConsent({ analytics: false, marketing }));

// spec: CT-06, CT-08
test("code of the editors runs once, by leave alone, and ends with it", () => {
  window.history.replaceState(null, "", "/sivut/kilpailu");
  show([
    { _uid: "a", component: "script", src: CODE },
    { _uid: "b", component: "script", src: CODE },
    { _uid: "c", component: "script", src: "http://mittari.example/m.js" },
  ]);
  expect(scripts()).toEqual([]);
  leave(true);
  expect(scripts()).toEqual([CODE]);
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { ...window.location, pathname: "/sivut/kilpailu", reload });
  leave(false);
  expect(reload).toHaveBeenCalled();
});

// spec: CT-08
test.each(["/", "/lounas", "/menu", "/ostoskori", "/tilaus/10234"])(
  "no code of the editors runs at %s",
  (path) => {
    window.history.replaceState(null, "", path);
    leave(true);
    show([{ component: "script", src: CODE }]);
    expect(scripts()).toEqual([]);
  },
);

const FAQ = {
  component: "faq",
  title: "Kysyttyä",
  questions: [
    { questionText: "Milloin pizza tulee?", answerText: "Näet sen **kartalta**.", lang: "fi" },
    { questionText: "Do you deliver?", answerText: "Yes.", lang: "en" },
    { questionText: "Tyhjä?", answerText: "" },
  ],
};

// spec: CT-22
test("questions open to their answers", async () => {
  show([FAQ]);
  const faq = within(screen.getByRole("region", { name: "Kysyttyä" }));
  expect(faq.getAllByRole("group")).toHaveLength(2);
  expect(faq.getByText("Näet sen", { exact: false })).not.toBeVisible();
  await userEvent.click(faq.getByText("Milloin pizza tulee?"));
  expect(faq.getByText("Näet sen", { exact: false })).toBeVisible();
  expect(faq.getByText("Yes.").closest("details")).toHaveAttribute("lang", "en");
});

// spec: CT-22
test.each(["/?question=milloin-pizza-tulee", "/#milloin-pizza-tulee"])("%s opens its question", (at) => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  expect(idOf("Milloin pizza tulee?")).toBe("milloin-pizza-tulee");
  show([FAQ], at);
  expect(screen.getByText("Näet sen", { exact: false })).toBeVisible();
  expect(screen.getByText("Yes.")).not.toBeVisible();
});

// spec: CT-18
test("links to our own pages open within the app, others load", async () => {
  const router = show([
    { _uid: "a", component: "linkButton", text: "Ruokalistaan", url: `${window.location.origin}/menu#dipit` },
    { _uid: "b", component: "linkButton", text: "Muualle", url: "https://muualla.example/", newWindow: true },
    { _uid: "c", component: "linkButton", text: "Ansa", url: "javascript:alert(1)" },
  ]);
  const away = screen.getByRole("link", { name: "Muualle" });
  expect(away).toHaveAttribute("target", "_blank");
  expect(away).toHaveAttribute("rel", "noopener noreferrer");
  expect(screen.queryByText("Ansa")).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Ruokalistaan" }));
  expect(router.state.location).toMatchObject({ pathname: "/menu", hash: "#dipit" });
});
