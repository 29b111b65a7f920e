// Writes FLAC (RFC 9639) for tests: one channel of 16 bits, frames of 4,096 samples, a fixed predictor and one Rice parameter each.

const frameLength = 4_096;
/** The predictor is the line through the two samples before. */
const order = 2;
/** Numbers of bits for the Rice parameter; 15 would mean plain residuals. */
const riceMax = 14;

/** Bits as bytes, the highest first. */
class BitWriter {
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

export function flacStream(samples: Int16Array, sampleRate: number): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('fLaC'), header(samples.length, sampleRate)];
  for (let at = 0; at < samples.length; at += frameLength) {
    parts.push(frame(samples.subarray(at, at + frameLength), at / frameLength));
  }
  return Buffer.concat(parts);
}

/** The only block of metadata. Sizes of frames and the digest are unknown. */
function header(length: number, sampleRate: number): Uint8Array {
  const bits = new BitWriter();
  bits.write(0x80, 8);
  bits.write(34, 24);
  bits.write(frameLength, 16);
  bits.write(frameLength, 16);
  bits.write(0, 24 + 24);
  bits.write(sampleRate, 20);
  bits.write(0, 3);
  bits.write(16 - 1, 5);
  bits.write(0, 4);
  bits.write(length, 32);
  return Buffer.concat([Uint8Array.from(bits.bytes), Buffer.alloc(16)]);
}

function frame(samples: Int16Array, number: number): Uint8Array {
  const bits = new BitWriter();
  bits.write(0xfff8, 16);
  bits.write(0x70, 8); // the length below, the rate of the stream
  bits.write(0x08, 8); // one channel, 16 bits
  for (const byte of Buffer.from(String.fromCodePoint(number))) bits.write(byte, 8);
  bits.write(samples.length - 1, 16);
  bits.write(crc(bits.bytes, 8, 0x07), 8);
  if (samples.length <= order) plain(bits, samples);
  else predicted(bits, samples);
  bits.align();
  bits.write(crc(bits.bytes, 16, 0x8005), 16);
  return Uint8Array.from(bits.bytes);
}

function plain(bits: BitWriter, samples: Int16Array): void {
  bits.write(0x02, 8);
  for (const sample of samples) bits.write(sample, 16);
}

function predicted(bits: BitWriter, samples: Int16Array): void {
  bits.write((8 + order) << 1, 8);
  for (const sample of samples.subarray(0, order)) bits.write(sample, 16);
  const residuals = [...samples.subarray(order)].map((sample, index) => {
    return sample - 2 * (samples[index + 1] ?? 0) + (samples[index] ?? 0);
  });
  const folded = residuals.map((value) => (value < 0 ? -2 * value - 1 : 2 * value));
  const mean = folded.reduce((sum, value) => sum + value, 0) / folded.length;
  const rice = Math.min(riceMax, Math.max(0, Math.floor(Math.log2(mean + 1))));
  bits.write(0, 2 + 4);
  bits.write(rice, 4);
  for (const value of folded) {
    bits.writeUnary(value >>> rice);
    bits.write(value, rice);
  }
}

/** A checksum of `width` bits; `polynomial` omits the highest bit. */
function crc(bytes: readonly number[], width: 8 | 16, polynomial: number): number {
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
