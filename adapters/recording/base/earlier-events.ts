// The events before a recording began: its fixture, or the past of its world.

import type { Millis } from '../../../core/index.ts';
import type { StoryEvent } from '../../contracts/story.ts';
import { baseJournal } from './base-journal.ts';
import { fixtureJournal } from './header-world.ts';
import type { Recording } from '../format/reader.ts';

export interface EarlierEvent extends StoryEvent {
  readonly atMs: Millis;
}

export async function earlierEvents(
  file: string,
  recording: Recording,
): Promise<readonly EarlierEvent[]> {
  const { header } = recording;
  const hasMore = header.base.inputs > (header.afterFixture?.inputs ?? 0);
  const journal = hasMore ? await baseJournal(file, recording) : await fixtureJournal(header);
  return (journal ?? []).flatMap(({ events }) =>
    events.map(({ stream, atMs, event: { type, ...data } }) => ({ type, stream, data, atMs })),
  );
}
