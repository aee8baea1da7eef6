import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal, serve } from "../../api/testing/server";
import { keepPreview, previewToken } from "../../lib/preview";
import { askStory } from "../../shop/catalog/askStory";
import { PreviewBar } from "./PreviewBar";

beforeEach(() => keepPreview(""));
afterEach(() => vi.unstubAllGlobals());

test("an editor sees that drafts are shown, and ends it; nobody else is told", async () => {
  const { unmount } = render(<PreviewBar />);
  expect(screen.queryByRole("status")).toBeNull();
  unmount();
  keepPreview("s3cret");
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { ...window.location, reload });
  render(<PreviewBar />);
  expect(screen.getByText("Esikatselu: näet luonnokset.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Lopeta esikatselu" }));
  expect([previewToken(), reload.mock.calls.length]).toEqual([null, 1]);
});

test("a token that shows no drafts any more is no preview", async () => {
  keepPreview("vanha");
  render(<PreviewBar />);
  expect(screen.getByText("Esikatselu: näet luonnokset.")).toBeVisible();
  const published = { status: 200, body: {} };
  serve({ "GET /api/cms/stories/homepage": [refusal(403, "cms/preview-forbidden", "Ei."), published] });
  await act(() => askStory("homepage", new AbortController().signal));
  expect(screen.queryByRole("status")).toBeNull();
});
