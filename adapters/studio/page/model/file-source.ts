// The worlds of a file that has the page and a story in it.

import { signal } from '@preact/signals';
import { printInstant } from './instants.ts';
import type { Story, StoryWorld } from '../../story/story.ts';
import { sentenceOf } from './sentence.ts';
import { journalEntriesOf } from './journal-entry.ts';
import type { Source, WorldSummary } from './source.ts';
import { WorldHistory } from './world-history.ts';
import { recordOf } from './written-record.ts';

export function fileSource(story: Story): Source {
  const histories = new Map(story.worlds.map((world) => [world.record.name, historyOf(world)]));
  const summaries = story.worlds.map((world) => summaryOf(world));
  return {
    title: story.title,
    worlds: signal(summaries),
    problem: signal(undefined),
    history: (name) => signal(histories.get(name)),
    followOnly: () => undefined,
    refresh: async () => undefined,
    story,
  };
}

function historyOf({ record, entries, exchanges }: StoryWorld): WorldHistory {
  const history = new WorldHistory(recordOf(record));
  history.show(exchanges);
  readInPages(history, entries).then(
    () => history.report({ kind: 'complete' }),
    (error: unknown) => history.report({ kind: 'failed', message: sentenceOf(error) }),
  );
  return history;
}

/** Entries after which the page shows what it has read. */
const entriesPerPage = 1_000;

async function readInPages(history: WorldHistory, entries: StoryWorld['entries']): Promise<void> {
  for (let from = 0; from < entries.length; from += entriesPerPage) {
    await history.extend(journalEntriesOf(entries.slice(from, from + entriesPerPage)));
  }
}

function summaryOf({ record, entries }: StoryWorld): WorldSummary {
  const { name, seed, forkedFrom = null } = record;
  const last = entries.at(-1);
  const position = entries.reduce((sum, { events }) => sum + events.length, 0);
  return {
    name,
    seed,
    forkedFrom,
    position,
    ...(last === undefined ? {} : { now: printInstant(last.input.atMs), digest: last.digest }),
  };
}
