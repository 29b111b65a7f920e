// Commands about audio, on all channels that recognize speech, and about the sources of words: the script and the known sounds.

import type { AudioFrame } from './hearing/audio.ts';
import type { SpeechScript } from './script/script.ts';
import type { RememberedSound } from './sounds/record.ts';

/** Replaces the script of the world. Open sessions follow it from their next utterance. */
export interface SetScript {
  readonly type: 'SetScript';
  readonly script: SpeechScript;
}

/** Adds a known sound. It replaces one with the same text and speaker. */
export interface RememberSound {
  readonly type: 'RememberSound';
  readonly sound: RememberedSound;
}

/** Recognizes a frame of audio. Its bytes are stored beside the command. */
export interface ReceiveAudio extends AudioFrame {
  readonly type: 'ReceiveAudio';
  readonly sessionId: string;
}

/** Reports received bytes that cannot be decoded as audio. */
export interface RejectAudio {
  readonly type: 'RejectAudio';
  readonly sessionId: string;
  /** The audio that can be decoded. */
  readonly description: string;
}
