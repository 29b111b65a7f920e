// Plays a history: moves the scrubber in virtual time, at a rate, or from one instant with events to the next.

import { signal, type ReadonlySignal } from '@preact/signals';

/** Virtual ms per ms; `max`: the next instant with events each frame. */
export type PlaybackRate = 1 | 10 | 100 | 'max';

export const playbackRates: readonly PlaybackRate[] = [1, 10, 100, 'max'];

/** A history to play. */
export interface PlayedHistory {
  readonly events: readonly { readonly atMs: number }[];
  readonly epochMs: number;
  readonly nowMs: number;
}

/** Where the scrubber is in a history that is played. */
export interface PlayHead {
  readonly position: number;
  readonly atMs: number;
  readonly isAtEnd: boolean;
}

/** The head after so much time of the host. */
export function advancedHead(
  { events, nowMs }: PlayedHistory,
  { position, atMs }: PlayHead,
  elapsedMs: number,
  rate: PlaybackRate,
): PlayHead {
  const next = events[position];
  if (next === undefined) {
    // Time may have passed since the last event.
    const reachedMs = rate === 'max' ? nowMs : atMs + elapsedMs * rate;
    return {
      position,
      atMs: Math.min(Math.max(atMs, nowMs), reachedMs),
      isAtEnd: reachedMs >= nowMs,
    };
  }
  const untilMs = rate === 'max' ? next.atMs : atMs + elapsedMs * rate;
  let reached = position;
  while (reached < events.length && events[reached]!.atMs <= untilMs) reached += 1;
  const isAtEnd = reached === events.length && untilMs >= nowMs;
  return { position: reached, atMs: isAtEnd ? nowMs : untilMs, isAtEnd };
}

/** Frames of the host. */
export interface Frames {
  /** Calls with the instant of the next frame, in ms. Returns what prevents that. */
  readonly next: (callback: (atMs: number) => void) => () => void;
}

/** A frame counts for no more, in ms: a hidden tab does not jump ahead. */
const frameMsMax = 250;

export interface PlayedScrubber {
  readonly history: () => PlayedHistory | undefined;
  readonly position: () => number;
  readonly scrub: (position: number) => void;
}

export class HistoryPlayer {
  readonly #scrubber: PlayedScrubber;
  readonly #frames: Frames;
  readonly #isPlaying = signal(false);
  readonly #headMs = signal<number | undefined>(undefined);
  readonly #rate = signal<PlaybackRate>(10);
  #head: PlayHead | undefined;
  #lastMs: number | undefined;
  #cancel: () => void = () => undefined;

  constructor(scrubber: PlayedScrubber, frames: Frames) {
    this.#scrubber = scrubber;
    this.#frames = frames;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  get rate(): ReadonlySignal<PlaybackRate> {
    return this.#rate;
  }

  /** The virtual instant that is played, in whole ms; undefined if nothing is. */
  get headMs(): ReadonlySignal<number | undefined> {
    return this.#headMs;
  }

  setRate(rate: PlaybackRate): void {
    this.#rate.value = rate;
  }

  toggle(): void {
    if (this.#isPlaying.peek()) this.pause();
    else this.play();
  }

  /** From the scrubber on; from the beginning, if it is at the end. */
  play(): void {
    const history = this.#scrubber.history();
    if (history === undefined || this.#isPlaying.peek()) return;
    const at = this.#scrubber.position();
    const position = at >= history.events.length ? 0 : at;
    const atMs = history.events[position - 1]?.atMs ?? history.epochMs;
    this.#head = { position, atMs, isAtEnd: false };
    this.#lastMs = undefined;
    this.#headMs.value = atMs;
    this.#isPlaying.value = true;
    this.#scrubber.scrub(position);
    this.#request();
  }

  pause(): void {
    this.#cancel();
    this.#isPlaying.value = false;
    this.#headMs.value = undefined;
    this.#head = undefined;
  }

  #request(): void {
    this.#cancel = this.#frames.next((atMs) => this.#frame(atMs));
  }

  #frame(atMs: number): void {
    const history = this.#scrubber.history();
    const head = this.#head;
    // It ends when the scrubber is moved by hand, or another world is shown.
    if (
      history === undefined ||
      head === undefined ||
      head.position !== this.#scrubber.position()
    ) {
      return this.pause();
    }
    const elapsedMs = Math.min(frameMsMax, atMs - (this.#lastMs ?? atMs));
    this.#lastMs = atMs;
    const next = advancedHead(history, head, elapsedMs, this.#rate.peek());
    this.#head = next;
    if (next.position !== head.position) this.#scrubber.scrub(next.position);
    if (next.isAtEnd) return this.pause();
    // The head keeps its fraction: else frames at the rate 1 would lose time.
    this.#headMs.value = Math.floor(next.atMs);
    this.#request();
  }
}
