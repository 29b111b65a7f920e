// Equal bytes and samples are found equal at once: `toEqual` compares them element by element, as if they were objects. Those that
// differ are compared as ever, and reported with their difference.

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
