// The reply of an agent in progress: its next sentence, its next frame, and the words that the user can have heard.

import type { Millis } from '../../kernel/brand.ts';
import type { AgentAudio } from './settings.ts';
import type { Reply, ReplySentence } from './record.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { frameMs } from './endings.ts';

/** The sentence whose audio is not completely sent. */
export function sentenceInProgress({ spoken }: Reply): ReplySentence | undefined {
  const last = spoken.at(-1);
  return last === undefined || last.sent >= last.samples ? undefined : last;
}

/** The question to the voice about the next sentence; undefined while another sentence is sent, or if there is none. */
export function nextSpeech(
  reply: Reply,
  { encoding, sampleRate }: AgentAudio['output'],
): SynthesisQuestion | undefined {
  const [text] = reply.queue;
  if (text === undefined || sentenceInProgress(reply) !== undefined) return undefined;
  return { voice: reply.voice, text, encoding, sampleRate };
}

/** Whether everything is sent, and no sentence can be added. */
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

/** The time from a frame to the next one, in milliseconds. */
export function frameIntervalMs(samples: number, sampleRate: number, pace: number): number {
  return Math.ceil((samples * 1_000) / (sampleRate * pace));
}

/** The text of all sentences, including those that could not be synthesized. */
export function textOf({ spoken }: Reply): string {
  return spoken.map(({ speech }) => speech.text).join(' ');
}

/** The words that are sent, and have been played by now if the client plays in real time from the first frame on. */
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
