import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstCases, runs } from '../support/runner/runs.ts';
import { printWallet, printWalletSet } from '../../adapters/services/wallet/wire.ts';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import { idempotentResultView } from '../../core/wallet/views.ts';
import {
  actionArbitrary,
  sessionArbitrary,
  sessionOf,
  startSession,
  type IdempotentCommand,
  type Session,
} from '../support/arbitraries/session.ts';

/** The response to a client with this key. */
function answered({ wallet }: Session, { idempotencyKey }: IdempotentCommand): unknown {
  const view = idempotentResultView(wallet, idempotencyKey);
  switch (view?.kind) {
    case 'walletSet':
      return printWalletSet(view.walletSet);
    case 'wallets':
      return view.wallets.map(printWallet);
    case 'transaction':
      return view;
    case undefined:
      return undefined;
  }
}

/** The scope of a key: an operation, and the transaction in its path, if any. */
const scopeOf = (request: IdempotentCommand): string =>
  request.type === 'AccelerateTransaction' || request.type === 'CancelTransaction'
    ? `${request.type} ${request.transactionId}`
    : request.type;

const more = fc.array(actionArbitrary, { maxLength: 10 });

it('an idempotency key has one effect and one body, with any requests before and after', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sessionArbitrary, more, (actions, later) => {
      const session = sessionOf(actions);
      const bodies = session.requests.map((request) => answered(session, request));
      for (const action of later) session.act(action);
      for (const [index, request] of session.requests.slice(0, bodies.length).entries()) {
        session.pass(0);
        const before = session.state.position;
        const repeated = { ...request, secret: { kind: 'unchecked' } };
        expect(session.decide('wallet', repeated as WalletCommand)).toEqual({
          ok: true,
          value: [],
        });
        expect(session.state.position).toBe(before);
        expect(bodies[index]).toBeDefined();
        expect(answered(session, request)).toEqual(bodies[index]);
        seen.add(request.type);
      }
    }),
    runs(40, firstCases({ seed: 7, count: 2 }, sessionArbitrary, more)),
  );
  expect([...seen].sort()).toEqual([
    'AccelerateTransaction',
    'CancelTransaction',
    'CreateWalletSet',
    'CreateWallets',
    'InitiateContractExecution',
    'InitiateTransfer',
    'InitiateWalletUpgrade',
  ]);
});

it('an idempotency key is refused to every other operation, which changes nothing', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const session = sessionOf(actions);
      session.pass(0);
      const { position } = session.state;
      const operations = new Map(session.requests.map((request) => [scopeOf(request), request]));
      for (const request of session.requests) {
        const { idempotencyKey } = request;
        for (const [scope, other] of operations) {
          const outcome = session.decide('wallet', { ...other, idempotencyKey });
          if (scope === scopeOf(request)) expect(outcome).toEqual({ ok: true, value: [] });
          else expect(outcome).toMatchObject({ error: { code: 'IDEMPOTENCY_KEY_TAKEN' } });
        }
      }
      expect(session.state.position).toBe(position);
    }),
    runs(15),
  );
});

it('a request that is sent several times between others has one effect', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const [once, often] = [startSession(), startSession()];
      for (const action of actions.filter((one) => one.do !== 'repeat')) {
        for (const session of [once, often]) {
          session.act(action);
          session.pass(0); // dues at an instant fire before the next request of that instant
        }
        for (const request of often.requests) often.decide('wallet', request);
      }
      // Repeats come at the instants of other requests and create no event, so both histories are the same.
      expect(often.state.digest).toBe(once.state.digest);
    }),
    runs(40),
  );
});
