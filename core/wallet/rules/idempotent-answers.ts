// The same idempotency key is the same request: it gives the same records, and makes them once. Another body under a key is not
// judged, since the spec does not say what it gives; nor is which of two requests at a time made them.

import { finding, type ServiceRule } from '../../kernel/rule.ts';
import type { KeyUsed, WalletObservation } from './observations.ts';

/** The first use of each key: grows with the keys of a recording. */
export const idempotentAnswers: ServiceRule<WalletObservation, Map<string, KeyUsed>> = {
  name: 'idempotent-answers',
  spec: 'spec/wallet.md, Resources and their fields, IdempotencyKey',
  start: () => new Map(),
  observe(first, observation) {
    if (observation.kind !== 'keyUsed') return [];
    const { n, key, operation, ids, isNew, body } = observation;
    const place = `${operation} ${key}`;
    const before = first.get(place);
    if (before === undefined) {
      first.set(place, observation);
      return [];
    }
    if (before.body !== body) return [];
    if (isNew && !before.isNew) first.set(place, { ...before, isNew });
    const made = before.ids.join(', ');
    return [
      finding(before.ids.join() === ids.join() && !(isNew && before.isNew), n, () => [
        `${made} with status 200, as key ${key} has made it in entry ${before.n}`,
        `${ids.join(', ')} with status ${isNew ? 201 : 200}`,
      ]),
    ];
  },
};
