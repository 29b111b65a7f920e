// The routes of wallets.

import { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import { parse } from '../../../protocol/parse.ts';
import {
  bySchemas,
  idIn,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
  type WithQuery,
} from '../route-context.ts';
import {
  recordResponse,
  getPage,
  queryPage,
  createManyIdempotent,
  pageResponse,
  execute,
  getOne,
} from '../handlers.ts';
import { failure, wireErrors } from '../errors.ts';
import * as wire from '../wire.ts';
import { createdAnswers, dataAnswer } from '../wire/printed.ts';

export const walletRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/wallets',
    name: 'createWallets',
    summary: 'Create wallets in a set, on one blockchain or several.',
    reads: bySchemas({ body: wire.createWalletsBody }),
    answers: createdAnswers('wallets', { wallets: z.array(wire.walletRecord) }),
    handle: createWallets,
  }),
  route({
    methods: ['PUT'],
    path: '/v1/w3s/developer/wallets/derive',
    name: 'deriveWalletByAddress',
    summary: 'Derive a wallet, named by its address, onto another EVM chain.',
    reads: bySchemas({ body: wire.deriveWalletByAddressBody }),
    answers: {
      200: dataAnswer('The wallet, which existed.', { wallet: wire.walletRecord }),
      201: dataAnswer('The derived wallet.', { wallet: wire.walletRecord }),
    },
    handle: deriveWalletByAddress,
  }),
  route({
    methods: ['PUT'],
    path: '/v1/w3s/developer/wallets/:id/blockchains/:blockchain',
    name: 'deriveWallet',
    summary: 'Derive a wallet onto another EVM chain.',
    reads: bySchemas({ body: wire.deriveWalletBody }),
    answers: {
      200: dataAnswer('The wallet, which existed.', { wallet: wire.walletRecord }),
      201: dataAnswer('The derived wallet.', { wallet: wire.walletRecord }),
    },
    handle: deriveWallet,
  }),
  route({
    methods: ['PUT'],
    path: '/v1/w3s/wallets/:id',
    name: 'updateWallet',
    summary: 'Set the name and reference of a wallet.',
    reads: bySchemas({ body: wire.updateWalletBody }),
    answers: { 200: dataAnswer('The wallet.', { wallet: wire.walletRecord }) },
    handle: updateWallet,
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/developer/wallets/balances',
    name: 'listWalletsWithBalances',
    summary: 'List wallets of a blockchain with their balances.',
    reads: bySchemas({ query: wire.walletBalancesQuery }),
    answers: {
      200: dataAnswer('A page of wallets.', { wallets: z.array(wire.holdingRecord) }),
    },
    handle: listHoldings,
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/wallets',
    name: 'listWallets',
    summary: 'List wallets.',
    reads: bySchemas({ query: wire.walletsQuery }),
    answers: {
      200: dataAnswer('A page of wallets.', { wallets: z.array(wire.walletRecord) }),
    },
    handle: getPage('wallets', wallet.walletsView, wire.printWallet),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/wallets/:id',
    name: 'getWallet',
    summary: 'Get a wallet.',
    answers: { 200: dataAnswer('The wallet.', { wallet: wire.walletRecord }) },
    handle: getOne('wallet', wallet.walletView, wire.printWallet, 'WALLET_UNKNOWN'),
  }),
];

function createWallets(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.createWalletsBody>,
): RouteAnswer {
  const { metadata, walletSetId, blockchains, count, accountType } = body;
  const wallets = { walletSetId, blockchains, count, accountType, ...omitUndefined({ metadata }) };
  return createManyIdempotent(context, body, {
    type: 'CreateWallets',
    network: context.network,
    ...wallets,
  });
}

function updateWallet(
  context: WalletRouteContext,
  { params, body }: WithBody<typeof wire.updateWalletBody>,
): RouteAnswer {
  const walletId = idIn(params);
  return execute(context, { type: 'UpdateWallet', walletId, ...body }, (state) =>
    recordResponse(wallet.walletView(state, walletId), (one) => ({
      wallet: wire.printWallet(one),
    })),
  );
}

function deriveWallet(
  context: WalletRouteContext,
  { params, body: { metadata } }: WithBody<typeof wire.deriveWalletBody>,
): RouteAnswer {
  const { blockchain } = parse(wire.derivedPath, params, 'path');
  return derive(context, { source: { walletId: idIn(params) }, blockchain, ...metadata });
}

function deriveWalletByAddress(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.deriveWalletByAddressBody>,
): RouteAnswer {
  const { sourceBlockchain, walletAddress, targetBlockchain, metadata } = body;
  const source = { address: walletAddress, blockchain: sourceBlockchain };
  return derive(context, { source, blockchain: targetBlockchain, ...metadata });
}

/** 201 with the derived wallet, or 200 with the existing one (spec "deriveWallet"). */
function derive(
  context: WalletRouteContext,
  fields: Pick<wallet.DeriveWallet, 'source' | 'blockchain'> & wallet.Metadata,
): RouteAnswer {
  const command = { type: 'DeriveWallet', network: context.network, ...fields } as const;
  return execute(context, command, (state, events) => {
    const isNew = events.some(({ type }) => type === 'WalletDerived');
    const one = wallet.derivedWalletView(state, fields.source, fields.blockchain);
    return recordResponse(
      one,
      (derived) => ({ wallet: wire.printWallet(derived) }),
      isNew ? 201 : 200,
    );
  });
}

function listHoldings(
  context: WalletRouteContext,
  { query: { amount__gte: amountMin, ...query } }: WithQuery<typeof wire.walletBalancesQuery>,
): RouteAnswer {
  return queryPage(context, query, (state, page) => {
    const listed = wallet.holdingsView(state, { ...query, amountMin }, page);
    return listed.ok
      ? pageResponse(context, 'wallets', listed.value, wire.printHolding)
      : failure(holdingRefusals[listed.error]);
  });
}

const holdingRefusals = {
  TOKEN_FILTER_INVALID: wireErrors.tokenFilterInvalid,
  AMOUNT_FILTER_INVALID: wireErrors.amountFilterInvalid,
  CURSOR_UNKNOWN: wireErrors.cursorUnknown,
} as const satisfies Record<wallet.HoldingRefusal, object>;
