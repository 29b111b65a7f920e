// The rules about the sources of words: the script, and the known sounds.

import type { Context } from '../../kernel/context.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { SpeechRejection } from '../rejections.ts';
import type { RememberSound, SetScript } from './commands.ts';
import type { ScriptSet, SoundRemembered } from './events.ts';
import { soundId } from './sounds/known-sound.ts';
import { fixtureSoundsMax } from './sounds/known-sounds.ts';
import type { RecognitionState } from './state.ts';

type Decided<Event> = Result<readonly [Event], SpeechRejection>;

export function setScript({ script }: SetScript): Decided<ScriptSet> {
  return ok([{ type: 'ScriptSet', script }]);
}

export function rememberSound(
  { sound }: RememberSound,
  { sounds }: Pick<RecognitionState, 'sounds'>,
  { hash }: Context,
): Decided<SoundRemembered> {
  const id = soundId(hash, sound.speaker, sound.text);
  const isNew = sound.origin === undefined && sounds.get(id)?.origin !== 'fixture';
  if (isNew && sounds.count('origin', 'fixture') >= fixtureSoundsMax) {
    return err({ code: 'SOUNDS_FULL' });
  }
  return ok([{ type: 'SoundRemembered', sound: { id, ...sound } }]);
}
