import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import { madeView } from '../../core/wallet/views.ts';
import {
  actionArbitrary,
  sessionArbitrary,
  sessionOf,
  startSession,
} from '../support/arbitraries/session.ts';

it('gives an idempotency key one effect and one body, whatever happens before and after', () => {
  fc.assert(
    fc.property(
      sessionArbitrary,
      fc.array(actionArbitrary, { maxLength: 10 }),
      (actions, later) => {
        const session = sessionOf(actions);
        const bodies = new Map(
          session.requests.map(({ idempotencyKey }) => [
            idempotencyKey,
            madeView(session.wallet, idempotencyKey),
          ]),
        );
        for (const action of later) session.act(action);
        for (const request of session.requests) {
          const before = session.state.position;
          const outcome = session.send({
            ...request,
            secret: { kind: 'unchecked' },
          } as WalletCommand);
          expect(outcome).toEqual({ ok: true, value: [] });
          expect(session.state.position).toBe(before);
          const body = bodies.get(request.idempotencyKey);
          if (body !== undefined)
            expect(madeView(session.wallet, request.idempotencyKey)).toEqual(body);
        }
      },
    ),
  );
});

it('makes one thing of a request that is sent several times between others', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const [once, often] = [startSession(), startSession()];
      for (const action of actions.filter((one) => one.do !== 'repeat')) {
        once.act(action);
        often.act(action);
        for (const request of often.requests) often.send(request);
      }
      // Repeats come at the instants of others and leave no event, so both histories are the same.
      expect(often.state.digest).toBe(once.state.digest);
    }),
    { numRuns: 40 },
  );
});
