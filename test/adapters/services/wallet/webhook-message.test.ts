// The HTTP request of a webhook has the same bytes from a decided event and from its journal entry.

import { expect, it } from 'vitest';
import { parseEnvelope, toEnvelope } from '../../../../core/kernel/message.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { webhookView } from '../../../../core/wallet/views.ts';
import { webhookMessage } from '../../../../adapters/services/wallet/webhook-message.ts';
import { given } from '../../../support/given.ts';
import { transfer } from '../../../support/wallet/commands.ts';
import { fundedWallets } from '../../../support/wallet/setups.ts';

it('is the same before and after its event was stored', () => {
  const world = given(wallet, fundedWallets());
  const [sender] = world.wallets;
  const endpoint = 'https://hooks.example/';
  world
    .having({ type: 'CreateSubscription', network: 'test', endpoint, notificationTypes: ['*'] })
    .having(transfer(sender?.id ?? ''));
  const attempts = world.after('1m').events.filter(({ type }) => type === 'WebhookAttempted');
  expect(attempts.length).toBeGreaterThan(1);
  const messageOf = (event: (typeof attempts)[number]) => {
    const attempt = webhookView(event);
    return attempt === undefined ? undefined : webhookMessage(attempt, { seed: 'any' });
  };
  for (const event of attempts) {
    const { text } = toEnvelope({ position: 1, stream: 'any', version: 1, atMs: 0, event });
    const again = parseEnvelope(text, event.aside).event as typeof event;
    expect(messageOf(again)).toEqual(messageOf(event));
  }
});
