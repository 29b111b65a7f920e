// `reprise inspect`: what a recording tells, as a timeline or as JSON. Nothing of it is executed.

import { resolve } from 'node:path';
import { entryFilter, type EntryQuery } from '../recording/inspect/entry-filter.ts';
import type { Entry } from '../recording/format/entries.ts';
import { openRecording, type RecordingReader } from '../recording/format/reader.ts';
import { RecordingError } from '../recording/format/recording-error.ts';
import { timelineOf } from '../recording/inspect/timeline.ts';
import { CliError, exitCodes } from './errors.ts';
import type { Surroundings } from './serve.ts';
import { coloursFor, harmless } from './terminal-text.ts';
import { endingText, headerText, timelineText } from './timeline-text.ts';

export interface InspectOptions extends EntryQuery {
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Prints what a file holds. What stands in front of damage is printed before the verb ends with it. */
export async function inspect(
  file: string,
  options: InspectOptions,
  surroundings: Surroundings,
): Promise<void> {
  await reading(async () => {
    const reader = await openRecording(resolve(surroundings.cwd, file));
    if (options.json === true) await printJson(reader, options, surroundings);
    else await printTimeline(reader, options, surroundings);
  });
}

/** Does something with recordings; what they lack ends the verb with the exit code for it. */
export async function reading<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CliError(harmless(error.message), exitCodes.unreadable);
  }
}

async function printTimeline(
  reader: RecordingReader,
  options: InspectOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { print, isTerminal, columns } = surroundings;
  const colours = coloursFor(options.color, surroundings);
  const counts = { shown: 0, all: 0 };
  const isSelected = entryFilter(options);
  const textOf = timelineText(reader.header, colours, isTerminal ? (columns ?? 0) : 0);
  async function* selected(): AsyncGenerator<readonly Entry[]> {
    for await (const batch of reader.batches) {
      const some = batch.filter(isSelected);
      counts.all += batch.length;
      counts.shown += some.length;
      yield some;
    }
  }
  print(`${headerText(reader.header, colours)}\n`);
  for await (const items of timelineOf(selected())) {
    print(items.flatMap(textOf).join('\n'));
  }
  print(`${counts.shown === 0 ? '' : '\n'}${endingText(reader.ending, counts, colours)}`);
}

async function printJson(
  reader: RecordingReader,
  options: InspectOptions,
  { print }: Surroundings,
): Promise<void> {
  const isSelected = entryFilter(options);
  const entries: Entry[] = [];
  for await (const batch of reader.batches) entries.push(...batch.filter(isSelected));
  let text: string;
  try {
    text = JSON.stringify({ header: reader.header, entries, ending: reader.ending });
  } catch {
    throw new CliError('That is too much for one JSON text. Ask for less, by --from and --to.');
  }
  print(text);
}
