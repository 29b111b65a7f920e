// Each rule of the wallet is broken by a change that breaks it alone.

import { expect, it } from 'vitest';
import { brokenBy, type Mutant } from '../../../support/recording/mutants.ts';

const transfer = 'wallet/transfer';
const readTransaction = /^GET \/v1\/w3s\/transactions\/[0-9a-f-]+$/;

const mutants: readonly Mutant[] = [
  {
    rule: 'transaction-states',
    of: transfer,
    does: 'an answer goes back to QUEUED',
    change: (edit) =>
      edit.answers(readTransaction, ({ body }, place) => {
        if (place === 6) body.data.transaction.state = 'QUEUED';
      }),
  },
  {
    rule: 'transaction-states',
    of: transfer,
    does: 'an answer has an unknown state',
    change: (edit) =>
      edit.answers(readTransaction, ({ body }, place) => {
        if (place === 1) body.data.transaction.state = 'PENDING';
      }),
  },
];

it.each(mutants)('$rule is broken alone if $does', async (mutant) => {
  const broken = await brokenBy(mutant);
  expect([...broken.keys()]).toEqual([mutant.rule]);
});
