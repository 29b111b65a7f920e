// The routes of tokens: balances of wallets, the faucet, and monitored tokens.

import { z } from 'zod';
import { wallet, type States } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { PathInput } from '../../../http/routes/route.ts';
import {
  bySchemas,
  idIn,
  route,
  type RouteContext,
  type WalletRoute,
  type WithBody,
  type WithQuery,
} from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { queryState, pageResponse, execute, getOne, type Answer } from '../handlers.ts';
import { linkHeader, pageQuery } from '../page.ts';
import * as wire from '../wire.ts';
import { dataOf } from '../wire/printed.ts';

const monitored = '/v1/w3s/config/entity/monitoredTokens';

export const tokenRoutes: readonly WalletRoute[] = [
  route({
    methods: ['GET'],
    path: '/v1/w3s/wallets/:id/balances',
    name: 'listWalletBalances',
    summary: 'List the token balances of a wallet.',
    reads: bySchemas({ query: wire.holdingsQuery }),
    answers: {
      200: {
        description: 'A page of balances.',
        body: dataOf({ tokenBalances: z.array(wire.balanceRecord) }),
      },
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
      200: { description: 'A page of NFTs.', body: dataOf({ nfts: z.array(wire.nftRecord) }) },
    },
    handle: (context, input) =>
      listHoldings(context, input, 'nfts', wallet.nftsView, wire.printNft),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/tokens/:id',
    name: 'getToken',
    summary: 'Get a token.',
    answers: { 200: { description: 'The token.', body: dataOf({ token: wire.tokenRecord }) } },
    handle: getToken,
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
      200: {
        description: 'All monitored tokens; they were among them.',
        body: dataOf(wire.monitoringRecord),
      },
      201: { description: 'All monitored tokens.', body: dataOf(wire.monitoringRecord) },
    },
    handle: addMonitored,
  }),
  route({
    methods: ['PUT'],
    path: monitored,
    name: 'updateMonitoredTokens',
    summary: 'Replace the tokens that notifications are about.',
    reads: bySchemas({ body: wire.replaceMonitoredTokensBody }),
    answers: { 200: { description: 'All monitored tokens.', body: dataOf(wire.monitoringRecord) } },
    handle: replaceMonitored,
  }),
  route({
    methods: ['GET'],
    path: monitored,
    name: 'listMonitoredTokens',
    summary: 'List the tokens that notifications are about.',
    reads: bySchemas({ query: wire.monitoredTokensQuery }),
    answers: {
      200: { description: 'A page of monitored tokens.', body: dataOf(wire.monitoringRecord) },
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
  context: RouteContext,
  { params, query }: WithQuery<typeof wire.holdingsQuery>,
  name: string,
  view: (
    state: States['wallet'],
    walletId: string,
    filter: wallet.TokenFilter,
    page: wallet.PageQuery,
  ) => { ok: true; value: wallet.Page<View> } | { ok: false } | undefined,
  print: (view: View) => object,
): Answer {
  const id = idIn(params);
  const filter = { ...query, tokenAddresses: query.tokenAddress };
  const page = pageQuery(query);
  if ('status' in page) return page;
  return queryState(
    context,
    ({ wallet: state }) => {
      const found = view(state, id, filter, page);
      if (found === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
      return found.ok
        ? pageResponse(context, name, found.value, print)
        : failure(wireErrors.cursorUnknown);
    },
    ({ wallet: state }) => wallet.pendingTransactions(state, { walletId: id }),
  );
}

function getToken(context: RouteContext, { params }: PathInput): Answer {
  return getOne(
    context,
    params,
    'TOKEN_UNKNOWN',
    ({ wallet: state }, id) => wallet.tokenView(state, id),
    (token) => ({ token: wire.printToken(token) }),
  );
}

function requestDrip(context: RouteContext, { body }: WithBody<typeof wire.dripBody>): Answer {
  const command = { type: 'RequestDrip', network: context.network, ...body } as const;
  return execute(context, command, () => ({ status: 204, headers: {} }));
}

function addMonitored(
  context: RouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.monitoredTokensBody>,
): Answer {
  const command = { type: 'ChangeMonitoredTokens', change: 'add', tokenIds } as const;
  return execute(context, command, ({ wallet: state }, events) =>
    printMonitored(events.length > 0 ? 201 : 200, state),
  );
}

function replaceMonitored(
  context: RouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.replaceMonitoredTokensBody>,
): Answer {
  const command = { type: 'ChangeMonitoredTokens', change: 'replace', tokenIds } as const;
  return execute(context, command, ({ wallet: state }) => printMonitored(200, state));
}

function removeMonitored(
  context: RouteContext,
  { body: { tokenIds } }: WithBody<typeof wire.monitoredTokensBody>,
): Answer {
  const command = { type: 'ChangeMonitoredTokens', change: 'remove', tokenIds } as const;
  return execute(context, command, () => ({ status: 200, headers: {} }));
}

function setScope(
  context: RouteContext,
  { body: { scope } }: WithBody<typeof wire.monitoringScopeBody>,
): Answer {
  return execute(context, { type: 'SetMonitoringScope', scope }, () => ({
    status: 200,
    headers: {},
  }));
}

function listMonitored(
  context: RouteContext,
  { query }: WithQuery<typeof wire.monitoredTokensQuery>,
): Answer {
  const page = pageQuery(query);
  if ('status' in page) return page;
  return queryState(context, ({ wallet: state }) => {
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
