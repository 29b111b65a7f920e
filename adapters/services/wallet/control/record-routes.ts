// Control routes of wallet sets and wallets: create those that the wallet API cannot (of end users, with older cores), and
// freeze wallets.

import type { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { printWallet, printWalletSet } from '../wire.ts';
import type { ControlCall } from '../../../contracts/control-call.ts';
import {
  bySchemas,
  controlRoute,
  emptyBody,
  type ControlRoute,
} from '../../../contracts/control-route.ts';
import {
  walletAnswer,
  walletsAnswer,
  walletSetAnswer,
  walletSetBody,
  walletsBody,
} from './record-wire.ts';
import { sendToWallet } from './routes.ts';

export const walletRecordRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallet-sets',
    name: 'provisionWalletSet',
    summary: 'Create a wallet set of the developer or of an end user.',
    reads: bySchemas({ body: walletSetBody }),
    answers: {
      200: { description: 'The wallet set.', body: walletSetAnswer },
      409: { description: 'The limit of wallet sets is reached.' },
    },
    handle: (call, { params, body }) => provisionWalletSet(call, params, body),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallets',
    name: 'provisionWallets',
    summary: 'Create wallets in a set, with any smart account core.',
    reads: bySchemas({ body: walletsBody }),
    answers: {
      200: { description: 'The wallets.', body: walletsAnswer },
      409: { description: 'The wallets cannot be created, for example because the set is full.' },
    },
    handle: (call, { params, body }) => provisionWallets(call, params, body),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallets/:id/freeze',
    name: 'freezeWallet',
    summary: 'Freeze a wallet: only reads are allowed.',
    reads: bySchemas({ body: emptyBody }),
    answers: { 200: { description: 'The updated wallet.', body: walletAnswer } },
    handle: (call, { params }) => changeStatus(call, params, 'FreezeWallet'),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallets/:id/unfreeze',
    name: 'unfreezeWallet',
    summary: 'Unfreeze a wallet.',
    reads: bySchemas({ body: emptyBody }),
    answers: { 200: { description: 'The updated wallet.', body: walletAnswer } },
    handle: (call, { params }) => changeStatus(call, params, 'UnfreezeWallet'),
  }),
];

async function provisionWalletSet(
  call: ControlCall,
  params: Params,
  set: z.infer<typeof walletSetBody>,
): Promise<HttpResponse> {
  return sendToWallet(call, params, { type: 'ProvisionWalletSet', ...set }, (state) => {
    const added = wallet.newestWalletSetView(state);
    return added === undefined ? {} : { walletSet: printWalletSet(added) };
  });
}

async function provisionWallets(
  call: ControlCall,
  params: Params,
  body: z.infer<typeof walletsBody>,
): Promise<HttpResponse> {
  const walletSetId = body.walletSetId.toLowerCase();
  const command = { type: 'ProvisionWallets', ...body, walletSetId } as const;
  const count = body.blockchains.length * body.count;
  return sendToWallet(call, params, command, (state) => ({
    wallets: wallet.newestWalletsView(state, count).map(printWallet),
  }));
}

async function changeStatus(
  call: ControlCall,
  params: Params,
  type: Extract<wallet.WalletCommand['type'], 'FreezeWallet' | 'UnfreezeWallet'>,
): Promise<HttpResponse> {
  const walletId = (params['id'] ?? '').toLowerCase();
  return sendToWallet(call, params, { type, walletId }, (state) => {
    const one = wallet.walletView(state, walletId);
    return one === undefined ? {} : { wallet: printWallet(one) };
  });
}
