// Headers as recordings have them.

import { expect, it } from 'vitest';
import { inLowerCase, recordedHeaders } from '../../../adapters/upstream/headers.ts';

it('keeps headers with the names of members of objects', () => {
  const names = ['constructor', 'toString', '__proto__'];
  const recorded = recordedHeaders(
    names.map((name) => [name, 'value'] as const),
    inLowerCase,
  );
  expect(Object.entries(recorded)).toEqual([
    ['constructor', 'value'],
    ['tostring', 'value'],
    ['__proto__', 'value'],
  ]);
});
