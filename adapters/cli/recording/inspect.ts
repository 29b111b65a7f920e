// `reprise inspect`: prints a recording as a timeline or as JSON, without executing it.

import { resolve } from 'node:path';
import { entryFilter, type EntryQuery } from '../../recording/inspect/entry-filter.ts';
import type { Entry } from '../../recording/format/entries.ts';
import type { ProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { Header } from '../../recording/format/header.ts';
import {
  openAnyRecording,
  type Lines,
  type ProxyLines,
  type RecordingReader,
} from '../../recording/format/reader.ts';
import { withFrameRuns, type FoldRules } from '../../recording/inspect/frame-runs.ts';
import { proxyTimelineOf } from '../../recording/inspect/proxy-timeline.ts';
import { isInternal } from '../../recording/inspect/internals.ts';
import { EntryStory } from '../../recording/inspect/story.ts';
import { timelineOf } from '../../recording/inspect/timeline.ts';
import { conversationText, type ThoughtAt } from './conversation-text.ts';
import { CliError } from '../support/errors.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { coloursFor } from '../support/terminal-text.ts';
import { proxyHeaderText, proxyTimelineText } from './proxy-timeline-text.ts';
import { endingText, headerText, timelineText } from './timeline-text.ts';

export interface InspectOptions extends EntryQuery {
  readonly fullIds?: boolean;
  readonly json?: boolean;
  /** Only the turns of voice agents. */
  readonly conversation?: boolean;
  /** The same, with the rules that answered. */
  readonly explain?: boolean;
  readonly color?: boolean;
}

/** Prints a file. At damage, the entries before it are printed first. */
export async function inspect(file: string, options: InspectOptions, host: CliHost): Promise<void> {
  await withReadErrors(async () => {
    const path = resolve(host.cwd, file);
    const reader = await openAnyRecording(path);
    if (options.json === true) await printJson(reader, options, host);
    else if (isOfWorld(reader)) await printWorld(reader, path, options, host);
    else await printServices(reader as RecordingReader<ProxyLines>, options, host);
  });
}

function isOfWorld(reader: RecordingReader<Lines>): reader is RecordingReader {
  return reader.header.source === 'world';
}

async function printWorld(
  reader: RecordingReader,
  path: string,
  options: InspectOptions,
  host: CliHost,
): Promise<void> {
  const { conversation, explain } = options;
  if (explain === true) await printConversation(reader, host, await thoughtsIn(path));
  else if (conversation === true) await printConversation(reader, host);
  else await printTimeline(reader, options, host);
}

/** The timeline of real services. */
async function printServices(
  reader: RecordingReader<ProxyLines>,
  options: InspectOptions,
  host: CliHost,
): Promise<void> {
  const { conversation, explain } = options;
  if (conversation === true || explain === true) {
    await reader.close();
    throw new CliError(
      'The recording is of real services, whose turns are not known: inspect it without --conversation and --explain.',
    );
  }
  const { print, isTerminal, columns } = host;
  const colours = coloursFor(options.color, host);
  const counts = { shown: 0, all: 0 };
  const isSelected = entryFilter(options);
  let startMs: number | undefined;
  async function* selected(): AsyncGenerator<readonly ProxyEntry[]> {
    for await (const batch of reader.batches) {
      startMs ??= batch[0]?.at;
      const some = batch.filter(isSelected);
      counts.all += batch.length;
      counts.shown += some.length;
      yield some;
    }
  }
  const textOf = proxyTimelineText({
    colours,
    columns: isTerminal ? (columns ?? 0) : 0,
    isFull: options.fullIds === true,
  });
  print(`${proxyHeaderText(reader.header, colours)}\n`);
  for await (const items of proxyTimelineOf(selected())) {
    print(items.map((item) => textOf(item, startMs ?? 0)).join('\n'));
  }
  print(`${counts.shown === 0 ? '' : '\n'}${endingText(reader.ending, counts, colours)}`);
}

async function printTimeline(
  reader: RecordingReader,
  options: InspectOptions,
  host: CliHost,
): Promise<void> {
  const { print, isTerminal, columns } = host;
  const colours = coloursFor(options.color, host);
  const counts = { shown: 0, all: 0 };
  const isSelected = entryFilter(options);
  /** Entries that are selected by their kind or text are all shown. */
  const hidesInternals = options.kinds === undefined && options.grep === undefined;
  const story = await storyAfterFixture(reader.header);
  const textOf = timelineText(reader.header, {
    story,
    colours,
    columns: isTerminal ? (columns ?? 0) : 0,
    isFull: options.fullIds === true,
    hidesInternals,
  });
  async function* selected(): AsyncGenerator<readonly Entry[]> {
    for await (const batch of reader.batches) {
      const some = batch.filter((entry) => {
        if (!isSelected(entry)) {
          story.observe(entry, false);
          return false;
        }
        counts.shown += 1;
        const isPrinted = !hidesInternals || !isInternal(entry);
        story.observe(entry, isPrinted);
        return isPrinted;
      });
      counts.all += batch.length;
      yield some;
    }
  }
  print(`${headerText(reader.header, colours)}\n`);
  const rules: FoldRules = {
    isRoutine: (event) => story.isRoutine(event),
    foldsTouches: hidesInternals,
  };
  for await (const items of withFrameRuns(timelineOf(selected()), rules)) {
    print(items.flatMap(textOf).join('\n'));
  }
  print(`${counts.shown === 0 ? '' : '\n'}${endingText(reader.ending, counts, colours)}`);
}

async function printConversation(
  { header, batches }: RecordingReader,
  { print }: CliHost,
  thoughtAt?: ThoughtAt,
): Promise<void> {
  const linesOf = conversationText(header.epoch, thoughtAt);
  let count = 0;
  for await (const batch of batches) {
    for (const line of batch.flatMap(linesOf)) {
      count += 1;
      print(line);
    }
  }
  if (count === 0) print('No conversation with a voice agent is in this recording.');
}

async function thoughtsIn(file: string): Promise<ThoughtAt> {
  const { recordedThoughts } = await import('./recorded-thoughts.ts'); // with the whole engine
  return recordedThoughts(file);
}

/** Knows the names of the fixture, if that is not among the entries. */
async function storyAfterFixture(header: Header): Promise<EntryStory> {
  const story = new EntryStory();
  if (header.afterFixture === undefined) return story;
  const { fixtureJournal } = await import('../../recording/base/header-world.ts'); // with the whole engine
  story.learn((await fixtureJournal(header)) ?? []);
  return story;
}

async function printJson(
  reader: RecordingReader<Lines>,
  options: InspectOptions,
  { print }: CliHost,
): Promise<void> {
  const isSelected = entryFilter(options);
  const entries: Lines['entry'][] = [];
  for await (const batch of reader.batches) entries.push(...batch.filter(isSelected));
  let text: string;
  try {
    text = JSON.stringify({ header: reader.header, entries, ending: reader.ending });
  } catch {
    throw new CliError(
      'The entries are too large for one JSON text. Select fewer with --from and --to.',
    );
  }
  print(text);
}
