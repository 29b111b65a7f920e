// The rule of sounds that are to be known.

import type { Context } from '../../kernel/context.ts';
import { err, ok } from '../../kernel/result.ts';
import type { RememberSound } from '../commands.ts';
import { soundId } from './sounds/known-sound.ts';
import { fixtureSoundsMax } from './sounds/known-sounds.ts';
import type { ReadonlySpeechState } from '../state.ts';
import type { Decision } from '../session/decision.ts';

export function rememberSound(
  { sound }: RememberSound,
  { sounds }: ReadonlySpeechState,
  { hash }: Context,
): Decision {
  const id = soundId(hash, sound.speaker, sound.text);
  const isNew = sound.origin === undefined && sounds.get(id)?.origin !== 'fixture';
  if (isNew && sounds.count('origin', 'fixture') >= fixtureSoundsMax) {
    return err({ code: 'SOUNDS_FULL' });
  }
  return ok([{ type: 'SoundRemembered', sound: { id, ...sound } }]);
}
