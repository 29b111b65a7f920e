// The reply of an agent in progress: what is to be spoken next, which frame is to be sent, and what the user can have heard.

import type { Millis } from '../../kernel/brand.ts';
import type { AgentAudio } from './settings.ts';
import type { Reply, ReplySentence } from './record.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { frameMs } from './endings.ts';

/** The sentence whose audio is not wholly sent. */
export function sentenceInProgress({ spoken }: Reply): ReplySentence | undefined {
  const last = spoken.at(-1);
  return last === undefined || last.sent >= last.samples ? undefined : last;
}

/** The question to the voice about the next sentence; undefined while another one is sent, or if there is none. */
export function nextSpeech(
  reply: Reply,
  { encoding, sampleRate }: AgentAudio['output'],
): SynthesisQuestion | undefined {
  const [text] = reply.queue;
  if (text === undefined || sentenceInProgress(reply) !== undefined) return undefined;
  return { voice: reply.voice, text, encoding, sampleRate };
}

/** Whether everything is sent, and nothing more can come. */
export function isSent(reply: Reply): boolean {
  return !reply.isOpen && reply.queue.length === 0 && sentenceInProgress(reply) === undefined;
}

/** The next frame of a sentence, in samples. */
export function nextFrame({ speech, samples, sent }: ReplySentence): {
  readonly from: number;
  readonly samples: number;
} {
  const whole = (speech.sampleRate * frameMs) / 1_000;
  return { from: sent, samples: Math.min(whole, samples - sent) };
}

/** How long after a frame the next one is sent, in milliseconds. */
export function frameIntervalMs(samples: number, sampleRate: number, pace: number): number {
  return Math.ceil((samples * 1_000) / (sampleRate * pace));
}

/** All that was said, also sentences that no audio could be made of. */
export function textOf({ spoken }: Reply): string {
  return spoken.map(({ speech }) => speech.text).join(' ');
}

/** The words that were sent and could have been played by now, from the first frame on in real time. */
export function heardText({ spoken, startedMs }: Reply, nowMs: Millis): string {
  if (startedMs === null) return '';
  let played = Math.floor((nowMs - startedMs) / 10);
  const heard: string[] = [];
  for (const { speech, samples, sent, words } of spoken) {
    const sentHops = hopsOf(sent, speech.sampleRate);
    const reach = Math.min(played, sentHops);
    heard.push(...words.filter(({ end }) => end <= reach).map(({ text }) => text));
    played -= hopsOf(samples, speech.sampleRate);
  }
  return heard.join(' ');
}

/** Whole hops of 10 ms. */
function hopsOf(samples: number, sampleRate: number): number {
  return Math.floor((samples * 100) / sampleRate);
}
