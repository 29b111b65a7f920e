// Sounds that are known from now on.

import type { SentenceSpoken } from '../events.ts';
import type { KnownSound } from './sounds/record.ts';
import { spokenSoundsMax } from './sounds/known-sounds.ts';
import { languageOf, voiceName } from '../synthesis/voices.ts';
import type { SoundTable } from '../tables.ts';

/** A sentence that was spoken, by a model with or without a language in its name. */
export function rememberSentence(
  sounds: SoundTable,
  { speech, sound }: Pick<SentenceSpoken, 'speech' | 'sound'>,
  model: string,
): void {
  if (sound === undefined) return;
  const { text, voice } = speech;
  const language = languageOf(model);
  remember(sounds, {
    ...sound,
    origin: 'spoken',
    text,
    speaker: voiceName(voice),
    ...(language !== undefined && { language }),
  });
}

/** It is the newest one, also if it was known. Sounds of fixtures remain as they are. */
export function remember(sounds: SoundTable, sound: KnownSound): void {
  const known = sounds.get(sound.id);
  if (known?.origin === 'fixture' && sound.origin === 'spoken') return;
  if (known !== undefined) sounds.remove(sound.id);
  sounds.insert(sound);
  if (sounds.count('origin', 'spoken') <= spokenSoundsMax) return;
  const [oldest] = sounds.list({ by: { origin: 'spoken' }, order: 'ascending', limit: 1 });
  if (oldest !== undefined) sounds.remove(oldest.id);
}
