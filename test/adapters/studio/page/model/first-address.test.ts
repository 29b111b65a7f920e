// Where a file opens.

import { expect, it } from 'vitest';
import { firstAddress } from '../../../../../adapters/studio/page/model/first-address.ts';
import type { Story, StoryWorld } from '../../../../../adapters/studio/story/story.ts';

const world = (name: string): StoryWorld => ({
  record: {
    name,
    seed: '',
    epoch: '2026-01-01T00:00:00.000Z',
    ids: 'ordinal',
    clock: { mode: 'frozen', rate: 1 },
    config: {},
  },
  entries: [{ input: { n: 1, atMs: 0, kind: 'time' }, events: [], digest: '' }],
  exchanges: [],
});
const story = (...worlds: readonly StoryWorld[]): Story => ({
  story: 1,
  title: '',
  notes: [],
  worlds,
});

it('opens at what differs, at the only world, or at the list of worlds', () => {
  const [one, other] = [world('one'), world('other')];
  const difference = { worlds: ['one', 'other'], summary: '', text: '' } as const;
  expect(firstAddress({ ...story(one, other), difference })).toEqual({
    world: 'one',
    view: 'compare',
    with: 'other',
  });
  expect(firstAddress(story(one))).toEqual({ world: 'one', view: 'timeline' });
  expect(firstAddress(story({ ...one, entries: [] }))).toEqual({ world: 'one', view: 'exchanges' });
  expect(firstAddress(story(one, other))).toBeUndefined();
});
