/** The streets that cars can drive, and the shortest way along them. */
import { readMap } from "../api/client";
import { bearing, metresBetween, nearestOn, type Place, turn } from "./geo";
import { MinHeap } from "./heap";

/** `/map/streets.json` as it is served. */
export interface StreetsFile {
  nodes: [lat: number, lng: number][];
  /** Indices of the nodes; 1: only in this direction, 0: in both. */
  edges: [from: number, to: number, oneway: number][];
}

/** Whoever is further from every street than this is not on the map, in metres. */
const OFF_M = 150;
/** A receiver may put a car on the lane beside; lanes that are this much further off count as near as the nearest. */
const BESIDE_M = 12;
/** What it costs to begin against the way the car faces, in metres. */
const ABOUT_TURN_M = 200;

interface Step {
  to: number;
  metres: number;
}

/** A place on an edge: where, and what it costs from there to the edge's ends. */
interface Snap {
  edge: readonly [from: number, to: number, oneway: number];
  share: number;
  metres: number;
  at: Place;
}

/** A network of streets. */
export class Streets {
  readonly #nodes: Place[];
  readonly #edges: StreetsFile["edges"];
  readonly #steps: Step[][];

  constructor({ nodes, edges }: StreetsFile) {
    this.#nodes = nodes.map(([lat, lng]) => ({ lat, lng }));
    this.#edges = edges;
    this.#steps = nodes.map(() => []);
    for (const [from, to, oneway] of edges) {
      const metres = metresBetween(this.#node(from), this.#node(to));
      this.#steps[from]?.push({ to, metres });
      if (oneway === 0) this.#steps[to]?.push({ to: from, metres });
    }
  }

  /**
   * The shortest way from `from` to `to`, from street to street; `null` where one of them is off the streets. With a
   * heading, the way begins as the car faces if that is not much longer.
   */
  routeAlong(from: Place, to: Place, headingDeg: number | null = null): Place[] | null {
    const starts = this.#snaps(from);
    const [end] = this.#snaps(to);
    if (!end || starts.length === 0) return null;

    // Costs from all places where the way may begin, and what lies before each node.
    const cost = new Float64Array(this.#nodes.length).fill(Infinity);
    const before = new Int32Array(this.#nodes.length).fill(-1);
    const begun = new Map<number, Snap>();
    const open = new MinHeap<number>();
    let direct: { metres: number; start: Snap } | null = null;
    for (const start of starts) {
      for (const { node, metres } of this.#leaving(start, from, headingDeg)) {
        if (metres >= (cost[node] ?? 0)) continue;
        cost[node] = metres;
        begun.set(node, start);
        open.push(node, metres);
      }
      const along = this.#along(start, end, headingDeg);
      if (along !== null && along < (direct?.metres ?? Infinity)) direct = { metres: along, start };
    }
    const goals = this.#arriving(end);
    this.#spread(open, cost, before, begun);
    let best: { metres: number; node: number } | null = null;
    for (const { node, metres } of goals) {
      const all = (cost[node] ?? Infinity) + metres;
      if (all < (best?.metres ?? Infinity)) best = { metres: all, node };
    }
    if (direct && direct.metres <= (best?.metres ?? Infinity)) return [direct.start.at, end.at];
    if (!best) return null;
    const nodes: number[] = [best.node];
    for (let node = best.node; (before[node] ?? -1) !== -1;) {
      node = before[node] ?? -1;
      nodes.unshift(node);
    }
    const start = begun.get(nodes[0] ?? -1);
    return [...(start ? [start.at] : []), ...nodes.map((node) => this.#node(node)), end.at];
  }

  #spread(open: MinHeap<number>, cost: Float64Array, before: Int32Array, begun: Map<number, Snap>): void {
    for (let top = open.pop(); top; top = open.pop()) {
      const { value: node, key } = top;
      if (key > (cost[node] ?? 0)) continue;
      for (const { to, metres } of this.#steps[node] ?? []) {
        const all = key + metres;
        if (all >= (cost[to] ?? 0)) continue;
        cost[to] = all;
        before[to] = node;
        begun.delete(to);
        open.push(to, all);
      }
    }
  }

  /** The nodes that one comes to first from a place on an edge, and at which cost. */
  #leaving({ edge, share, metres: off, at }: Snap, place: Place, headingDeg: number | null) {
    const [from, to, oneway] = edge;
    const length = metresBetween(this.#node(from), this.#node(to));
    const ways = [{ node: to, metres: length * (1 - share) }];
    if (oneway === 0) ways.push({ node: from, metres: length * share });
    return ways.map(({ node, metres }) => {
      const other = node === to ? from : to;
      const isBehind =
        headingDeg !== null &&
        metresBetween(place, at) < OFF_M &&
        Math.abs(turn(headingDeg, bearing(this.#node(other), this.#node(node)))) > 100;
      return { node, metres: metres + off + (isBehind ? ABOUT_TURN_M : 0) };
    });
  }

  /** The nodes from which one comes to a place on an edge, and at which cost. */
  #arriving({ edge: [from, to, oneway], share }: Snap) {
    const length = metresBetween(this.#node(from), this.#node(to));
    const ways = [{ node: from, metres: length * share }];
    if (oneway === 0) ways.push({ node: to, metres: length * (1 - share) });
    return ways;
  }

  /** The cost of staying on one edge; `null` where that is not possible. */
  #along(start: Snap, end: Snap, headingDeg: number | null): number | null {
    if (start.edge !== end.edge) return null;
    const [from, to, oneway] = start.edge;
    const isForwards = end.share >= start.share;
    if (!isForwards && oneway !== 0) return null;
    const way = bearing(this.#node(from), this.#node(to)) + (isForwards ? 0 : 180);
    const isBehind = headingDeg !== null && Math.abs(turn(headingDeg, way)) > 100;
    return metresBetween(start.at, end.at) + start.metres + (isBehind ? ABOUT_TURN_M : 0);
  }

  /** The nearest place on a street, and those beside it that are nearly as near. */
  #snaps(place: Place): Snap[] {
    const all = this.#edges.map((edge): Snap => {
      const { share, metres, at } = nearestOn(this.#node(edge[0]), this.#node(edge[1]), place);
      return { edge, share, metres, at };
    });
    const nearest = Math.min(...all.map(({ metres }) => metres));
    if (nearest > OFF_M) return [];
    return all
      .filter(({ metres }) => metres <= nearest + BESIDE_M)
      .toSorted((one, other) => one.metres - other.metres);
  }

  #node(index: number): Place {
    const node = this.#nodes[index];
    if (!node) throw new Error(`no street node ${index}`);
    return node;
  }
}

let loading: Promise<Streets> | null = null;

/** The streets, fetched once for all maps of the page; asked for anew after a failure. */
export function loadStreets(): Promise<Streets> {
  loading ??= readMap<StreetsFile>("streets").then((file) => new Streets(file));
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
