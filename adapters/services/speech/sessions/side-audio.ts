// The audio of one side of a session, open or over, as 16-bit samples: what the user sent is decoded from the bytes beside the inputs, what
// the agent said is spoken again and compared with the hashes in the events.

import { createHash } from 'node:crypto';
import { speech, type Command, type Envelope, type World } from '../../../../core/index.ts';
import { decode } from '../../../audio/encoding.ts';
import { ControlError } from '../../../contracts/control-call.ts';
import type { AudioQuery, SessionSide, SideAudio } from '../../../protocol/channel.ts';
import { messageOf } from '../../../wording.ts';
import type { AudioOf } from './outbox.ts';
import { sessionStreams } from './session-events.ts';
import { ReceivedStream } from '../audio/received-stream.ts';
import { audioSessionOf, droppedAudio } from '../audio/resume.ts';
import { formOf, type AudioParameters } from '../audio/stream-form.ts';
import { SampleRange } from './sample-range.ts';

type SpokenEvent = Extract<speech.SpeechEvent, { readonly type: 'SentenceSpoken' | 'ReplySpoken' }>;

/** What the events of a session tell about its audio. */
interface SessionSound {
  /** The form of the user's audio, once it is known. */
  received?: AudioParameters;
  /** In Hz; 0 until it is known. */
  receivedRate: number;
  /** Of each channel. */
  receivedSamples: number;
  /** By question, as JSON. */
  readonly spoken: Map<string, SpokenEvent>;
  readonly sent: { readonly speech: speech.SynthesisQuestion; from: number; samples: number }[];
}

/** Undefined for a session that never was. Rejects with ControlError if bytes are missing, or a voice has changed. */
export async function sideAudio(
  world: World,
  id: string,
  side: SessionSide,
  query: AudioQuery,
  audioOf: AudioOf,
): Promise<SideAudio | undefined> {
  const sound = await soundOf(world, id);
  if (sound === undefined) return undefined;
  return side === 'user'
    ? userAudio(world, id, sound, query)
    : agentAudio(id, sound, query, audioOf);
}

async function soundOf(world: World, id: string): Promise<SessionSound | undefined> {
  const { position: to } = await world.describe(); // commits all events before this request
  let sound: SessionSound | undefined;
  for await (const page of world.historyPages({ to })) {
    for (const { stream, event } of page) {
      if (stream !== sessionStreams + id) continue;
      if (event.type === 'SessionOpened') {
        sound = { receivedRate: 0, receivedSamples: 0, spoken: new Map(), sent: [] };
      }
      if (sound !== undefined) note(sound, event);
    }
  }
  return sound;
}

function note(sound: SessionSound, event: Envelope['event']): void {
  if (event.type === 'SessionOpened') {
    const { path, parameters } = event;
    if (path === '/v1/listen' || path === '/v2/listen') sound.received = parameters;
  }
  if (event.type === 'SettingsApplied') sound.received = event.settings.audio.input;
  if (event.type === 'AudioReceived') {
    sound.receivedSamples += event.samples;
    if (event.sampleRate > 0) sound.receivedRate = event.sampleRate;
  }
  if (event.type === 'SentenceSpoken' || event.type === 'ReplySpoken') {
    sound.spoken.set(JSON.stringify(event.speech), event);
  }
  if (event.type === 'SentenceSpoken') {
    sound.sent.push({ speech: event.speech, from: 0, samples: event.samples });
  }
  if (event.type === 'ReplyAudioSent') sound.sent.push(event);
}

async function userAudio(
  world: World,
  id: string,
  { received, receivedRate, receivedSamples }: SessionSound,
  query: AudioQuery,
): Promise<SideAudio> {
  const range = new SampleRange(query, receivedSamples);
  if (received === undefined) return range.audio(receivedRate);
  const stream = new ReceivedStream(formOf(received));
  const isOfSession = (command: Command) => audioSessionOf(command) === id;
  try {
    for await (const { command, bytes } of world.attachments(isOfSession)) {
      if (range.isFull) break;
      if ((command as speech.ReceiveAudio).bytes === 0) continue;
      if (bytes === 'dropped') throw droppedAudio(id, 'cannot be heard');
      stream.add(bytes, []);
      for (let part = await stream.next(); part !== undefined; part = await stream.next()) {
        range.add(part.channels);
      }
    }
  } finally {
    stream.close();
  }
  return range.audio(receivedRate);
}

async function agentAudio(
  id: string,
  { sent, spoken }: SessionSound,
  query: AudioQuery,
  audioOf: AudioOf,
): Promise<SideAudio> {
  const total = sent.reduce((sum, { samples }) => sum + samples, 0);
  const range = new SampleRange(query, total);
  for (const { speech: question, from, samples } of sent) {
    if (range.isFull) break;
    if (range.skips(samples)) continue;
    const bytes = await spokenBytes(id, question, spoken.get(JSON.stringify(question)), audioOf);
    const first = speech.audioBytes(question.encoding, from);
    const part = bytes.subarray(first, first + speech.audioBytes(question.encoding, samples));
    range.add([decode(part, question.encoding)]);
  }
  return range.audio(sent[0]?.speech.sampleRate ?? 0);
}

async function spokenBytes(
  id: string,
  question: speech.SynthesisQuestion,
  event: SpokenEvent | undefined,
  audioOf: AudioOf,
): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await audioOf(question);
  } catch (error) {
    throw changed(id, messageOf(error));
  }
  if (createHash('sha256').update(bytes).digest('hex') === event?.sha256) return bytes;
  throw changed(id, 'it sounds otherwise now');
}

function changed(id: string, reason: string): ControlError {
  const message = `The agent's audio in session '${id}' cannot be spoken again (${reason}): another version of the voice spoke it.`;
  return new ControlError(409, 'audio-changed', message);
}
