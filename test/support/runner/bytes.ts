// Compares equal bytes and samples as buffers: `toEqual` alone compares them element by element, like objects. Unequal ones
// still go through `toEqual`, which reports the difference.

import { expect } from 'vitest';

const isView = (value: unknown) => value instanceof Uint8Array || value instanceof Int16Array;

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength);

expect.addEqualityTesters([
  (one, other) =>
    isView(one) &&
    isView(other) &&
    Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
    bytesOf(one).equals(bytesOf(other))
      ? true
      : undefined,
]);
