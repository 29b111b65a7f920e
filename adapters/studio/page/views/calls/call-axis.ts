// The axis of a call: where the audio of both sides sounds, and which event of the session belongs to an instant. It is virtual time since
// 1970 in ms, stretched where the client sent audio faster than it sounds: what follows is later by as much.

import type { Envelope } from '../../../../../core/index.ts';
import { placeReceived, placeSent, type PlacedAudio } from './placed-audio.ts';
import { measuredLevels } from './sound-levels.ts';
import type { SpokenSession } from './speech-sessions.ts';

/** The audio of one side. */
export interface SoundSide {
  /** In Hz; 0 without audio. */
  readonly sampleRate: number;
  readonly samples: number;
  readonly placed: readonly PlacedAudio[];
  /** Of each 10 ms, if the service measured them. */
  readonly levels?: Uint8Array;
}

export interface CallAxis {
  readonly user: SoundSide;
  readonly agent: SoundSide;
  /** The events of the session with their instants on the axis, which never fall. */
  readonly steps: readonly Envelope[];
  /** By how much the axis is longer than virtual time, in ms. */
  readonly stretchedMs: number;
}

interface AudioFrame {
  readonly atMs: number;
  readonly samples: number;
  readonly sampleRate: number;
}

/** Audio may be ahead of its time by this much, in ms: clients send a frame as it begins, or as it ends. */
const aheadMsMax = 500;

export function callAxis({ path, openedMs }: SpokenSession, events: readonly Envelope[]): CallAxis {
  const received: AudioFrame[] = [];
  const sent: AudioFrame[] = [];
  const cutsMs: number[] = [];
  const levels: string[] = [];
  const steps: Envelope[] = [];
  let stretchedMs = 0;
  /** When all audio so far has sounded, of the user and of the agent. */
  let [userMs, agentMs] = [-Infinity, -Infinity];
  for (const envelope of events) {
    const { event } = envelope;
    let atMs = Math.max(steps.at(-1)?.atMs ?? -Infinity, envelope.atMs + stretchedMs);
    if (event.type === 'AudioReceived') {
      const { samples, sampleRate, sound } = event;
      const lengthMs = sampleRate === 0 ? 0 : (samples * 1_000) / sampleRate;
      userMs = Math.max(userMs, openedMs, atMs - lengthMs) + lengthMs;
      const aheadMs = userMs - atMs;
      if (aheadMs > aheadMsMax) {
        stretchedMs += aheadMs;
        atMs = userMs;
      }
      received.push({ atMs, samples, sampleRate });
      levels.push(sound[0]?.levels ?? '');
    }
    if (event.type === 'ReplyInterrupted') cutsMs.push(atMs);
    if (event.type === 'ReplyAudioSent' || event.type === 'SentenceSpoken') {
      const { samples, speech } = event;
      // A sentence of /v1/speak is sent at once: its event is where it begins to sound.
      if (path === '/v1/speak') atMs = Math.max(atMs, agentMs);
      sent.push({ atMs, samples, sampleRate: speech.sampleRate });
      agentMs = Math.max(agentMs, atMs) + (samples * 1_000) / speech.sampleRate;
    }
    steps.push({ ...envelope, atMs });
  }
  const user = sideOf(received, placeSent(received, openedMs));
  return {
    user: { ...user, levels: measuredLevels(levels) },
    agent: sideOf(sent, placeReceived(sent, cutsMs)),
    steps,
    stretchedMs,
  };
}

function sideOf(frames: readonly AudioFrame[], placed: readonly PlacedAudio[]): SoundSide {
  const samples = frames.reduce((sum, frame) => sum + frame.samples, 0);
  const sampleRate = frames.find((frame) => frame.sampleRate > 0)?.sampleRate ?? 0;
  return { sampleRate, samples, placed };
}

/** The instant of a position on the axis. */
export function instantAt({ steps }: CallAxis, position: number): number {
  return lastBy(steps, (step) => step.position <= position)?.atMs ?? steps[0]?.atMs ?? 0;
}

/** The last event of the session up to an instant of the axis. */
export function positionAt({ steps }: CallAxis, atMs: number): number {
  return lastBy(steps, (step) => step.atMs <= atMs)?.position ?? steps[0]?.position ?? 0;
}

/** The last one for which a condition holds that holds for all before it. */
function lastBy<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
