/** What a car is called among people: dispatchers' systems put words of their own, in small letters, before its number. */
export function carName(carId: string): string {
  const [, number = carId] = /^[\p{Ll}\d _-]*?(\d+(?:-\d+)*)$/u.exec(carId) ?? [];
  return `Auto ${number}`;
}
