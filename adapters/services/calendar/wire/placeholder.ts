// Placeholder images: PNG files of one colour and any dimensions. Encoded here, since the output of zlib differs between
// its versions.

export interface Placeholder {
  readonly width: number;
  readonly height: number;
  /** The length of the file in bytes; longer if the image needs more. */
  readonly fileBytes: number;
  /** Chooses the colour. */
  readonly id: number;
}

/** A valid PNG file: 1 bit for each pixel, a palette of one colour, and padding up to the length. */
export function placeholder({ width, height, fileBytes, id }: Placeholder): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 3], 8); // bit depth 1, indexed colour
  const palette = Buffer.of((id * 67) % 256, (id * 131 + 80) % 256, (id * 29 + 160) % 256);
  const rowBytes = 1 + Math.ceil(width / 8); // filter type and pixels
  const head = [signature, chunk('IHDR', header), chunk('PLTE', palette)];
  const tail = [chunk('IDAT', compressedZeros(rowBytes * height)), chunk('IEND', Buffer.alloc(0))];
  const length = [...head, ...tail].reduce((sum, { length: bytes }) => sum + bytes, 0);
  const room = fileBytes - length - chunkOverhead;
  // An ancillary, private, safe-to-copy chunk by the case of its letters: every reader skips it.
  const filling = room < 0 ? [] : [chunk('fiLl', Buffer.alloc(room))];
  return Buffer.concat([...head, ...filling, ...tail]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const chunkOverhead = 12;

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(chunkOverhead + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** Zeros as a zlib stream (RFC 1950, 1951): one literal and its repetitions, in fixed Huffman codes. */
function compressedZeros(count: number): Buffer {
  const bits = new BitWriter();
  bits.put(1, 1); // the last block
  bits.put(1, 2); // fixed Huffman codes
  const repetitions = Math.floor((count - 1) / repetitionMax);
  for (let left = count - repetitions * repetitionMax; left > 0; left -= 1) bits.putCode(0x30, 8);
  for (let left = repetitions; left > 0; left -= 1) {
    bits.putCode(0xc5, 8); // 258 bytes
    bits.putCode(0, 5); // distance 1
  }
  bits.putCode(0, 7); // the end of the block
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(count % 65_521, 0); // Adler-32 of zeros
  sum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.of(0x78, 0x01), bits.bytes(), sum]);
}

const repetitionMax = 258;

class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** Appends a number, lowest bit first. */
  put(value: number, bits: number): void {
    for (let bit = 0; bit < bits; bit += 1) this.#putBit((value >> bit) & 1);
  }

  /** Appends a code, highest bit first. */
  putCode(code: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit -= 1) this.#putBit((code >> bit) & 1);
  }

  #putBit(bit: number): void {
    this.#bits |= bit << this.#count;
    this.#count += 1;
    if (this.#count < 8) return;
    this.#bytes.push(this.#bits);
    this.#bits = 0;
    this.#count = 0;
  }

  /** All bytes, the last one padded with zeros. */
  bytes(): Buffer {
    return Buffer.from(this.#count === 0 ? this.#bytes : [...this.#bytes, this.#bits]);
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_none, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 255] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
