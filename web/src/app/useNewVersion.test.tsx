import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./queryClient";
import { VersionBar } from "./shell/VersionBar";

const OURS = "0.1.0+91b71b15569e";

afterEach(() => {
  vi.unstubAllGlobals();
  document.querySelector('meta[name="ovelle-version"]')?.remove();
});

/** A page of a version, with a server of another; `undefined` where nobody says. */
async function open(ours: string | undefined, servers: string | undefined) {
  if (ours !== undefined) {
    document.head.append(
      Object.assign(document.createElement("meta"), { name: "ovelle-version", content: ours }),
    );
  }
  const ask = vi.fn<typeof fetch>(async () =>
    servers === undefined ? new Response("", { status: 503 }) : new Response(`${servers}\n`),
  );
  vi.stubGlobal("fetch", ask);
  const client = createQueryClient();
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <VersionBar />
      </QueryClientProvider>,
    );
  const { unmount } = show();
  await waitFor(() => expect(client.getQueryState(["version"])?.status).not.toBe("pending"));
  expect(ask.mock.calls.map(([path]) => path)).toEqual(["/version"]);
  return {
    ask,
    /** Leaves the page and comes to another. */
    goOn: () => {
      unmount();
      show();
    },
  };
}

// spec: SH-16, SH-17, SH-27
test("another build of the pages is offered, and loaded when asked for", async () => {
  await open(OURS, "0.1.0+4f0000000000");
  expect(await screen.findByText("Ovelle päivittyi.")).toBeVisible();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload });
  await userEvent.click(screen.getByRole("button", { name: "Lataa sivu uudelleen." }));
  expect(reload).toHaveBeenCalledOnce();
});

// spec: SH-17
test.each([
  ["the same build", OURS, OURS],
  ["a server that does not say", OURS, undefined],
  ["a page that another server wrote", undefined, OURS],
])("%s is no news", async (_case, ours, servers) => {
  await open(ours, servers);
  expect(screen.queryByText("Ovelle päivittyi.")).toBeNull();
});

// spec: SH-18
test("a version is believed for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { ask, goOn } = await open(OURS, OURS);
    const asked = Date.now();
    vi.setSystemTime(asked + 29_900);
    goOn();
    expect(ask).toHaveBeenCalledTimes(1);
    vi.setSystemTime(asked + 30_100);
    goOn();
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  } finally {
    vi.useRealTimers();
  }
});
