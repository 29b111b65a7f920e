// Entries of a journal, from the form in which a server or a file has them.

import { parseEnvelope, type Input, type JournalEntry } from '../../../../core/index.ts';
import type { JournalEntry as WrittenEntry } from '../../../client/control-types.ts';

/** Each is read when it is taken: many at once would hold up the page. */
export function* journalEntriesOf(written: readonly WrittenEntry[]): Iterable<JournalEntry> {
  for (const entry of written) yield journalEntryOf(entry);
}

function journalEntryOf({ input, events, asides = {}, digest }: WrittenEntry): JournalEntry {
  const envelopes = events.map((text) => {
    const envelope = parseEnvelope(text);
    const aside = asides[`${envelope.position}`];
    return aside === undefined ? envelope : parseEnvelope(text, aside);
  });
  return { input: input as unknown as Input, events: envelopes, digest };
}
