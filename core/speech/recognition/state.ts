// The part of the state that recognition depends on: the script, and the known sounds.

import type { ReadonlyTable } from '../../tables/index.ts';
import type { ScriptRecord } from './script/script.ts';
import type { KnownSound } from './sounds/record.ts';

export interface RecognitionState {
  readonly scripts: Pick<ReadonlyTable<ScriptRecord>, 'get'>;
  readonly sounds: ReadonlyTable<KnownSound, 'origin'>;
}
