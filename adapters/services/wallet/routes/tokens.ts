// The routes of tokens: balances of wallets, the faucet, and monitored tokens.

import { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { wallet, type States } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import {
  bySchemas,
  idIn,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
  type WithQuery,
} from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { queryPage, pageResponse, execute, getOne } from '../handlers.ts';
import { linkHeader } from '../page.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

const monitored = '/v1/w3s/config/entity/monitoredTokens';

export const tokenRoutes: readonly WalletRoute[] = [
  route({
    methods: ['GET'],
    path: '/v1/w3s/wallets/:id/balances',
    name: 'listWalletBalances',
    summary: 'List the token balances of a wallet.',
    reads: bySchemas({ query: wire.holdingsQuery }),
    answers: {
      200: dataAnswer('A page of balances.', { tokenBalances: z.array(wire.balanceRecord) }),
    },
    handle: (context, input) =>
      listHoldings(context, input, 'tokenBalances', wallet.balancesView, wire.printBalance),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/wallets/:id/nfts',
    name: 'listWalletNfts',
    summary: 'List the NFTs of a wallet.',
    reads: bySchemas({ query: wire.holdingsQuery }),
    answers: {
      200: dataAnswer('A page of NFTs.', { nfts: z.array(wire.nftRecord) }),
    },
    handle: (context, input) =>
      listHoldings(context, input, 'nfts', wallet.nftsView, wire.printNft),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/tokens/:id',
    name: 'getToken',
    summary: 'Get a token.',
    answers: { 200: dataAnswer('The token.', { token: wire.tokenRecord }) },
    handle: getOne('token', wallet.tokenView, wire.printToken, 'TOKEN_UNKNOWN'),
  }),
  route({
    methods: ['POST'],
    path: '/v1/faucet/drips',
    name: 'requestDrip',
    summary: 'Get test tokens from the faucet.',
    reads: bySchemas({ body: wire.dripBody }),
    answers: { 204: { description: 'The tokens are on their way.' } },
    handle: requestDrip,
  }),
  route({
    methods: ['POST'],
    path: monitored,
    name: 'createMonitoredTokens',
    summary: 'Add to the tokens that notifications are about.',
    reads: bySchemas({ body: wire.monitoredTokensBody }),
    answers: {
      200: dataAnswer('All monitored tokens; they were among them.', wire.monitoringRecord),
      201: dataAnswer('All monitored tokens.', wire.monitoringRecord),
    },
    handle: addMonitored,
  }),
  route({
    methods: ['PUT'],
    path: monitored,
    name: 'updateMonitoredTokens',
    summary: 'Replace the tokens that notifications are about.',
    reads: bySchemas({ body: wire.replaceMonitoredTokensBody }),
    answers: { 200: dataAnswer('All monitored tokens.', wire.monitoringRecord) },
    handle: replaceMonitored,
  }),
  route({
    methods: ['GET'],
    path: monitored,
    name: 'listMonitoredTokens',
    summary: 'List the tokens that notifications are about.',
    reads: bySchemas({ query: wire.monitoredTokensQuery }),
    answers: {
      200: dataAnswer('A page of monitored tokens.', wire.monitoringRecord),
      204: { description: 'The scope was never set.' },
    },
    handle: listMonitored,
  }),
  route({
    methods: ['POST'],
    path: `${monitored}/delete`,
    name: 'deleteMonitoredTokens',
    summary: 'Remove from the tokens that notifications are about.',
    reads: bySchemas({ body: wire.monitoredTokensBody }),
    answers: { 200: { description: 'The tokens are removed.' } },
    handle: removeMonitored,
  }),
  route({
    methods: ['PUT'],
    path: `${monitored}/scope`,
    name: 'updateMonitoredTokensScope',
    summary: 'Set whether notifications are about all tokens or the listed ones.',
    reads: bySchemas({ body: wire.monitoringScopeBody }),
    answers: { 200: { description: 'The scope is set.' } },
    handle: setScope,
  }),
];

function listHoldings<View extends { readonly id: string }>(
  context: WalletRouteContext,
  { params, query }: WithQuery<typeof wire.holdingsQuery>,
  name: string,
  view: (
    state: States['wallet'],
    walletId: string,
    filter: wallet.TokenFilter,
    page: wallet.PageQuery,
  ) => { ok: true; value: wallet.Page<View> } | { ok: false } | undefined,
  print: (view: View) => object,
): RouteAnswer {
  const id = idIn(params);
  const filter = { ...query, tokenAddresses: query.tokenAddress };
  return queryPage(
    context,
    query,
    (state, page) => {
      const found = view(state, id, filter, page);
      if (found === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
      return found.ok
        ? pageResponse(context, name, found.value, print)
        : failure(wireErrors.cursorUnknown);
    },
    (state) => wallet.pendingTransactions(state, { walletId: id }),
  );
}

function requestDrip(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.dripBody>,
): RouteAnswer {
  const command = { type: 'RequestDrip', network: context.network, ...body } as const;
  return execute(context, command, () => ({ status: 204, headers: {} }));
}

function addMonitored(
  context: WalletRouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.monitoredTokensBody>,
): RouteAnswer {
  const command = { type: 'ChangeMonitoredTokens', change: 'add', tokenIds } as const;
  return execute(context, command, (state, events) =>
    printMonitored(events.length > 0 ? 201 : 200, state),
  );
}

function replaceMonitored(
  context: WalletRouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.replaceMonitoredTokensBody>,
): RouteAnswer {
  const command = { type: 'ChangeMonitoredTokens', change: 'replace', tokenIds } as const;
  return execute(context, command, (state) => printMonitored(200, state));
}

function removeMonitored(
  context: WalletRouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.monitoredTokensBody>,
): RouteAnswer {
  const command = { type: 'ChangeMonitoredTokens', change: 'remove', tokenIds } as const;
  return execute(context, command, () => ({ status: 200, headers: {} }));
}

function setScope(
  context: WalletRouteContext,
  { body: { scope } }: WithBody<typeof wire.monitoringScopeBody>,
): RouteAnswer {
  return execute(context, { type: 'SetMonitoringScope', scope }, () => ({
    status: 200,
    headers: {},
  }));
}

function listMonitored(
  context: WalletRouteContext,
  { query }: WithQuery<typeof wire.monitoredTokensQuery>,
): RouteAnswer {
  return queryPage(context, query, (state, page) => {
    const view = wallet.monitoringView(state, query, page);
    if (view === undefined) return { status: 204, headers: {} };
    if (!view.ok) return failure(wireErrors.cursorUnknown);
    const headers = { Link: linkHeader(context.request, view.value.tokens) };
    return json(200, { data: wire.printMonitoring(view.value) }, headers);
  });
}

/** All monitored tokens. */
function printMonitored(status: number, state: States['wallet']): HttpResponse {
  const whole = { pageSize: Number.MAX_SAFE_INTEGER, order: 'DESC' } as const;
  const view = wallet.monitoringView(state, {}, whole);
  return json(status, { data: view?.ok === true ? wire.printMonitoring(view.value) : {} });
}
