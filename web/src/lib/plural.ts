/** A number with its noun: Finnish has one form for 1 and another, the partitive singular, for the rest. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
