// What a miss says about the values that differ.

import { expect, it } from 'vitest';
import { frameMissText, missText } from '../../../../adapters/upstream/play/miss-text.ts';
import type { RecordedRequest } from '../../../../adapters/upstream/traffic.ts';

const nearest = { n: 7, method: 'POST', url: '/a' } as RecordedRequest;

function textOf(left: unknown, right: unknown): string {
  const differences = [{ path: 'body', left, right }];
  return missText('POST /a', { nearest, differences, isUsedUp: false });
}

it('has the beginning of a long value, as JSON', () => {
  const list = Array.from({ length: 30 }, (_, index) => ({ index, name: 'é"\n' }));
  expect(textOf(list, 'x'.repeat(80))).toBe(
    `POST /a is not in the recording. Nearest is entry 7, POST /a, with body ${JSON.stringify(list).slice(0, 57)}... in place of "${'x'.repeat(56)}....`,
  );
  expect(textOf({ a: null, b: [1, true] }, undefined)).toContain(
    'body {"a":null,"b":[1,true]} in place of nothing.',
  );
});

it('prints no more of a value than it has', () => {
  let reads = 0;
  const deep: object = new Proxy(
    {},
    {
      ownKeys: () => ['a', 'b'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get(_target, name): unknown {
        reads += 1;
        return name === 'a' || name === 'b' ? deep : undefined;
      },
    },
  );
  expect(frameMissText(JSON.stringify('x'), { expected: undefined, differences: [] })).toContain(
    'x',
  );
  expect(textOf(deep, 'x')).toContain(`{"a":`.repeat(11));
  expect(reads).toBeLessThan(200);
});
