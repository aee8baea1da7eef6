// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAskingForPictures } from "./lostPictures";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test("a picture that does not come is hidden, and asked for again until it comes", async () => {
  keepAskingForPictures();
  const picture = document.createElement("img");
  document.body.append(picture);
  picture.src = "/assets/pictures/3001.svg";
  const asked = vi.spyOn(picture, "src", "set");
  picture.dispatchEvent(new Event("error"));
  expect(picture).toHaveAttribute("data-lost");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledExactlyOnceWith("/assets/pictures/3001.svg");
  for (let more = 0; more < 20; more += 1) {
    picture.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(60_000);
  }
  // One that is not to be had at all is let be after a while, but for a network that comes back.
  expect(asked).toHaveBeenCalledTimes(6);
  window.dispatchEvent(new Event("online"));
  expect(asked).toHaveBeenCalledTimes(7);
  picture.dispatchEvent(new Event("load"));
  expect(picture).not.toHaveAttribute("data-lost");
});

test("a picture that has come meanwhile, or has left the page, is not asked for again", async () => {
  keepAskingForPictures();
  const pictures = [document.createElement("img"), document.createElement("img")] as const;
  document.body.append(...pictures);
  const asked = pictures.map((picture) => {
    picture.src = "/assets/pictures/3002.svg";
    picture.dispatchEvent(new Event("error"));
    return vi.spyOn(picture, "src", "set");
  });
  pictures[0].dispatchEvent(new Event("load"));
  pictures[1].remove();
  await vi.advanceTimersByTimeAsync(60_000);
  for (const ask of asked) expect(ask).not.toHaveBeenCalled();
});
