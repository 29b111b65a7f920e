// Replaces a sentence of a caller by another one, in the packaged voice: the frames stay as many as they are needed, and what comes
// later moves if the sentence is longer.

import { omitUndefined, speech, type Json } from '../../../core/index.ts';
import { encode } from '../../audio/encoding.ts';
import { speakText, UnspeakableTextError, type SpokenText } from '../../voice/spoken-text.ts';
import { openSynthesiser } from '../../voice/synthesiser.ts';
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
      const { form } = utteranceAt(steps, stepOf(steps, change));
      voiced.push({ ...change, voice: await voiceOf(change, form, synthesiser) });
    }
    return voiced;
  } finally {
    await synthesiser.close();
  }
}

function stepOf(steps: RecordingSteps, { entry }: SetChange): OutsideEntry {
  const { n } = outsideEntry(steps, entry, 'set');
  const own = steps.steps.find((step) => step.n === n);
  return own as OutsideEntry;
}

async function voiceOf(
  { entry, value }: SetChange,
  { encoding, sampleRate }: CallerAudio,
  synthesiser: Parameters<typeof speakText>[2],
): Promise<SpokenText> {
  if (typeof value !== 'string' || value.trim() === '' || value.length > speech.textCharsMax) {
    throw new EditError(
      `${entry}.${spokenPath} must be a text of 1 to ${speech.textCharsMax} characters.`,
    );
  }
  try {
    return await speakText(value, { model: callerModel, encoding, sampleRate }, synthesiser);
  } catch (error) {
    if (error instanceof UnspeakableTextError) throw new EditError(`${error.message}.`);
    throw error;
  }
}

/** Puts the audio of a sentence in place of the one that begins with an entry. */
export function replaceUtterance(
  steps: RecordingSteps,
  { voice }: SetChange,
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
  const command = { type: 'RememberSound', sound: known as unknown as Json };
  const data = { kind: 'command' as const, domain: 'speech', command };
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
