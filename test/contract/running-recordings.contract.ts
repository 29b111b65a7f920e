// Requirements for how every event store notes which recordings are running.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NotedRecording, EventStore, RunningRecordings } from '../../core/index.ts';
import { recordOf } from './event-store.contract.ts';

export function recordingOf(world: string, own: Partial<NotedRecording> = {}): NotedRecording {
  const base = { inputs: 2, position: 5, digest: 'a'.repeat(64) };
  return { world, file: `/recordings/${world}.jsonl`, base, ...own };
}

/** `open`: a new, empty store. */
export function describeRecordings(
  name: string,
  open: () => EventStore | Promise<EventStore>,
): void {
  describe(`the running recordings in the ${name} event store`, () => {
    let store: EventStore;
    let recordings: RunningRecordings;

    beforeEach(async () => {
      store = await open();
      if (store.recordings === undefined) throw new Error('The store notes no recordings.');
      ({ recordings } = store);
      for (const world of ['a', 'b']) await store.create(recordOf(world));
    });

    afterEach(async () => {
      await store.close();
    });

    it('are those that have begun and not ended', async () => {
      const [plain, atNode] = [recordingOf('a'), recordingOf('b', { node: 'http://10.0.0.5:1' })];
      expect(await recordings.find('a')).toBeUndefined();
      for (const each of [plain, atNode]) await recordings.begin(each);
      expect(await recordings.find('a')).toEqual(plain);
      expect(await recordings.find('b')).toEqual(atNode);
      await recordings.end(plain);
      await recordings.end(plain);
      expect(await recordings.find('a')).toBeUndefined();
      expect(await recordings.find('b')).toEqual(atNode);
    });

    it('are the last of each world: the end of an earlier one changes nothing', async () => {
      const first = recordingOf('a', { node: 'http://one' });
      const second = recordingOf('a', { node: 'http://two' });
      const third = recordingOf('a', { node: 'http://two', file: 'other' });
      for (const [each, earlier] of [
        [first, undefined],
        [second, first],
        [third, second],
      ] as const) {
        await recordings.begin(each);
        if (earlier !== undefined) await recordings.end(earlier);
        expect(await recordings.find('a')).toEqual(each);
      }
    });

    it('are not those of unknown worlds', async () => {
      await recordings.begin(recordingOf('none'));
      await recordings.end(recordingOf('none'));
      expect(await recordings.find('none')).toBeUndefined();
      await store.create(recordOf('none'));
      expect(await recordings.find('none')).toBeUndefined();
    });

    it('go with their world, by removal or reset', async () => {
      for (const world of ['a', 'b']) await recordings.begin(recordingOf(world));
      await store.reset(recordOf('a'));
      await store.remove('b');
      expect(await recordings.find('b')).toBeUndefined();
      for (const world of ['b', 'c']) await store.create(recordOf(world));
      for (const world of ['a', 'b', 'c']) expect(await recordings.find(world)).toBeUndefined();
    });

    it('are not those of the world that was forked', async () => {
      await recordings.begin(recordingOf('a'));
      await store.create(recordOf('fork'), { world: 'a', inputs: 0, position: 0 });
      expect(await recordings.find('fork')).toBeUndefined();
    });
  });
}
