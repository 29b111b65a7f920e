// Stories as the page reads them.

import { join } from 'node:path';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { journalEntriesOf } from '../../../adapters/studio/page/model/journal-entry.ts';
import { recordOf } from '../../../adapters/studio/page/model/written-record.ts';
import { recordingStory } from '../../../adapters/studio/story/recording-story.ts';
import type { Story, StoryWorld } from '../../../adapters/studio/story/story.ts';
import {
  storyPieces,
  type UnwrittenStory,
} from '../../../adapters/studio/story/unwritten-story.ts';
import { nextLoopTurn } from '../../../adapters/host-timers.ts';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { WorldPast } from '../../../core/index.ts';
import { root } from '../documents/page.ts';

export function readStory(story: UnwrittenStory): Story {
  return JSON.parse([...storyPieces(story)].join('')) as Story;
}

/** Of a file of the tree by its service and name, or by its whole path. */
export async function storyOf(name: string): Promise<Story> {
  const file = name.endsWith('.jsonl') ? name : join(root, 'recordings/v1', `${name}.jsonl`);
  return readStory(await recordingStory(file, await readAnyRecording(file)));
}

/** The story in an exported file. */
export function storyIn(html: string): Story {
  const [, text = ''] =
    /<script type="application\/json" id="story">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text) as Story;
}

/** As the page folds it. Rejects if an entry does not fit. */
export async function foldedWorld({ record, entries }: StoryWorld): Promise<WorldPast> {
  const past = new WorldPast({
    record: recordOf(record),
    hash: nodeHash,
    yieldToLoop: nextLoopTurn,
  });
  await past.extend(journalEntriesOf(entries));
  return past;
}
