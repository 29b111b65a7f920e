// The types of events, as users see them: a union that narrows by type. Compiled by `npm run check:types`; nothing here runs.

import { expectTypeOf } from 'vitest';
import * as reprise from '../../../adapters/index.ts';
import * as core from '../../../core/index.ts';

declare const world: core.World;
declare const envelope: core.Envelope;

expectTypeOf<reprise.Envelope>().toEqualTypeOf<core.Envelope>();
expectTypeOf<reprise.EventType>().toEqualTypeOf<core.EventType>();

world.events$.pipe(core.ofType('TransactionStuck')).subscribe(({ event }) => {
  expectTypeOf(event.type).toEqualTypeOf<'TransactionStuck'>();
  expectTypeOf(event.transactionId).toBeString();
});

world.events$.pipe(reprise.ofType('TransactionSent', 'EventCreated')).subscribe(({ event }) => {
  if (event.type === 'TransactionSent') expectTypeOf(event.attempt.txHash).toBeString();
  else expectTypeOf(event.post.title).toBeString();
});

// @ts-expect-error: a misspelt type
world.events$.pipe(core.ofType('TransactionStucked'));

// @ts-expect-error: no type at all
world.events$.pipe(core.ofType());

world.history$({ type: 'TransactionStuck' }).subscribe(({ event }) => {
  expectTypeOf(event.type).toEqualTypeOf<'TransactionStuck'>();
});

// @ts-expect-error: a misspelt type
world.history$({ type: 'TransactionStucked' });

// @ts-expect-error: a misspelt type
world.historyPages({ type: 'TransactionStucked' });

// @ts-expect-error: any text
world.history$({ type: 'TransactionStuck' as string });

if (envelope.event.type === 'TransactionStuck') {
  expectTypeOf(envelope.event.transactionId).toBeString();
}

// @ts-expect-error: a misspelt type
export const isMisspelt = envelope.event.type === 'TransactionStucked';
