// Entries as they were said, before anything of them is written down: with their secrets, and without a place in the file.

import type { Envelope } from '../../core/index.ts';
import type { Entry, Unplaced } from './format.ts';

/** An event goes as the text that it has already. */
export type Draft =
  | Unplaced<Exclude<Entry, { kind: 'event' }>>
  | ({ readonly kind: 'event' } & Pick<Envelope, 'text' | 'position'>);
