// Words that were heard and said in speech sessions, and how loud the audio of clients was, from their events.

import type { Envelope } from '../../../../../core/index.ts';

export interface SessionWords {
  readonly position: number;
  readonly stream: string;
  readonly side: 'heard' | 'said';
  readonly text: string;
}

export class SpokenWords {
  /** In order, each with its words at the same index. */
  readonly instants: number[] = [];
  readonly words: SessionWords[] = [];
  /** Of frames of audio, in order, each with its loudness from 0 to 1 and its session at the same index. */
  readonly frameInstants: number[] = [];
  readonly loudness: number[] = [];
  readonly frameStreams: string[] = [];
  #count = 0;

  /** Takes the events from the first that it does not know yet. */
  extend(events: readonly Envelope[]): void {
    for (; this.#count < events.length; this.#count += 1) this.#add(events[this.#count]!);
  }

  #add({ position, stream, atMs, event }: Envelope): void {
    if (event.type === 'AudioReceived') {
      this.frameInstants.push(atMs);
      this.loudness.push(loudnessOf(event.sound[0]?.levels ?? ''));
      this.frameStreams.push(stream);
      return;
    }
    const spoken = spokenIn(event);
    if (spoken === undefined || spoken.text === '') return;
    this.instants.push(atMs);
    this.words.push({ position, stream, ...spoken });
  }
}

/** Undefined for events without words. */
export function spokenIn(
  event: Envelope['event'],
): Pick<SessionWords, 'side' | 'text'> | undefined {
  if (event.type === 'UserTextReceived') return { side: 'heard', text: event.text };
  if (event.type === 'ReplySpoken' || event.type === 'SentenceSpoken') {
    return { side: 'said', text: event.speech.text };
  }
  const isHeard =
    (event.type === 'TurnReported' && event.event === 'EndOfTurn') ||
    (event.type === 'ResultProduced' && event.isFinal);
  return isHeard ? { side: 'heard', text: joined(event.words) } : undefined;
}

const joined = (words: readonly { readonly text: string }[]) =>
  words.map(({ text }) => text).join(' ');

/** The loudest 10 ms of a frame. */
function loudnessOf(levels: string): number {
  let loudest = 0;
  for (const char of atob(levels)) loudest = Math.max(loudest, char.charCodeAt(0));
  return loudest / 255;
}
