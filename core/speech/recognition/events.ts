// Events of received audio, on all channels that recognize speech, and of the sources of words.

import type { AudioFrame } from './hearing/audio.ts';
import type { SpeechScript } from './script/script.ts';
import type { SoundMatch } from './sounds/find.ts';
import type { RememberedSound } from './sounds/record.ts';
import type { HeardNoise } from './voice-activity/noise.ts';

/** The operator set the script of the world. */
export interface ScriptSet {
  readonly type: 'ScriptSet';
  readonly script: SpeechScript;
}

/** A sound of the fixture, or a sentence that an operator had spoken, is known from now on. */
export interface SoundRemembered {
  readonly type: 'SoundRemembered';
  readonly sound: RememberedSound & { readonly id: string };
}

/** A client sent a frame of audio. */
export interface AudioReceived extends AudioFrame {
  readonly type: 'AudioReceived';
  readonly sessionId: string;
  /** The results of the searches among known sounds, in order. */
  readonly matches: readonly (SoundMatch | null)[];
  /** Corrections of voice activity where levels alone could not separate noise from voice. Absent: none, and in older recordings. */
  readonly noise?: readonly HeardNoise[];
}
