// What a search means: words that must all be in an event, in its text or in a part of it.
//
//   transfer 12.5          in the text of the event, which has its type, entity and data; case does not matter
//   type:stuck             in the type
//   id:4ac1                in the entity, such as wallet/transaction/4ac1…
//   #120                   the event at this position
//   "two words"            both, as they stand

import type { Envelope } from '../../../../core/index.ts';

export type EventQueryTest = (envelope: Envelope) => boolean;

/** Words of a query; further ones are ignored. */
const searchWordsMax = 20;

const word = /(?:(type|id):)?(?:"([^"]*)"?|(\S+))/gi;

/** Undefined for a query without words. */
export function queryOf(query: string): EventQueryTest | undefined {
  const tests: EventQueryTest[] = [];
  for (const [whole, field, quoted, plain] of query.matchAll(word)) {
    const text = (quoted ?? plain ?? '').toLowerCase();
    if (text === '' || tests.length >= searchWordsMax) continue;
    tests.push(testOf(field?.toLowerCase(), text, whole));
  }
  if (tests.length === 0) return undefined;
  return (envelope) => tests.every((test) => test(envelope));
}

function testOf(field: string | undefined, text: string, whole: string): EventQueryTest {
  if (field === 'type') return ({ event }) => event.type.toLowerCase().includes(text);
  if (field === 'id') return ({ stream }) => stream.toLowerCase().includes(text);
  if (/^#\d{1,15}$/.test(whole)) {
    const wanted = Number(whole.slice(1));
    return ({ position }) => position === wanted;
  }
  return ({ text: written, event: { aside } }) =>
    written.toLowerCase().includes(text) ||
    (aside !== undefined &&
      Object.values(aside).some((value) => value.toLowerCase().includes(text)));
}
