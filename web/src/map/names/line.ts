/** Lines in the world of zoom 0 and in pixels, as the names need them. */

/** A point in whatever unit its line has. */
export interface Point {
  x: number;
  y: number;
}

/** The points of a row of x, y. */
export function pointsOf(row: Float64Array): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < row.length; index += 2)
    points.push({ x: row[index] ?? 0, y: row[index + 1] ?? 0 });
  return points;
}

/** Joins lines that end where another begins into longer ones. */
export function chain(lines: readonly Point[][]): Point[][] {
  const chains: Point[][] = [];
  const left = lines.filter((line) => line.length > 1).map((line) => [...line]);
  for (let line = left.pop(); line; line = left.pop()) {
    for (;;) {
      const [first, last] = [line[0], line.at(-1)];
      const next = left.findIndex((one) =>
        [one[0], one.at(-1)].some((end) => isSame(end, first) || isSame(end, last)),
      );
      const other = next === -1 ? undefined : left.splice(next, 1)[0];
      if (!other) break;
      line = join(line, other);
    }
    chains.push(line);
  }
  return chains;
}

/** Two lines that share an end, as one. */
function join(one: Point[], other: Point[]): Point[] {
  const turned = isSame(one[0], other[0]) || isSame(one.at(-1), other.at(-1)) ? other.toReversed() : other;
  return isSame(one.at(-1), turned[0]) ? [...one, ...turned.slice(1)] : [...turned, ...one.slice(1)];
}

function isSame(one: Point | undefined, other: Point | undefined): boolean {
  return one !== undefined && other !== undefined && one.x === other.x && one.y === other.y;
}

/** Points along a line, at most `step` apart. */
export function sampled(line: readonly Point[], step: number): Point[] {
  return line.flatMap((point, index) => {
    const next = line[index + 1];
    if (!next) return [point];
    const parts = Math.max(1, Math.ceil(Math.hypot(next.x - point.x, next.y - point.y) / step));
    return Array.from({ length: parts }, (_, part) => towards(point, next, part / parts));
  });
}

/** How far `point` is from a line. */
export function distanceTo(line: readonly Point[], point: Point): number {
  let least = Infinity;
  for (let index = 0; index + 1 < line.length; index += 1) {
    const [one, other] = [line[index], line[index + 1]];
    if (one && other) least = Math.min(least, distanceToSegment(one, other, point));
  }
  return least;
}

/** The stretch of a line between two lengths along it. */
export function stretch(line: readonly Point[], from: number, to: number): Point[] {
  const cut: Point[] = [];
  let passed = 0;
  for (let index = 0; index + 1 < line.length; index += 1) {
    const [one, other] = [line[index], line[index + 1]];
    if (!one || !other) continue;
    const length = Math.hypot(other.x - one.x, other.y - one.y);
    if (passed + length >= from && passed <= to && length > 0) {
      if (cut.length === 0) cut.push(towards(one, other, Math.max(0, (from - passed) / length)));
      cut.push(towards(one, other, Math.min(1, (to - passed) / length)));
    }
    passed += length;
  }
  return cut;
}

export function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, { x, y }, index) => {
    const before = line[index - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum;
  }, 0);
}

export function towards(one: Point, other: Point, share: number): Point {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

function distanceToSegment(one: Point, other: Point, point: Point): number {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((point.x - one.x) * dx + (point.y - one.y) * dy) / square;
  const nearest = towards(one, other, Math.min(1, Math.max(0, share)));
  return Math.hypot(point.x - nearest.x, point.y - nearest.y);
}
