/** A tile server: one picture for every tile, or a failure. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One pixel of green; a map stretches it. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Serves tiles at {@link TileServer.url}. */
export class TileServer {
  /** How many were asked for. */
  asked = 0;

  private constructor(private readonly server: Server) {}

  /** Starts one that answers with `status`. */
  static async start(status: 200 | 500): Promise<TileServer> {
    const server = createServer();
    const tiles = new TileServer(server);
    server.on("request", (_, answer) => {
      tiles.asked += 1;
      answer.writeHead(status, { "content-type": "image/png" }).end(status === 200 ? PIXEL : "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return tiles;
  }

  /** As `OVELLE_TILE_URL` takes it. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
