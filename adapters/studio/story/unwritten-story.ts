// A story before it is written: its journals are those of the engine. Printing it gives JSON in pieces, since all of it may be longer
// than one text may be.

import type { JournalEntry, WorldRecord } from '../../../core/index.ts';
import { printEntry, printRecord } from '../../control/wire/journal.ts';
import type { Story, StoryWorld } from './story.ts';

export interface UnwrittenWorld extends Omit<StoryWorld, 'record' | 'entries'> {
  readonly record: WorldRecord;
  readonly journal: readonly JournalEntry[];
}

export interface UnwrittenStory extends Omit<Story, 'story' | 'worlds'> {
  readonly worlds: readonly UnwrittenWorld[];
}

/** The JSON of a `Story`, in which no `<` is: a text of HTML can contain it. */
export function* storyPieces(story: UnwrittenStory): Generator<string, void, void> {
  for (const piece of jsonPieces(story)) yield piece.replaceAll('<', String.raw`\u003c`);
}

function* jsonPieces({ worlds, ...rest }: UnwrittenStory): Generator<string, void, void> {
  const begin = JSON.stringify({ story: 1, ...rest });
  yield `${begin.slice(0, -1)},"worlds":[`;
  for (const [index, world] of worlds.entries()) {
    const record = printRecord(world.record);
    yield `${index === 0 ? '' : ','}{"record":${record},"entries":[`;
    yield* listed(world.journal, printEntry);
    yield '],"exchanges":[';
    yield* listed(world.exchanges, (exchange) => JSON.stringify(exchange));
    if (world.audio !== undefined) {
      yield '],"audio":[';
      yield* listed(world.audio, (audio) => JSON.stringify(audio));
    }
    yield ']}';
  }
  yield ']}';
}

function* listed<Item>(
  items: readonly Item[],
  print: (item: Item) => string,
): Generator<string, void, void> {
  for (const [index, item] of items.entries()) yield (index === 0 ? '' : ',') + print(item);
}
