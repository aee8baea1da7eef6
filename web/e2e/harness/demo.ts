/** The demo as a newcomer has it: started with one word, and read from what it prints. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BINARY } from "./server";
import type { Person } from "./staff";

/** The staff's line is the last one that says where to go. */
const TRACKING = /Tracking\s+(\S+)/;
const STAFF = /Staff\s+(\S+)\s+\((\S+), password (\S+)\)/;
const SPEAKS_WITHIN_MS = 30_000;
const LEAVES_WITHIN_MS = 10_000;

/** What the demo tells a newcomer. */
interface Welcome {
  /** The page of an order that is worth following. */
  tracking: URL;
  /** The staff's page. */
  staff: URL;
  person: Person;
}

/** A running demo. */
export class Demo {
  private constructor(
    private readonly child: ChildProcess,
    private readonly home: string,
    readonly welcome: Welcome,
    /** When it was started (epoch ms). */
    readonly startedAt: number,
  ) {}

  /** Starts one in an empty folder, and waits until it has said what to open; `speed`: so many times the wall's. */
  static async start(speed = 1, settings: Readonly<Record<string, string>> = {}): Promise<Demo> {
    const home = await mkdtemp(join(tmpdir(), "ovelle-e2e-demo-"));
    const startedAt = Date.now();
    const child = spawn(BINARY, ["demo", "--speed", String(speed)], {
      cwd: home,
      env: { PATH: process.env["PATH"], HOME: home, OVELLE_LISTEN: "127.0.0.1:0", ...settings },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return new Demo(child, home, await welcomeOf(child), startedAt);
  }

  /** Host and port where it answers. */
  get address(): string {
    return this.welcome.tracking.host;
  }

  /** Ends it, and removes what it kept. */
  async stop(): Promise<void> {
    const exited = once(this.child, "exit", { signal: AbortSignal.timeout(LEAVES_WITHIN_MS) });
    this.child.kill("SIGKILL");
    await exited;
    await rm(this.home, { recursive: true, force: true });
  }
}

/** Reads what is printed until all is said; goes on reading, so that the demo never waits for us. */
function welcomeOf(child: ChildProcess): Promise<Welcome> {
  const said: string[] = [];
  const { stdout } = child;
  if (!stdout) throw new Error("what the demo prints is not read");
  return new Promise((found, refuse) => {
    const fail = (why: string) => refuse(new Error(`the demo ${why}\n${said.join("\n")}`));
    const timer = setTimeout(() => fail("does not say what to open"), SPEAKS_WITHIN_MS);
    child.once("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
    createInterface({ input: stdout }).on("line", (line) => {
      said.push(line);
      const tracking = said.map((one) => TRACKING.exec(one)?.[1]).find((url) => url !== undefined);
      const [, staff, email, password] = STAFF.exec(line) ?? [];
      if (!tracking || !staff || !email || !password) return;
      clearTimeout(timer);
      found({ tracking: new URL(tracking), staff: new URL(staff), person: { email, password } });
    });
  });
}
