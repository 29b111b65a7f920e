// Read models of faults.

import { expect, it } from 'vitest';
import { faults } from '../../../core/faults/index.ts';
import {
  faultsView,
  frameStrikes,
  openFaultsView,
  webhookDelayView,
} from '../../../core/faults/views.ts';
import type { FaultsEvent } from '../../../core/faults/events.ts';
import { toEnvelope } from '../../../core/kernel/message.ts';
import { addFault, tryFaults } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';

it('lists all faults in the order in which they are tried, and those that can still strike', () => {
  const { faults: state } = given(faults).having(
    addFault('b', { when: { count: 1 } }),
    addFault('a'),
    tryFaults('b'),
  );
  expect(faultsView(state).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(openFaultsView(state).map(({ id }) => id)).toEqual(['a']);
  expect(openFaultsView(given(faults).faults)).toEqual([]);
});

it('finds the delay of one attempt by its notification and its number', () => {
  const late = { when: {}, effect: { kind: 'late-webhook', delayMs: 1_000 } } as const;
  const webhook = { service: 'wallet', notificationId: 'n1', attempt: 2 };
  const { faults: state } = given(faults).having(addFault('late', late), {
    type: 'TryFaults',
    faultIds: ['late'],
    request: webhook,
  });
  expect(webhookDelayView(state, webhook)).toMatchObject({ faultId: 'late', webhook });
  expect(webhookDelayView(state, { notificationId: 'n1', attempt: 1 })).toBeUndefined();
  expect(webhookDelayView(state, { notificationId: 'n2', attempt: 2 })).toBeUndefined();
});

it('lists strikes on frames to clients by the event that sends these, and no other strikes', () => {
  const frame = { service: 'speech', path: '/v1/listen', direction: 'out', frame: 1 } as const;
  const request = { service: 'wallet', method: 'POST', path: '/v1/w3s/developer/wallets' };
  const struck = { type: 'FaultStruck', faultId: 'f', effect: { kind: 'drop-frame' } } as const;
  const sent = { ...struck, request: frame };
  const events: readonly FaultsEvent[] = [
    sent,
    { ...struck, request: { ...frame, direction: 'in' } },
    { ...struck, effect: { kind: 'lose-answer' }, request },
    { type: 'FaultPassed', faultId: 'f', frame },
    { ...sent, faultId: 'g' },
  ];
  const envelopes = events.map((event, index) =>
    toEnvelope({ stream: 'faults', version: 1, position: 8 + index, atMs: 0, cause: 7, event }),
  );
  const strikes = frameStrikes([{ events: envelopes }]);
  expect([...strikes]).toEqual([[7, [sent, { ...sent, faultId: 'g' }]]]);
});
