// The HTTP interface: payouts as JSON, a page that lists them, and the endpoint for webhooks.

import express, { type Express } from 'express';
import { payoutsPage } from './page.ts';
import type { PayoutRequest, TransactionReport } from './payout.ts';
import type { Payouts } from './payouts.ts';
import { createSignatureCheck } from './signature.ts';
import type { Wallet } from './wallet.ts';

export function createApp(payouts: Payouts, wallet: Wallet): Express {
  const app = express();
  const isSigned = createSignatureCheck(wallet);

  app.get('/', (_request, response) => {
    response.type('html').send(payoutsPage(payouts.list()));
  });

  app.get('/payouts', (_request, response) => {
    response.json(payouts.list());
  });

  app.get('/payouts/:id', (request, response) => {
    const payout = payouts.find(request.params.id);
    if (payout === undefined) response.status(404).json({ error: 'There is no such payout.' });
    else response.json(payout);
  });

  app.post('/payouts', express.json(), async (request, response) => {
    const wanted = payoutRequest(request.body);
    if (wanted === undefined) {
      response.status(400).json({ error: 'reference, address and amount must be texts.' });
      return;
    }
    const payout = await payouts.create(wanted);
    response.status(payout.status === 'failed' ? 422 : 202).json(payout);
  });

  app.head('/webhooks', (_request, response) => {
    response.end(); // the wallet service sends HEAD before it subscribes an endpoint
  });

  app.post('/webhooks', express.raw({ type: '*/*' }), async (request, response) => {
    const body = request.body as Buffer;
    const [keyId, signature] = [request.get('x-circle-key-id'), request.get('x-circle-signature')];
    if (!(await isSigned(body, keyId, signature))) {
      response.status(401).end();
      return;
    }
    const { notificationType, notification } = JSON.parse(body.toString()) as Notification;
    if (notificationType === 'transactions.outbound') await payouts.apply(notification);
    response.status(200).end();
  });

  return app;
}

interface Notification {
  readonly notificationType: string;
  readonly notification: TransactionReport;
}

function payoutRequest(body: unknown): PayoutRequest | undefined {
  const { reference, address, amount } = (body ?? {}) as Record<string, unknown>;
  if (typeof reference !== 'string' || typeof address !== 'string') return undefined;
  return typeof amount === 'string' ? { reference, address, amount } : undefined;
}
