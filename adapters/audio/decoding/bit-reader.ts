// Reads the bits of a stream, the highest of each byte first, and computes the checksums of FLAC over the read bytes.

import type { ByteQueue } from './byte-queue.ts';

export interface BitReader {
  /** Whether this many bits have arrived. */
  readonly has: (count: number) => boolean;
  /** An unsigned number of up to 33 bits; they must have arrived. */
  readonly read: (count: number) => number;
  /** A signed number in two's complement. */
  readonly readSigned: (count: number) => number;
  /** Reads zeros and the one after them, and returns the number of zeros; -1 if the one has not arrived: call it again. */
  readonly readUnary: () => number;
  /** Skips the rest of a byte. */
  readonly align: () => void;
  /** Checksums of the bytes since the last `restart`: CRC-8 with polynomial 7, CRC-16 with polynomial 8005 (hexadecimal). */
  readonly crc8: () => number;
  readonly crc16: () => number;
  readonly restart: () => void;
}

export function createBitReader(queue: ByteQueue): BitReader {
  let current = 0;
  /** The number of unread bits in `current`. */
  let left = 0;
  let zeros = 0;
  let crc8 = 0;
  let crc16 = 0;

  function next(): void {
    current = queue.shiftByte();
    left = 8;
    crc8 = crc8Table[crc8 ^ current] as number;
    crc16 = ((crc16 << 8) & 0xffff) ^ (crc16Table[(crc16 >> 8) ^ current] as number);
  }

  function read(count: number): number {
    let value = 0;
    for (let wanted = count; wanted > 0;) {
      if (left === 0) next();
      const bits = Math.min(left, wanted);
      left -= bits;
      wanted -= bits;
      value = value * (1 << bits) + ((current >> left) & ((1 << bits) - 1));
    }
    return value;
  }

  return {
    has: (count) => left + queue.length() * 8 >= count,
    read,
    readSigned(count) {
      const value = read(count);
      return value >= 2 ** (count - 1) ? value - 2 ** count : value;
    },
    readUnary() {
      for (;;) {
        const rest = current & ((1 << left) - 1);
        if (rest !== 0) {
          const before = left - (32 - Math.clz32(rest));
          left -= before + 1;
          const count = zeros + before;
          zeros = 0;
          return count;
        }
        zeros += left;
        left = 0;
        if (queue.length() === 0) return -1;
        next();
      }
    },
    align: () => void (left = 0),
    crc8: () => crc8,
    crc16: () => crc16,
    restart() {
      crc8 = 0;
      crc16 = 0;
    },
  };
}

/** The checksums of each byte. */
function crcTable(bits: number, polynomial: number): readonly number[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc << 1) ^ (crc >> (bits - 1) === 0 ? 0 : polynomial);
      crc &= 2 ** bits - 1;
    }
    return crc;
  });
}
const crc8Table = crcTable(8, 0x07);
const crc16Table = crcTable(16, 0x8005);
