// Consequences in a world by the numbers of the recording of real services that was performed there.

import { expect, it } from 'vitest';
import type { ProxyLines, Recording } from '../../../../adapters/recording/format/reader.ts';
import type { Consequence } from '../../../../adapters/recording/whatif/consequences.ts';
import { EntryNumbers } from '../../../../adapters/recording/whatif/entry-numbers.ts';

const request = { kind: 'http.request', method: 'GET', url: '/v1/w3s/wallets' };
const advance = { kind: 'clock', method: 'POST', url: '/__reprise/worlds/a/clock/advance' };
const given = { entries: [{ ...request, n: 1 }] } as unknown as Recording<ProxyLines>;
const world = {
  header: { world: { name: 'a' } },
  entries: [
    { ...advance, n: 1 },
    { ...request, n: 2 },
  ],
} as unknown as Recording;

const answerTo = (...entries: readonly number[]): Consequence => ({
  kind: 'answer',
  entries,
  what: '',
  fields: [],
});

it('leaves out answers to requests that only the world got', () => {
  const numbers = new EntryNumbers(given, world);
  const group = { change: '', changed: undefined, event: undefined, because: [], also: [] };
  const groups = [
    { ...group, consequences: [answerTo(1)] },
    { ...group, consequences: [answerTo(1, 2), answerTo(1), answerTo()] },
  ];
  expect(numbers.groupsInGiven(groups, []).map(({ consequences }) => consequences)).toEqual([
    [answerTo(1), answerTo()],
  ]);
});
