/** A random id of 128 bits, also where the page came over plain HTTP and `crypto.randomUUID` is missing. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random UUID, version 4. */
export function randomUuid(): string {
  const digits = randomId();
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const whole = `${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return whole.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
