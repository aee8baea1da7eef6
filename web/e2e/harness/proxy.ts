/** What lies between a browser and its server, and what may go wrong there. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * What the network does: `open` lets everything through; `no-sockets` refuses WebSockets, as some company proxies do;
 * `gone` refuses every connection; `silent` takes connections and bytes, and nothing comes back.
 */
export type Weather = "open" | "no-sockets" | "gone" | "silent";

/** A proxy that listens on one address for as long as it lives, whatever becomes of the servers behind it. */
export class Proxy {
  private readonly server: Server;
  private readonly connections = new Set<Socket>();
  /** Both ends of the WebSockets that are up. */
  private readonly lines = new Set<Duplex>();
  /** Calls that the weather keeps waiting. */
  private held: (() => void)[] = [];
  private weather: Weather = "open";
  private holding = false;

  private constructor(private targets: readonly string[]) {
    this.server = createServer((call, answer) => this.pass(call, answer));
    this.server.on("upgrade", (call: IncomingMessage, socket: Socket) => this.upgrade(call, socket));
    this.server.on("connection", (socket) => this.admit(socket));
    // A browser keeps its connections; the proxy ends them itself.
    this.server.keepAliveTimeout = 0;
  }

  /** Starts a proxy to the first of `targets` (`host:port`) that lives. */
  static async start(...targets: string[]): Promise<Proxy> {
    const proxy = new Proxy(targets);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  /** Where browsers reach it, without a slash at the end. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** From now on to the first of `targets` that lives, as a load balancer does when nodes come and go. */
  lead(...targets: string[]): void {
    this.targets = targets;
  }

  /** Changes the weather; lines that it does not allow are cut. */
  set(weather: Weather): void {
    const silentBefore = this.weather === "silent";
    this.weather = weather;
    if (weather === "no-sockets") this.cutLines();
    // What was said into a silent network is lost, as it is when a telephone leaves a lift.
    if (weather === "gone" || silentBefore) this.cutAll();
  }

  /** Keeps calls of the API and new lines waiting, pages not; until {@link release}. */
  hold(): void {
    this.holding = true;
  }

  /** Lets go what {@link hold} kept. */
  release(): void {
    this.holding = false;
    for (const go of this.held.splice(0)) go();
  }

  /** Cuts the WebSockets that are up. */
  cutLines(): void {
    for (const line of this.lines) line.destroy();
    this.lines.clear();
  }

  /** Cuts everything and listens no more. */
  async stop(): Promise<void> {
    this.held = [];
    const closed = once(this.server, "close");
    this.server.close();
    this.cutAll();
    await closed;
  }

  private cutAll(): void {
    this.cutLines();
    for (const socket of this.connections) socket.destroy();
  }

  private admit(socket: Socket): void {
    if (this.weather === "gone") return void socket.resetAndDestroy();
    this.connections.add(socket);
    socket.on("close", () => this.connections.delete(socket));
    socket.on("error", () => socket.destroy());
  }

  private whenReleased(path: string, go: () => void): void {
    if (this.holding && path.startsWith("/api/")) this.held.push(go);
    else go();
  }

  private pass(call: IncomingMessage, answer: ServerResponse): void {
    if (this.weather === "silent") return;
    this.whenReleased(call.url ?? "", () => this.forward(call, answer));
  }

  private async forward(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const socket = await this.reach();
    // A server that is away is a bad gateway to those who ask a proxy.
    if (!socket) return void answer.writeHead(502).end();
    const { method, url: path } = call;
    const headers = { ...call.headers, connection: "close" };
    const onward = request({ method, path, headers, createConnection: () => socket }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on("close", () => onward.destroy());
    call.pipe(onward);
  }

  private upgrade(call: IncomingMessage, socket: Socket): void {
    if (this.weather === "no-sockets")
      return void socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    if (this.weather === "silent") return;
    this.whenReleased(call.url ?? "", () => this.join(call, socket));
  }

  /** The upgrade goes on as it came, and after it byte for byte. */
  private async join(call: IncomingMessage, socket: Socket): Promise<void> {
    const onward = await this.reach();
    if (!onward) return void socket.destroy();
    if (socket.destroyed) return void onward.destroy();
    const lines: string[] = [`${call.method} ${call.url} HTTP/1.1`];
    for (let at = 0; at < call.rawHeaders.length; at += 2) {
      lines.push(`${call.rawHeaders[at]}: ${call.rawHeaders[at + 1]}`);
    }
    onward.write(`${lines.join("\r\n")}\r\n\r\n`);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.lines.add(end);
      end.on("data", (bytes: Buffer) => this.weather !== "silent" && other.write(bytes));
      end.on("end", () => other.end());
      end.on("error", () => end.destroy());
      end.on("close", () => {
        this.lines.delete(end);
        other.destroy();
      });
    }
  }

  /** A connection to the first server that takes one. */
  private async reach(): Promise<Socket | null> {
    for (const target of this.targets) {
      const { hostname, port } = new URL(`http://${target}`);
      const socket = connect({ host: hostname, port: Number(port) });
      if (await connected(socket)) return socket;
    }
    return null;
  }
}

function connected(socket: Socket): Promise<boolean> {
  return new Promise((tell) => {
    socket.once("connect", () => tell(true));
    socket.once("error", () => tell(false));
  });
}
