// Replaces a sentence of a caller by another one, in the packaged voice: the frames stay as many as they are needed, and what comes
// later moves if the sentence is longer.

import { omitUndefined, speech } from '../../../core/index.ts';
import { encode } from '../../audio/encoding.ts';
import { speakText, UnspeakableTextError, type SpokenText } from '../../voice/spoken-text.ts';
import { openSynthesiser } from '../../voice/synthesiser.ts';
import { earlierEvents } from '../base/earlier-events.ts';
import type { Entry, EntryOf, InputEntry } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { EditError, type RecordingChange, type SetChange } from './change.ts';
import { outsideEntry, RecordingSteps, type OutsideEntry } from './recording-steps.ts';
import { utteranceAt, type CallerAudio } from './utterance.ts';

/** The path of what a caller says. */
const spokenPath = 'said';

/** The voice of callers: that of `reprise converse`. */
const callerModel = 'aura-zeus-en';

export function isSpokenChange(change: RecordingChange): change is SetChange {
  return change.kind === 'set' && change.path === spokenPath;
}

/** The changes, with the audio of sentences that are said. Throws EditError if one cannot be said. */
export async function withVoices(
  recording: Recording,
  changes: readonly RecordingChange[],
): Promise<readonly RecordingChange[]> {
  if (!changes.some(isSpokenChange)) return changes;
  const synthesiser = openSynthesiser();
  try {
    const voiced: RecordingChange[] = [];
    for (const change of changes) {
      if (!isSpokenChange(change)) {
        voiced.push(change);
        continue;
      }
      const steps = new RecordingSteps(recording);
      const { form, frames } = utteranceAt(steps, stepOf(steps, change));
      const text = sentenceOf(change);
      const voice = await voiceOf(text, form, synthesiser);
      const script = await scriptWith(recording, frames[0], text);
      voiced.push({ ...change, voice, ...omitUndefined({ script }) });
    }
    return voiced;
  } finally {
    await synthesiser.close();
  }
}

/** The script of the world when a frame comes, in which its session hears another sentence; undefined if none has words for it. */
async function scriptWith(
  recording: Recording,
  frame: EntryOf<'ws.in'> | undefined,
  text: string,
): Promise<speech.SpeechScript | undefined> {
  const { entries } = recording;
  const place = entries.findIndex(({ n }) => n === frame?.n);
  const opening = entries.findIndex(
    (entry) => entry.kind === 'ws.open' && entry.conn === frame?.conn,
  );
  const session = opening === -1 ? undefined : entries.slice(opening).find(isSessionOpening);
  if (place === -1 || session === undefined) return undefined;
  const recorded = entries
    .slice(0, place)
    .flatMap((entry) => (entry.kind === 'event' ? [{ ...entry, atMs: entry.at }] : []));
  const events = [...(await earlierEvents('the recording', recording)), ...recorded];
  const state = speech.stateAfter(
    events.map(({ type, data, atMs }) => ({ event: { ...data, type }, atMs })),
  );
  return speech.scriptWithSentence(state, String(session.data['sessionId']), text);
}

/** Of a connection, it follows its opening in the file. */
function isSessionOpening(entry: Entry): entry is EntryOf<'event'> {
  return entry.kind === 'event' && entry.type === 'SessionOpened';
}

function stepOf(steps: RecordingSteps, { entry }: SetChange): OutsideEntry {
  const { n } = outsideEntry(steps, entry, 'set');
  const own = steps.steps.find((step) => step.n === n);
  return own as OutsideEntry;
}

function sentenceOf({ entry, value }: SetChange): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= speech.textCharsMax) {
    return value;
  }
  throw new EditError(
    `${entry}.${spokenPath} must be a text of 1 to ${speech.textCharsMax} characters.`,
  );
}

async function voiceOf(
  text: string,
  { encoding, sampleRate }: CallerAudio,
  synthesiser: Parameters<typeof speakText>[2],
): Promise<SpokenText> {
  try {
    return await speakText(text, { model: callerModel, encoding, sampleRate }, synthesiser);
  } catch (error) {
    if (error instanceof UnspeakableTextError) throw new EditError(`${error.message}.`);
    throw error;
  }
}

/** Puts the audio of a sentence in place of the one that begins with an entry. */
export function replaceUtterance(
  steps: RecordingSteps,
  { voice, script }: SetChange,
  own: OutsideEntry,
): void {
  if (voice === undefined) throw new Error('The sentence has no audio yet.');
  const { form, frames } = utteranceAt(steps, own);
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return;
  steps.addBefore(
    first,
    voice.sentences.flatMap(({ text, sound }) =>
      sound === undefined ? [] : [remembered(steps, first.at, text, sound)],
    ),
  );
  if (script !== undefined) {
    steps.addBefore(first, [commandAt(steps, first.at, { type: 'SetScript', script })]);
  }
  const silence = (bytes: number) =>
    Buffer.from(encode(new Int16Array(bytes / form.sampleBytes), form.encoding));
  let rest = voice.audio;
  const take = (bytes: number) => {
    const part = rest.subarray(0, bytes);
    rest = rest.subarray(part.length);
    return Buffer.concat([part, silence(bytes - part.length)]).toString('base64');
  };
  for (const frame of frames) {
    const bytes = Buffer.byteLength(frame.base64 ?? '', 'base64');
    frame.base64 = take(bytes);
  }
  const bytes = Buffer.byteLength(first.base64 ?? '', 'base64');
  if (rest.length === 0 || bytes === 0) return;
  const stepMs = (frames[1]?.at ?? first.at) - first.at;
  const added: Entry[] = [];
  for (let at = last.at + stepMs; rest.length > 0; at += stepMs) {
    if (stepMs > 0) added.push(timeAt(steps, at));
    added.push(frameAt(steps, last, at, take(bytes)));
  }
  const later = steps.steps.slice(lastPartOf(steps, last) + 1);
  const shiftMs = added.filter(({ kind }) => kind === 'ws.in').length * stepMs;
  for (const step of later) step.at += shiftMs;
  steps.addBefore(later[0], added);
}

/** The place of the last touch of a frame. */
function lastPartOf({ steps }: RecordingSteps, { n }: EntryOf<'ws.in'>): number {
  return steps.findLastIndex((step) => step.n === n || (step.kind === 'touch' && step.to === n));
}

function remembered(
  steps: RecordingSteps,
  at: number,
  text: string,
  sound: speech.SoundPrint,
): InputEntry {
  const language = speech.languageOf(callerModel);
  const speaker = speech.voiceName(speech.voiceOf(callerModel));
  const known = { ...sound, text, speaker, ...omitUndefined({ language }), origin: 'spoken' };
  return commandAt(steps, at, { type: 'RememberSound', sound: known });
}

function commandAt(steps: RecordingSteps, at: number, command: object): InputEntry {
  const data = { kind: 'command' as const, domain: 'speech', command: command as never };
  return { kind: 'input', n: steps.newNumber(), h: '', at, input: 0, data };
}

function timeAt(steps: RecordingSteps, at: number): InputEntry {
  return { kind: 'input', n: steps.newNumber(), h: '', at, input: 0, data: { kind: 'time' } };
}

function frameAt(
  steps: RecordingSteps,
  { conn }: EntryOf<'ws.in'>,
  at: number,
  base64: string,
): EntryOf<'ws.in'> {
  return { kind: 'ws.in', n: steps.newNumber(), h: '', at, conn, base64, input: 0 };
}
