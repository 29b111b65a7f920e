// Reads the end of SQLite's write-ahead log (`-wal`), and where it should be by the index that SQLite keeps beside it (`-shm`).
// SQLite itself takes a log that was truncated, or has a hole, for a shorter one. The formats: https://sqlite.org/walformat.html

import { readSync } from 'node:fs';
import { endianness } from 'node:os';

/** The end of the log after the last commit. The index has it in memory that files share: a kill of the process does not lose it. */
export interface LogEnd {
  /** The number of frames; each has a page. */
  readonly frames: number;
  readonly pageBytes: number;
  /** As in the header of the last frame: the salts of the log, and the checksum of all its frames. */
  readonly seal: Buffer;
}

const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const indexHeaderBytes = 48;

/** The bytes of the salts, and those of a seal, which begins with them. */
const saltBytes = 8;
const sealBytes = 16;
/** Where the seal begins in the header of a frame. */
const sealAt = 8;

/** The format of both files, and the number at the beginning of a log; its last bit is set if checksums are big-endian. */
const formatVersion = 3_007_000;
const magicNumber = 0x377f0682;

/** The index is in the byte order of the machine. */
const isNativeLittle = endianness() === 'LE';

/** The end of the log by its index; undefined if the index has none, such as while SQLite writes it. */
export function readLogEnd(index: number): LogEnd | undefined {
  const bytes = Buffer.allocUnsafe(2 * indexHeaderBytes);
  if (readSync(index, bytes, 0, bytes.length, 0) < bytes.length) return undefined;
  return endIn(bytes, 0) ?? endIn(bytes, indexHeaderBytes); // SQLite writes two copies, one after the other
}

/** Whether the log has a frame with the seal of this end in its place, and all of its page. */
export function hasEnd(log: number, { frames, pageBytes, seal }: LogEnd): boolean {
  if (frames === 0) return true;
  const found = Buffer.allocUnsafe(sealBytes + pageBytes);
  const length = readSync(log, found, 0, found.length, frameAt(frames, pageBytes) + sealAt);
  return length === found.length && found.subarray(0, sealBytes).equals(seal);
}

/** Whether both are ends of one log: SQLite draws new salts when a log begins anew. */
export function isSameLog(one: LogEnd, other: LogEnd): boolean {
  return one.seal.subarray(0, saltBytes).equals(other.seal.subarray(0, saltBytes));
}

/** The number of frames up to this end that are as they were written, from the first on. Reads all of them. */
export function wholeFrames(log: number, { frames, pageBytes, seal }: LogEnd): number {
  const header = Buffer.allocUnsafe(logHeaderBytes);
  if (readSync(log, header, 0, logHeaderBytes, 0) < logHeaderBytes) return 0;
  const magic = header.readUInt32BE(0);
  const salts = seal.subarray(0, saltBytes);
  const isOfThisLog =
    (magic & ~1) === magicNumber &&
    header.readUInt32BE(8) === pageBytes &&
    header.subarray(16, 24).equals(salts);
  if (!isOfThisLog) return 0;
  const isLittle = (magic & 1) === 0;
  let sum = checksum([0, 0], header, 0, 24, isLittle);
  if (!isSum(header, 24, sum)) return 0;
  const frame = Buffer.allocUnsafe(frameHeaderBytes + pageBytes);
  for (let whole = 0; whole < frames; whole += 1) {
    if (readSync(log, frame, 0, frame.length, frameAt(whole + 1, pageBytes)) < frame.length) {
      return whole;
    }
    sum = checksum(sum, frame, 0, 8, isLittle);
    sum = checksum(sum, frame, frameHeaderBytes, frame.length, isLittle);
    if (!frame.subarray(8, 16).equals(salts) || !isSum(frame, 16, sum)) return whole;
  }
  return frames;
}

type Sum = readonly [number, number];

/** SQLite's checksum of pairs of words, continued from an earlier one. In signed words, which are five times as fast. */
function checksum(before: Sum, bytes: Buffer, from: number, to: number, isLittle: boolean): Sum {
  let [first, second] = before;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at < to; at += 8) {
    first = (first + words.getInt32(at, isLittle) + second) | 0;
    second = (second + words.getInt32(at + 4, isLittle) + first) | 0;
  }
  return [first, second];
}

function isSum(bytes: Buffer, at: number, [first, second]: Sum): boolean {
  return bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second;
}

/** Where a frame begins in the log; the first has the number 1. */
function frameAt(frame: number, pageBytes: number): number {
  return logHeaderBytes + (frame - 1) * (frameHeaderBytes + pageBytes);
}

/** The end in one copy of the index's header; undefined if the copy is not whole. */
function endIn(index: Buffer, at: number): LogEnd | undefined {
  const header = index.subarray(at, at + indexHeaderBytes);
  const words = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const word = (offset: number) => words.getInt32(offset, isNativeLittle);
  const [first, second] = checksum([0, 0], header, 0, 40, isNativeLittle);
  const isWhole = word(0) === formatVersion && word(40) === first && word(44) === second;
  if (!isWhole) return undefined;
  const seal = Buffer.from(header.subarray(24, 24 + sealBytes));
  seal.set(header.subarray(32, 32 + saltBytes), 0); // the index has the checksum first, as native words
  seal.writeInt32BE(word(24), saltBytes);
  seal.writeInt32BE(word(28), saltBytes + 4);
  const pageSize = words.getUint16(14, isNativeLittle);
  return { frames: word(16), pageBytes: pageSize === 1 ? 65_536 : pageSize, seal };
}
