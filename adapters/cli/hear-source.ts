// The audio of `reprise hear`, with what is known of it: a file, standard input, or a connection of a recording.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { speech } from '../../core/index.ts';
import type { Entry } from '../recording/format/entries.ts';
import { readRecording } from '../recording/format/reader.ts';
import { readSound } from '../services/speech/audio/sound-file.ts';
import { speechFixture } from '../services/speech/fixture/section.ts';
import { CliError, exitCodes } from './errors.ts';
import { preparedFixtureNamed } from './fixture.ts';
import type { ListenFlags } from './listen-flags.ts';
import { withReadErrors } from './inspect.ts';
import type { CliHost } from './cli-host.ts';

export interface AudioSource {
  readonly path: '/v1/listen' | '/v2/listen';
  /** Of a recorded connection; else empty. */
  readonly query: string;
  readonly frames: readonly Uint8Array[];
  /** Whether the frames are those of a client, not cut from a file. */
  readonly isRecorded: boolean;
  readonly world: speech.HearingWorld;
}

/** Decoded at once. */
const frameBytes = 64 * 1024;

export async function audioSource(
  file: string,
  flags: ListenFlags,
  host: CliHost,
): Promise<AudioSource> {
  const given =
    flags.script === undefined ? { sounds: [] } : await scriptOf(resolve(host.cwd, flags.script));
  if (file.endsWith('.jsonl')) {
    const source = await recordedSource(file, flags, host);
    const { script = source.world.script } = given;
    return { ...source, world: { script, sounds: [...source.world.sounds, ...given.sounds] } };
  }
  if (flags.conn !== undefined) {
    throw new CliError('--conn selects a connection of a recording: set a file *.jsonl.');
  }
  const bytes = file === '-' ? await bytesOf(host.input()) : readBytes(file, host);
  if (bytes.length === 0) throw new CliError(`${nameOf(file)} is empty.`, exitCodes.unreadable);
  const frames = Array.from({ length: Math.ceil(bytes.length / frameBytes) }, (_, index) =>
    bytes.subarray(index * frameBytes, (index + 1) * frameBytes),
  );
  const own = flags.encoding === undefined ? await ownSound(bytes) : [];
  const path = flags.v2 === true ? '/v2/listen' : '/v1/listen';
  const world = { ...given, sounds: [...own, ...given.sounds] };
  return { path, query: '', frames, isRecorded: false, world };
}

const nameOf = (file: string) => (file === '-' ? 'Standard input' : file);

/** The sound of a file that holds its text. One of more than 60 s is not known. */
async function ownSound(bytes: Uint8Array): Promise<readonly speech.SoundContent[]> {
  try {
    const { text, print } = await readSound(bytes, undefined);
    return [{ text, speaker: 'file', ...print }];
  } catch {
    return []; // the channel says what is wrong with it
  }
}

async function scriptOf(fixture: string): Promise<speech.HearingWorld> {
  const { speech: section } = (await preparedFixtureNamed(fixture)).fixture;
  if (section === undefined) {
    throw new CliError(`${fixture} has no section speech, with hear or sounds.`);
  }
  const parsed = speechFixture.schema.parse(section);
  const seeds = speechFixture.commands(parsed, {});
  const commands = seeds.map(({ prepare }) => prepare({} as never) as speech.SpeechCommand);
  return {
    script: commands.flatMap((each) => (each.type === 'SetScript' ? [each.script] : []))[0],
    sounds: commands.flatMap((each) => (each.type === 'RememberSound' ? [each.sound] : [])),
  };
}

function readBytes(file: string, { cwd }: CliHost): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(
      code === 'ENOENT'
        ? `There is no file ${file}. Set an audio file, a recording, or - for standard input.`
        : `Cannot read ${file} (${code}).`,
    );
  }
}

async function bytesOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts);
}

type Opened = Extract<Entry, { readonly kind: 'ws.open' }>;

/** The audio that a connection received, with the script and the sounds of its world when it opened. */
async function recordedSource(
  file: string,
  { conn, v2 }: ListenFlags,
  { cwd }: CliHost,
): Promise<AudioSource> {
  const { entries } = await withReadErrors(() => readRecording(resolve(cwd, file)));
  const pathOf = ({ url }: Opened) => /\/v[12]\/listen(?=\?|$)/.exec(url)?.[0];
  const opened = entries.filter((entry): entry is Opened => {
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
  if (open === undefined) {
    throw new CliError(
      `Connection ${conn} of ${file} sends no audio: set --conn to one of ${numbers}.`,
    );
  }
  const frames = entries.flatMap((entry) => {
    const isFrame = entry.kind === 'ws.in' && entry.conn === open.conn;
    return isFrame && entry.base64 !== undefined ? [Buffer.from(entry.base64, 'base64')] : [];
  });
  const path = v2 === true || pathOf(open) === '/v2/listen' ? '/v2/listen' : '/v1/listen';
  const [, query = ''] = open.url.split('?');
  return { path, query, frames, isRecorded: true, world: worldBefore(entries, open) };
}

function worldBefore(entries: readonly Entry[], open: Opened): speech.HearingWorld {
  let script: speech.SpeechScript | undefined;
  const sounds: speech.SoundContent[] = [];
  for (const entry of entries.slice(0, entries.indexOf(open))) {
    if (entry.kind !== 'event') continue;
    const event = { type: entry.type, ...entry.data } as speech.SpeechEvent;
    if (event.type === 'ScriptSet') script = event.script;
    if (event.type === 'SoundRemembered') sounds.push(event.sound);
    if (event.type === 'SentenceSpoken' && event.sound !== undefined) {
      const { text, voice } = event.speech;
      sounds.push({ ...event.sound, text, speaker: speech.voiceName(voice) });
    }
  }
  return { script, sounds };
}
