import { from, lastValueFrom, toArray } from 'rxjs';
import { expect, it } from 'vitest';
import { ofType } from '../../../core/engine/of-type.ts';
import { eventsOf, sessionOf } from '../../support/arbitraries/session.ts';

it('passes the events of the named types, in their order', async () => {
  const { entries } = sessionOf([
    { do: 'transfer', from: 0, to: 1, isNative: true, amount: 1, fee: 1 },
    { do: 'pass', ms: 60_000 },
  ]);
  const events = eventsOf(entries);
  const sent$ = from(events).pipe(ofType('TransactionSent', 'TransactionConfirmed'), toArray());
  const expected = events.filter(({ event }) => /^Transaction(Sent|Confirmed)$/.test(event.type));
  expect(expected.length).toBeGreaterThan(1);
  expect(await lastValueFrom(sent$)).toEqual(expected);
});
