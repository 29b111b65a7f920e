// Writes bits for FLAC, with its checksums.

/** Bits as bytes, the highest first. */
export class BitWriter {
  readonly bytes: number[] = [];
  #byte = 0;
  #count = 0;

  write(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) this.#push((value >>> bit) & 1);
  }

  /** Writes `zeros` zeros and a one. */
  writeUnary(zeros: number): void {
    for (let count = 0; count < zeros; count += 1) this.#push(0);
    this.#push(1);
  }

  align(): void {
    while (this.#count > 0) this.#push(0);
  }

  #push(bit: number): void {
    this.#byte = (this.#byte << 1) | bit;
    this.#count += 1;
    if (this.#count < 8) return;
    this.bytes.push(this.#byte);
    [this.#byte, this.#count] = [0, 0];
  }
}

/** A checksum of FLAC, of 8 or 16 bits. */
export function checksum(bytes: readonly number[], width: 8 | 16): number {
  const polynomial = width === 8 ? 0x07 : 0x8005; // without its highest bit
  const [top, mask] = [1 << (width - 1), 2 ** width - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      sum = ((sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial) & mask;
    }
  }
  return sum;
}
