import { expect, test, vi } from "vitest";
import { Code } from "./Code";

test("code is asked for once, and is there when it has come", async () => {
  const fetch = vi.fn<() => Promise<string>>(async () => "part");
  const code = new Code(fetch);
  expect(code.module).toBeNull();
  const coming = code.load();
  expect(code.load()).toBe(coming);
  expect(await coming).toBe("part");
  expect(code.module).toBe("part");
  expect(fetch).toHaveBeenCalledOnce();
});
