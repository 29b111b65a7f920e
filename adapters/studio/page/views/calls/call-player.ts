// Plays a call: the audio of both sides at its places on the axis, by the clock of the sound card.

import { signal, type ReadonlySignal } from '@preact/signals';
import type { CallSideName, CallSound } from './call-sound.ts';
import type { ShownCall } from './call.ts';
import type { PlacedAudio } from './placed-audio.ts';

export type CallSounds = Partial<Readonly<Record<CallSideName, CallSound>>>;

const sideNames: readonly CallSideName[] = ['user', 'agent'];

/** Audio is scheduled so long before it sounds, in ms: timers of a page in the background come once a second. */
const aheadMs = 2_000;
const everyMs = 200;

interface Playing {
  readonly context: AudioContext;
  readonly gains: Readonly<Record<CallSideName, GainNode>>;
  /** The instant of the call at the time 0 of the context. */
  readonly originMs: number;
  /** By side: the next part to schedule. */
  readonly next: Record<CallSideName, number>;
  readonly timer: ReturnType<typeof setInterval>;
}

export class CallPlayer {
  readonly #atMs = signal(0);
  readonly #isPlaying = signal(false);
  readonly #isMuted = { user: signal(false), agent: signal(false) };
  #call: ShownCall;
  #sounds: CallSounds = {};
  #playing: Playing | undefined;

  constructor(call: ShownCall, atMs: number) {
    this.#call = call;
    this.#atMs.value = atMs;
  }

  /** The playhead, on the axis of the call. */
  get atMs(): ReadonlySignal<number> {
    return this.#atMs;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  isMuted(side: CallSideName): boolean {
    return this.#isMuted[side].value;
  }

  mute(side: CallSideName, isMuted: boolean): void {
    this.#isMuted[side].value = isMuted;
    const gain = this.#playing?.gains[side].gain;
    if (gain !== undefined) gain.value = isMuted ? 0 : 1;
  }

  /** What is known by now. */
  update(call: ShownCall, sounds: CallSounds): void {
    const isHeard = this.#sounds !== sounds;
    this.#call = call;
    this.#sounds = sounds;
    if (isHeard && this.#playing !== undefined) this.play();
  }

  /** From the playhead; from the beginning if it is at the last event, or after it. */
  play(): void {
    this.#stop();
    const { startMs, endMs, axis } = this.#call;
    const lastMs = Math.min(endMs, axis.steps.at(-1)?.atMs ?? endMs);
    if (this.#atMs.peek() >= lastMs) this.#atMs.value = startMs;
    const fromMs = this.#atMs.peek();
    const context = new AudioContext();
    const gainOf = (side: CallSideName) => {
      const gain = context.createGain();
      gain.gain.value = this.#isMuted[side].peek() ? 0 : 1;
      gain.connect(context.destination);
      return gain;
    };
    this.#playing = {
      context,
      gains: { user: gainOf('user'), agent: gainOf('agent') },
      originMs: fromMs - context.currentTime * 1_000,
      next: { user: 0, agent: 0 },
      timer: setInterval(() => this.#tick(), everyMs),
    };
    this.#isPlaying.value = true;
    void context.resume();
    this.#tick();
    this.#follow(this.#playing);
  }

  pause(): void {
    this.#stop();
    this.#isPlaying.value = false;
  }

  seek(atMs: number): void {
    const { startMs, endMs } = this.#call;
    this.#atMs.value = Math.min(endMs, Math.max(startMs, atMs));
    if (this.#playing !== undefined) this.play();
  }

  /** Moves the playhead with each frame of the screen. */
  #follow(playing: Playing): void {
    requestAnimationFrame(() => {
      if (this.#playing !== playing) return;
      this.#move(playing);
      this.#follow(playing);
    });
  }

  #tick(): void {
    const playing = this.#playing;
    if (playing === undefined) return;
    this.#move(playing);
    for (const side of sideNames) this.#schedule(playing, side);
  }

  #move({ context, originMs }: Playing): void {
    const atMs = originMs + context.currentTime * 1_000;
    this.#atMs.value = Math.min(atMs, this.#call.endMs);
    if (atMs >= this.#call.endMs) this.pause();
  }

  #schedule(playing: Playing, side: CallSideName): void {
    const sound = this.#sounds[side];
    const { placed } = this.#call.axis[side];
    if (sound === undefined) return;
    const untilMs = this.#atMs.peek() + aheadMs;
    for (
      let part = placed[playing.next[side]];
      part !== undefined;
      part = placed[playing.next[side]]
    ) {
      if (part.startMs > untilMs) return;
      playing.next[side] += 1;
      if (!part.isDropped) startPart(playing, side, part, sound);
    }
  }

  #stop(): void {
    if (this.#playing === undefined) return;
    clearInterval(this.#playing.timer);
    void this.#playing.context.close();
    this.#playing = undefined;
  }
}

function startPart(
  { context, gains, originMs }: Playing,
  side: CallSideName,
  { startMs, fromSample, samples }: PlacedAudio,
  sound: CallSound,
): void {
  const part = sound.samples.subarray(fromSample, fromSample + samples);
  const atSeconds = (startMs - originMs) / 1_000;
  const passed = Math.max(0, context.currentTime - atSeconds);
  if (part.length === 0 || passed * sound.sampleRate >= part.length) return;
  const buffer = context.createBuffer(1, part.length, sound.sampleRate);
  buffer.copyToChannel(
    Float32Array.from(part, (sample) => sample / 32_768),
    0,
  );
  const node = context.createBufferSource();
  node.buffer = buffer;
  node.connect(gains[side]);
  node.start(Math.max(context.currentTime, atSeconds), passed);
}
