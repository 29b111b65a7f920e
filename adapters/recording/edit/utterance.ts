// The sentence of a caller in a recording: the frames of a connection in which a voice is heard without a longer pause.

import { speech } from '../../../core/index.ts';
import { decode } from '../../audio/encoding.ts';
import { services } from '../../services/index.ts';
import type { EntryOf } from '../format/entries.ts';
import { EditError } from './change.ts';
import type { OutsideEntry, RecordingSteps } from './recording-steps.ts';

type FrameEntry = EntryOf<'ws.in'>;

export interface CallerAudio {
  readonly encoding: speech.AudioEncoding;
  readonly sampleRate: number;
  readonly sampleBytes: number;
}

export interface Utterance {
  readonly form: CallerAudio;
  /** Its frames, from the first to the last one with a voice. */
  readonly frames: readonly FrameEntry[];
}

/** A pause within a sentence; a longer one ends it. */
const pauseMsMax = 700;
/** Quieter audio is no voice: of 32,767. */
const voiceMin = 500;

/** The sentence that begins with an entry, or is the next one after it. Throws EditError if there is none. */
export function utteranceAt(steps: RecordingSteps, own: OutsideEntry): Utterance {
  if (own.kind !== 'ws.in' || own.base64 === undefined) {
    throw new EditError(`Entry ${own.n} is no audio of a caller, so nothing is said in it.`);
  }
  const form = formOf(steps, own);
  const frames = steps.steps.filter(
    (step): step is FrameEntry =>
      step.kind === 'ws.in' && step.conn === own.conn && step.base64 !== undefined,
  );
  const utterances = utterancesIn(frames, form);
  const place = frames.indexOf(own);
  const within = utterances.find(({ from, to }) => from < place && place <= to);
  if (within !== undefined) {
    const begin = frames[within.from]?.n;
    throw new EditError(
      `Entry ${own.n} is in the middle of a sentence, which begins with entry ${begin}: set ${begin}.said.`,
    );
  }
  const found = utterances.find(({ from }) => from >= place);
  if (found === undefined) {
    const begins = utterances.map(({ from }) => frames[from]?.n).join(', ');
    const there = begins === '' ? 'none on its connection' : `they begin with entries ${begins}`;
    throw new EditError(`No sentence follows entry ${own.n}: ${there}.`);
  }
  return { form, frames: frames.slice(found.from, found.to + 1) };
}

function formOf({ recording }: RecordingSteps, { n, conn }: FrameEntry): CallerAudio {
  const { entries } = recording;
  const opening = entries.find((one) => one.kind === 'ws.open' && one.conn === conn);
  const first = entries.find((one) => one.kind === 'ws.in' && one.conn === conn);
  const firstText = first?.kind === 'ws.in' ? (first.text ?? '') : '';
  const known = { by: 'client', firstText } as const;
  const url = opening?.kind === 'ws.open' ? opening.url : '';
  const service = services.find(
    ({ name }) => opening?.kind === 'ws.open' && name === opening.service,
  );
  const form = service?.audioAt?.(url, known);
  const encoding = speech.audioEncodings.find((one) => one === form?.encoding);
  if (form === undefined || encoding === undefined) {
    const is = encodingText(form?.encoding ?? service?.encodingAt?.(url, known));
    const allowed = speech.audioEncodings.join(', ').replace(/, (?=\w+$)/, ' or ');
    throw new EditError(
      `The audio of entry ${n} is ${is}, in which no sentence can be replaced: that takes ${allowed}.`,
    );
  }
  return { encoding, sampleRate: form.sampleRate, sampleBytes: form.sampleBytes };
}

function encodingText(encoding: string | undefined): string {
  if (encoding === undefined) return 'of an unknown form';
  return encoding === 'container' ? 'in a container, such as WAV' : encoding;
}

interface FrameRange {
  readonly from: number;
  to: number;
}

function utterancesIn(frames: readonly FrameEntry[], form: CallerAudio): readonly FrameRange[] {
  const ranges: FrameRange[] = [];
  let quietMs = Infinity;
  for (const [index, { base64 = '' }] of frames.entries()) {
    const samples = decode(Buffer.from(base64, 'base64'), form.encoding);
    if (!samples.some((sample) => Math.abs(sample) >= voiceMin)) {
      quietMs += (samples.length * 1_000) / form.sampleRate;
      continue;
    }
    const last = ranges.at(-1);
    if (last === undefined || quietMs > pauseMsMax) ranges.push({ from: index, to: index });
    else last.to = index;
    quietMs = 0;
  }
  return ranges;
}
