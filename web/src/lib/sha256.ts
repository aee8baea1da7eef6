/** SHA-256 over many texts that begin alike: what they share is digested once. `crypto.subtle` is slower for so short ones. */

const ROUNDS = 64;
/** Bytes of a block. */
const BLOCK = 64;
/** Bytes at the end of the last block that say how long the text is. */
const LENGTH_BYTES = 8;

// prettier-ignore
const K = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
// prettier-ignore
const FIRST = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

const words = new Int32Array(ROUNDS);
const at = (array: Int32Array, index: number) => array[index] ?? 0;
const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Takes a block, of 16 words, into a state. */
function compress(state: Int32Array, block: DataView, offset: number): void {
  for (let t = 0; t < 16; t += 1) words[t] = block.getInt32(offset + 4 * t);
  for (let t = 16; t < ROUNDS; t += 1) {
    const [a, b] = [at(words, t - 15), at(words, t - 2)];
    const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
    const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
    words[t] = (at(words, t - 16) + s0 + at(words, t - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < ROUNDS; t += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + at(K, t) + at(words, t)) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (at(state, index) + word) | 0;
}

/** The digests of texts that begin with `prefix` and have at most 56 characters more, all ASCII; each as eight words. */
export function digestsOf(prefix: string): (end: string) => Int32Array {
  const shared = new TextEncoder().encode(prefix);
  const whole = shared.length - (shared.length % BLOCK);
  const middle = FIRST.slice();
  const view = new DataView(shared.buffer, shared.byteOffset);
  for (let offset = 0; offset < whole; offset += BLOCK) compress(middle, view, offset);
  const rest = shared.subarray(whole);
  const tail = new Uint8Array(2 * BLOCK);
  const tailView = new DataView(tail.buffer);
  const state = new Int32Array(middle.length);
  return (end) => {
    const length = rest.length + end.length;
    const blocks = length + 1 + LENGTH_BYTES > BLOCK ? 2 : 1;
    tail.fill(0);
    tail.set(rest);
    for (let index = 0; index < end.length; index += 1) tail[rest.length + index] = end.charCodeAt(index);
    tail[length] = 0x80;
    tailView.setUint32(blocks * BLOCK - 4, 8 * (whole + length));
    state.set(middle);
    for (let block = 0; block < blocks; block += 1) compress(state, tailView, block * BLOCK);
    return state;
  };
}
