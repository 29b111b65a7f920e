// The audio of a connection in a recording, for `reprise hear`, with the script and the sounds of its world when it opened.

import { resolve } from 'node:path';
import { speech } from '../../../core/index.ts';
import type { EntryOf } from '../../recording/format/entries.ts';
import { readRecording, type Recording } from '../../recording/format/reader.ts';
import { baseJournal } from '../../recording/base/base-journal.ts';
import type { AudioSource } from './audio-source.ts';
import { CliError } from '../support/errors.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { CliHost } from '../support/cli-host.ts';

type OpenEntry = EntryOf<'ws.open'>;

export async function recordedSource(
  file: string,
  { conn, v2 }: ListenFlags,
  { cwd }: CliHost,
): Promise<AudioSource> {
  return withReadErrors(async () => {
    const recording = await readRecording(resolve(cwd, file));
    const open = openEntryOf(file, recording, conn);
    const frames = recording.entries.flatMap((entry) => {
      const isFrame = entry.kind === 'ws.in' && entry.conn === open.conn;
      return isFrame && entry.base64 !== undefined ? [Buffer.from(entry.base64, 'base64')] : [];
    });
    const path = v2 === true || pathOf(open) === '/v2/listen' ? '/v2/listen' : '/v1/listen';
    const [, query = ''] = open.url.split('?');
    const state = speech.stateAfter(await eventsBefore(file, recording, open));
    const ordinal = (state.openings.get(path)?.count ?? 0) + 1;
    const world = speech.hearingWorldOf(state);
    return { path, query, frames, isRecorded: true, ordinal, world };
  });
}

/** The entry of the connection that sends audio: that of the number, or the only one. */
function openEntryOf(file: string, { entries }: Recording, conn: number | undefined): OpenEntry {
  const opened = entries.filter((entry): entry is OpenEntry => {
    return entry.kind === 'ws.open' && pathOf(entry) !== undefined;
  });
  const numbers = opened.map((entry) => entry.conn).join(', ');
  if (opened.length === 0) throw new CliError(`${file} has no connection that sends audio.`);
  if (conn === undefined && opened.length > 1) {
    throw new CliError(
      `${file} has several connections that send audio: set --conn to one of ${numbers}.`,
    );
  }
  const open = conn === undefined ? opened[0] : opened.find((entry) => entry.conn === conn);
  if (open !== undefined) return open;
  throw new CliError(
    `Connection ${conn} of ${file} sends no audio: set --conn to one of ${numbers}.`,
  );
}

function pathOf({ url }: OpenEntry): string | undefined {
  return /\/v[12]\/listen(?=\?|$)/.exec(url)?.[0];
}

/** The events of a world before a connection opened: of the base, and those in the file. */
async function eventsBefore(file: string, recording: Recording, open: OpenEntry) {
  const base = await baseJournal(file, recording);
  const entries = recording.entries.slice(0, recording.entries.indexOf(open));
  const later = entries.flatMap((entry) =>
    entry.kind === 'event' ? [{ event: { ...entry.data, type: entry.type }, atMs: entry.at }] : [],
  );
  return [...base.flatMap(({ events }) => events), ...later];
}
