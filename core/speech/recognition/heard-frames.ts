// Caches the result of the last frame of each session. A frame is recognized twice: when it is decided, and when its event is applied,
// with the same result. The function is pure, so that the cache only saves time.

import type { AudioReceived } from './events.ts';
import { scriptId, type ScriptRecord } from './script/script.ts';
import type { KnownSound } from './sounds/record.ts';
import { knownSounds } from './sounds/known-sounds.ts';
import type { RecognitionState } from './state.ts';

/** The inputs of recognition besides the session, and its result. */
interface Heard<Progress> {
  readonly frame: HeardFrame;
  readonly script: ScriptRecord | undefined;
  readonly sounds: readonly KnownSound[];
  readonly progress: Progress;
}

type HeardFrame = Pick<AudioReceived, 'sound' | 'matches' | 'noise' | 'captions'>;

/** Records are immutable, so that their identity is their content. */
export class HeardFrames<Session extends object, Progress> {
  readonly #last = new WeakMap<Session, Heard<Progress>>();

  remember(
    session: Session,
    frame: HeardFrame,
    { scripts, sounds }: RecognitionState,
    progress: Progress,
  ): void {
    const script = scripts.get(scriptId);
    this.#last.set(session, { frame, script, sounds: knownSounds(sounds), progress });
  }

  /** Undefined unless the last frame had the same inputs. */
  recall(
    session: Session,
    frame: HeardFrame,
    { scripts, sounds }: RecognitionState,
  ): Progress | undefined {
    const last = this.#last.get(session);
    if (last === undefined || !isSameFrame(last.frame, frame)) return undefined;
    const isSameWorld =
      last.script === scripts.get(scriptId) && last.sounds === knownSounds(sounds);
    return isSameWorld ? last.progress : undefined;
  }
}

/** An event has a copy of the frame. The few frames with captions or corrections are recognized again. */
function isSameFrame(one: HeardFrame, other: HeardFrame): boolean {
  return (
    one.captions === undefined &&
    other.captions === undefined &&
    one.noise === undefined &&
    other.noise === undefined &&
    one.sound.length === other.sound.length &&
    one.matches.length === other.matches.length &&
    one.sound.every(({ levels, fingerprints }, channel) => {
      const same = other.sound[channel];
      return same?.levels === levels && same.fingerprints === fingerprints;
    }) &&
    one.matches.every((match, index) => {
      const same = other.matches[index];
      return match?.sound === same?.sound && match?.offset === same?.offset;
    })
  );
}
