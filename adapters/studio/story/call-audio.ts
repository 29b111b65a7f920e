// The audio of the calls in a recording, for a file with the studio in it: as it was sent where the page can decode that, else decoded.

import type { Envelope, speech } from '../../../core/index.ts';
import { encode, sampleBytes, type Encoding } from '../../audio/encoding.ts';
import { mixDown } from '../../audio/decoding/mix-down.ts';
import { streamedWavHeader } from '../../audio/wav.ts';
import type { Entry } from '../../recording/format/entries.ts';
import { audioSessionOf } from '../../services/speech/audio/resume.ts';
import { ReceivedStream } from '../../services/speech/audio/received-stream.ts';
import { formOf, type AudioParameters } from '../../services/speech/audio/stream-form.ts';
import type { CallAudio } from './story.ts';

export interface RecordedCalls {
  /** Of a recording of a world. */
  readonly entries: readonly Entry[];
  /** All events of that world, those before the recording included. */
  readonly events: Iterable<Envelope>;
}

export interface EmbeddedAudio {
  readonly audio: readonly CallAudio[];
  /** What is not in it, a sentence each. */
  readonly notes: readonly string[];
}

/** Of all calls together, before they are printed as base64. Later ones are left out: a file is sent around. */
const embeddedAudioBytesMax = 24 * 1024 * 1024;

/** What the events of a session tell about its audio. */
interface RecordedSound {
  readonly id: string;
  received?: AudioParameters;
  /** In Hz; 0 until it is known. */
  receivedRate: number;
  receivedSamples: number;
  /** Whether each reply begins with the header of a file. */
  hasHeaders: boolean;
  readonly sent: {
    readonly speech: speech.SynthesisQuestion;
    readonly samples: number;
    readonly isFirst: boolean;
  }[];
}

/** The bytes of a connection, in both directions. */
interface CallBytes {
  readonly user: Buffer[];
  readonly agent: Buffer[];
}

/** `bytesMax`: see `embeddedAudioBytesMax`. */
export async function callAudioOf(
  { entries, events }: RecordedCalls,
  bytesMax = embeddedAudioBytesMax,
): Promise<EmbeddedAudio> {
  const bytes = bytesBySession(entries);
  const audio: CallAudio[] = [];
  let taken = 0;
  let left = 0;
  for (const sound of soundsIn(events)) {
    const frames = bytes.get(sound.id);
    if (frames === undefined) continue;
    for (const side of [await userAudio(sound, frames), agentAudio(sound, frames)]) {
      if (side === undefined) continue;
      const size = side.bytes.length;
      if (taken + size > bytesMax) {
        left += 1;
        continue;
      }
      taken += size;
      const { bytes: data, ...form } = side;
      audio.push({ sessionId: sound.id, ...form, data: Buffer.from(data).toString('base64') });
    }
  }
  const megabytes = Math.floor(bytesMax / 1024 / 1024);
  const notes =
    left === 0
      ? []
      : [`The audio of ${left} sides of calls is left out: a file has ${megabytes} MiB at most.`];
  return { audio, notes };
}

function soundsIn(events: Iterable<Envelope>): Iterable<RecordedSound> {
  const sounds = new Map<string, RecordedSound>();
  for (const { event } of events) {
    if (!('sessionId' in event)) continue;
    const { sessionId: id } = event;
    if (event.type === 'SessionOpened') {
      const { path, parameters } = event;
      const sound = { id, receivedRate: 0, receivedSamples: 0, hasHeaders: false, sent: [] };
      const isHeard = path === '/v1/listen' || path === '/v2/listen';
      sounds.set(id, isHeard ? { ...sound, received: parameters } : sound);
    }
    const sound = sounds.get(id);
    if (sound === undefined) continue;
    if (event.type === 'SettingsApplied') {
      const { input, output } = event.settings.audio;
      sound.received = input;
      sound.hasHeaders = output.container === 'wav';
    }
    if (event.type === 'AudioReceived') {
      sound.receivedSamples += event.samples;
      if (event.sampleRate > 0) sound.receivedRate = event.sampleRate;
    }
    if (event.type === 'SentenceSpoken') sound.sent.push({ ...event, isFirst: false });
    if (event.type === 'ReplyAudioSent') sound.sent.push(event);
  }
  return sounds.values();
}

/** By session: answers to upgrades have its id. */
function bytesBySession(entries: readonly Entry[]): ReadonlyMap<string, CallBytes> {
  const bytes = new Map<string, CallBytes>();
  const sessionOf = new Map<number, string>();
  const connOf = new Map<number, number>();
  const bytesOf = (id: string): CallBytes => {
    const found = bytes.get(id) ?? { user: [], agent: [] };
    bytes.set(id, found);
    return found;
  };
  for (const entry of entries) {
    if (entry.kind === 'ws.open') connOf.set(entry.n, entry.conn);
    if (entry.kind === 'http.answer') {
      const conn = connOf.get(entry.to);
      const id = entry.headers['dg-request-id'];
      if (conn !== undefined && id !== undefined) sessionOf.set(conn, id);
    }
    if (entry.kind === 'input' && entry.base64 !== undefined && 'command' in entry.data) {
      const id = audioSessionOf(entry.data['command'] as Parameters<typeof audioSessionOf>[0]);
      if (id !== undefined) bytesOf(id).user.push(Buffer.from(entry.base64, 'base64'));
    }
  }
  // Frames may be sent before the upgrade is answered.
  for (const entry of entries) {
    if ((entry.kind !== 'ws.in' && entry.kind !== 'ws.out') || entry.base64 === undefined) continue;
    const id = sessionOf.get(entry.conn);
    if (id === undefined) continue;
    const side = entry.kind === 'ws.in' ? 'user' : 'agent';
    bytesOf(id)[side].push(Buffer.from(entry.base64, 'base64'));
  }
  return bytes;
}

type SideBytes = Pick<CallAudio, 'side' | 'encoding' | 'sampleRate'> & {
  readonly bytes: Uint8Array;
};

async function userAudio(
  { received, receivedRate, receivedSamples }: RecordedSound,
  { user }: CallBytes,
): Promise<SideBytes | undefined> {
  if (received === undefined || receivedSamples === 0) return undefined;
  const form = { side: 'user', sampleRate: receivedRate } as const;
  const raw = rawEncoding(received);
  if (raw !== undefined) {
    const bytes = Buffer.concat(user).subarray(0, receivedSamples * sampleBytes[raw]);
    return { ...form, encoding: raw, bytes };
  }
  const samples = new Int16Array(receivedSamples);
  const stream = new ReceivedStream({ ...formOf(received), isMultichannel: false });
  let at = 0;
  for (const frame of user) {
    stream.add(frame, []);
    for (let part = await stream.next(); part !== undefined; part = await stream.next()) {
      const [mono] = part.channels.length > 1 ? [mixDown(part.channels)] : part.channels;
      if (mono === undefined || at >= receivedSamples) continue;
      samples.set(mono.subarray(0, receivedSamples - at), at);
      at += mono.length;
    }
  }
  stream.close();
  return { ...form, encoding: 'linear16', bytes: encode(samples, 'linear16') };
}

/** The encoding of samples that the page decodes as they are. */
function rawEncoding({ encoding, channels = 1 }: AudioParameters): Encoding | undefined {
  if (channels !== 1) return undefined;
  return (['linear16', 'mulaw', 'alaw'] as const).find((known) => known === encoding);
}

function agentAudio(
  { sent, hasHeaders }: RecordedSound,
  { agent }: CallBytes,
): SideBytes | undefined {
  const [first] = sent;
  if (first === undefined) return undefined;
  const { encoding, sampleRate } = first.speech;
  const all = Buffer.concat(agent);
  const header = streamedWavHeader({ encoding, sampleRate, channels: 1 }).length;
  const parts: Buffer[] = [];
  let at = 0;
  for (const { samples, isFirst } of sent) {
    if (hasHeaders && isFirst) at += header;
    const end = at + samples * sampleBytes[encoding];
    const part = all.subarray(at, end);
    // Frames that a fault has struck are missing.
    parts.push(part, silence(end - at - part.length, encoding));
    at = end;
  }
  return { side: 'agent', encoding, sampleRate, bytes: Buffer.concat(parts) };
}

function silence(bytes: number, encoding: Encoding): Buffer {
  return Buffer.alloc(bytes, encode(new Int16Array(1), encoding)[0]);
}
