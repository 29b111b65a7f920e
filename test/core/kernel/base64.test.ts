import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64ToBytes,
  base64ToUint16s,
  bytesToBase64,
  uint16sToBase64,
} from '../../../core/kernel/base64.ts';

describe('base64', () => {
  it('prints bytes as Buffer does, and reads them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const text = bytesToBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect([...base64ToBytes(text)]).toEqual([...bytes]);
      }),
    );
  });

  it('prints 16-bit integers in little-endian order, and reads them back', () => {
    expect(uint16sToBase64([0x0102])).toBe(Buffer.from([2, 1]).toString('base64'));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (values) => {
        expect(base64ToUint16s(uint16sToBase64(values))).toEqual(values);
      }),
    );
  });
});
