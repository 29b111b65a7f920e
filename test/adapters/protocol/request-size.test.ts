import { expect, it } from 'vitest';
import { headerBytesMax } from '../../../adapters/protocol/limits.ts';
import { headersTooLarge, sizeRefusal } from '../../../adapters/protocol/request-size.ts';

it('allows a URL of exactly the maximum length', () => {
  const url = '/'.padEnd(100, 'x');
  expect(sizeRefusal({ url, headers: {} }, 100)).toBeUndefined();
  expect(sizeRefusal({ url, headers: {} }, 99)).toEqual([
    414,
    'The URL is longer than 99 characters.',
  ]);
});

it('allows headers of exactly the maximum size together with the URL', () => {
  const sized = (bytes: number) => ({ host: 'abc', absent: undefined, x: 'x'.repeat(bytes) });
  const largest = headerBytesMax - '/url'.length - 'host: abc\r\nabsent: \r\nx: \r\n'.length;
  expect(sizeRefusal({ url: '/url', headers: sized(largest) }, 100)).toBeUndefined();
  expect(sizeRefusal({ url: '/url', headers: sized(largest + 1) }, 100)).toEqual([
    431,
    headersTooLarge,
  ]);
});
