/** The real server, each with its own database, on a port of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify, stripVTControlCharacters } from "node:util";

/** The server's program. */
export const BINARY = resolve(
  import.meta.dirname,
  "../..",
  process.env["OVELLE_BIN"] ?? resolve(import.meta.dirname, "../../../target/debug/ovelle"),
);
const START_WITHIN_MS = 20_000;
const LEAVE_WITHIN_MS = 10_000;
const LISTENING = /listening address=(\S+)/;
/** So many of the last log lines are told when the server does not start. */
const KEPT_LINES = 40;

/** Key of a kitchen: bound to restaurants of the demo chain, so what it reports is the kitchen's word. */
export const KITCHEN_KEY = "kitchen-key-for-tests";
/** Key of a dispatcher: chain-wide. */
export const DISPATCH_KEY = "dispatch-key-for-tests";
const KEYS = `kitchen=${KITCHEN_KEY}@12+14+17+21+23+26+31,dispatch=${DISPATCH_KEY}`;

/** What a server may be started with. */
export interface ServerOptions {
  /** How long after its end an order can still be tracked, e.g. `1s` (docs/spec/hub.md, "Starting the server"). */
  trackingTtl?: string;
  /** What else is set, by the names of the contract's table; it may put another database in the place of its own. */
  settings?: Readonly<Record<string, string>>;
}

/** A server that can be killed and started again on the same database. */
export class Server {
  private child: ChildProcess | null = null;
  private listening = "";

  private constructor(
    private readonly home: string,
    private readonly options: ServerOptions,
  ) {}

  /** Starts a server with a new database. */
  static async start(options: ServerOptions = {}): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), "ovelle-e2e-")), options);
    await server.restart();
    return server;
  }

  /** Where it answers, without a slash at the end. It changes with each start. */
  get url(): string {
    return `http://${this.listening}`;
  }

  /** Host and port where it answers. */
  get address(): string {
    return this.listening;
  }

  /** Ends the process without a word, as a power cut would. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** Starts the process again on the same database. */
  async restart(): Promise<void> {
    const child = spawn(BINARY, ["serve"], { env: this.environment(), stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    this.listening = await listeningAddress(child);
  }

  /** Has the process read its chain anew; it holds two seconds later at most. */
  readAnew(): void {
    this.child?.kill("SIGHUP");
  }

  /** Runs a subcommand on the same database, beside the server, and answers what it printed. */
  async command(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(BINARY, words, { env: this.environment() });
    return stdout;
  }

  /** The mails that it has written, in no order. */
  async mails(): Promise<{ subject: string; text: string }[]> {
    const folder = join(this.home, "mail");
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      names.filter((name) => name.endsWith(".json")).map((name) => readFile(join(folder, name), "utf8")),
    );
    return texts.map((text) => JSON.parse(text) as { subject: string; text: string });
  }

  /** Ends the process and removes its database. */
  async stop(): Promise<void> {
    // A watched server would take its time to send watchers away; nobody waits for them here.
    await this.end("SIGKILL");
    await rm(this.home, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit", { signal: AbortSignal.timeout(LEAVE_WITHIN_MS) });
    child.kill(signal);
    await exited;
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env["PATH"],
      HOME: this.home,
      DATABASE_URL: `sqlite:${join(this.home, "ovelle.db")}`,
      // Mails hold the keys of orders: they go with the server, and never into the project.
      OVELLE_MAIL_DIR: join(this.home, "mail"),
      OVELLE_LISTEN: "127.0.0.1:0",
      // Everybody calls from one address.
      OVELLE_RATE_FACTOR: "0",
      OVELLE_DISPATCH_KEYS: KEYS,
      ...(this.options.trackingTtl && { OVELLE_TRACKING_TTL: this.options.trackingTtl }),
      ...this.options.settings,
    };
  }
}

/** Reads the log until the server says where it listens; goes on reading, so that it never waits for us. */
async function listeningAddress(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  const log = child.stderr;
  if (!log) throw new Error("the server's log is not read");
  return new Promise((found, refuse) => {
    const fail = (why: string) => refuse(new Error(`${BINARY} ${why}\n${said.join("\n")}`));
    const timer = setTimeout(() => fail("does not listen"), START_WITHIN_MS);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
    createInterface({ input: log }).on("line", (line) => {
      if (said.push(line) > KEPT_LINES) said.shift();
      const address = LISTENING.exec(stripVTControlCharacters(line))?.[1];
      if (!address) return;
      clearTimeout(timer);
      found(address);
    });
  });
}
