// Changes of the script, and of the known sounds.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Table } from '../../tables/index.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import type { SoundPrint } from '../synthesis/sound-print.ts';
import { languageOf, voiceName } from '../synthesis/voices.ts';
import { scriptId, type ScriptRecord, type SpeechScript } from './script/script.ts';
import { spokenSoundsMax } from './sounds/known-sounds.ts';
import type { KnownSound } from './sounds/record.ts';

export function setScript(scripts: Table<ScriptRecord>, script: SpeechScript): void {
  const record: ScriptRecord = { id: scriptId, ...script };
  if (scripts.get(scriptId) === undefined) scripts.insert(record);
  else scripts.replace(record);
}

/** A synthesized sentence. `sound` is absent if it has no voice. */
interface SpokenText {
  readonly speech: SynthesisQuestion;
  readonly sound?: SoundPrint & { readonly id: string };
}

/** The known sound of a sentence that a model spoke; undefined if it has no voice. */
export function soundOf({ speech, sound }: SpokenText, model: string): KnownSound | undefined {
  if (sound === undefined) return undefined;
  const { text, voice } = speech;
  const language = languageOf(model);
  const speaker = voiceName(voice);
  return { ...sound, origin: 'spoken', text, speaker, ...omitUndefined({ language }) };
}

/** The sound becomes the newest one, even if it was known. Sounds of fixtures stay as they are. */
export function remember(sounds: Table<KnownSound, 'origin'>, sound: KnownSound): void {
  const known = sounds.get(sound.id);
  if (known?.origin === 'fixture' && sound.origin === 'spoken') return;
  if (known !== undefined) sounds.remove(sound.id);
  sounds.insert(sound);
  if (sounds.count('origin', 'spoken') <= spokenSoundsMax) return;
  const [oldest] = sounds.list({ by: { origin: 'spoken' }, order: 'ascending', limit: 1 });
  if (oldest !== undefined) sounds.remove(oldest.id);
}
