// Control routes that list and show transactions and wallets. They need no key of the wallet API; their requests neither move a clock in
// `skip` nor appear in a recording.

import type { z } from 'zod';
import { wallet, type States } from '../../../../core/index.ts';
import { worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { printToken, printTransaction, printWallet } from '../wire.ts';
import {
  transactionsAnswer,
  transactionsQuery,
  walletsQuery,
  walletWithBalancesAnswer,
} from './list-wire.ts';
import { refusalOf } from './refusal.ts';
import { walletsAnswer } from './record-wire.ts';
import { balancesOf } from './routes.ts';

export const walletListRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/wallet/transactions',
    name: 'listTransactions',
    summary: 'List the newest transactions, of all keys.',
    isUnrecorded: true,
    reads: bySchemas({ query: transactionsQuery }),
    answers: { 200: { description: 'The transactions.', body: transactionsAnswer } },
    handle: (call, { params, query }) =>
      worldOf(call, params).read(({ wallet: state }) => json(200, listTransactions(state, query))),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/wallet/wallets',
    name: 'listWallets',
    summary: 'List the newest wallets.',
    isUnrecorded: true,
    reads: bySchemas({ query: walletsQuery }),
    answers: { 200: { description: 'The wallets.', body: walletsAnswer } },
    handle: (call, { params, query }) =>
      worldOf(call, params).read(({ wallet: state }) => json(200, listWallets(state, query))),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/wallet/wallets/:id',
    name: 'getWallet',
    summary: 'Show a wallet and its balances.',
    isUnrecorded: true,
    answers: {
      200: { description: 'The wallet and its balances.', body: walletWithBalancesAnswer },
    },
    handle: (call, { params }) => showWallet(call, params),
  }),
];

function listTransactions(
  state: States['wallet'],
  { id, limit, ...filter }: z.infer<typeof transactionsQuery>,
): object {
  const page = { pageSize: limit, order: 'DESC' } as const;
  const views =
    id === undefined
      ? itemsOf(wallet.transactionsView(state, { ...filter, includeAll: true }, page))
      : present(wallet.transactionView(state, id));
  const tokenIds = new Set(views.flatMap(({ tokenId }) => tokenId ?? []));
  return {
    transactions: views.map((view) => printTransaction(view)),
    tokens: [...tokenIds].flatMap((tokenId) =>
      present(wallet.tokenView(state, tokenId)).map(printToken),
    ),
  };
}

function listWallets(
  state: States['wallet'],
  { limit, ...filter }: z.infer<typeof walletsQuery>,
): object {
  const page = { pageSize: limit, order: 'DESC' } as const;
  return { wallets: itemsOf(wallet.walletsView(state, filter, page)).map(printWallet) };
}

async function showWallet(call: ControlCall, params: Params): Promise<HttpResponse> {
  const walletId = (params['id'] ?? '').toLowerCase();
  const found = await worldOf(call, params).read(({ wallet: state }) =>
    present(wallet.walletView(state, walletId)).map((view) => ({
      wallet: printWallet(view),
      balances: balancesOf(state, walletId),
    })),
  );
  if (found[0] === undefined) throw refusalOf({ code: 'WALLET_UNKNOWN' }, { walletId }, params);
  return json(200, found[0]);
}

const present = <View>(view: View | undefined): readonly View[] =>
  view === undefined ? [] : [view];

/** The items of a page; without a cursor, there always is one. */
function itemsOf<View>(
  page: { readonly ok: true; readonly value: wallet.Page<View> } | { readonly ok: false },
): readonly View[] {
  return page.ok ? page.value.items : [];
}
