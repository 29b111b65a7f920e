// The routes of wallets.

import { wallet } from '../../../../core/index.ts';
import { parse } from '../../../http/parse.ts';
import type { Params } from '../../../http/routes/route.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import {
  bodyOf,
  recordResponse,
  getPage,
  queryState,
  createIdempotent,
  pageResponse,
  queryOf,
  execute,
  getOne,
  withId,
  type Answer,
} from '../handlers.ts';
import { failure, wireErrors } from '../errors.ts';
import { pageQuery } from '../page.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const walletRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/developer/wallets', handle: createWallets },
  { methods: ['PUT'], path: '/v1/w3s/developer/wallets/derive', handle: deriveWalletByAddress },
  {
    methods: ['PUT'],
    path: '/v1/w3s/developer/wallets/:id/blockchains/:blockchain',
    handle: deriveWallet,
  },
  { methods: ['PUT'], path: '/v1/w3s/wallets/:id', handle: updateWallet },
  { methods: ['GET'], path: '/v1/w3s/developer/wallets/balances', handle: listHoldings },
  { methods: ['GET'], path: '/v1/w3s/wallets', handle: listWallets },
  { methods: ['GET'], path: '/v1/w3s/wallets/:id', handle: getWallet },
];

function createWallets(context: RouteContext): Answer {
  const body = bodyOf(context, wire.createWalletsBody);
  const { metadata, walletSetId, blockchains, count, accountType } = body;
  const wallets = { walletSetId, blockchains, count, accountType, ...omitUndefined({ metadata }) };
  return createIdempotent(context, body, {
    type: 'CreateWallets',
    network: context.network,
    ...wallets,
  });
}

function updateWallet(context: RouteContext, params: Params): Answer {
  return withId(params, (walletId) => {
    const fields = bodyOf(context, wire.updateWalletBody);
    return execute(context, { type: 'UpdateWallet', walletId, ...fields }, ({ wallet: state }) =>
      recordResponse(wallet.walletView(state, walletId), (one) => ({
        wallet: wire.printWallet(one),
      })),
    );
  });
}

function deriveWallet(context: RouteContext, params: Params): Answer {
  return withId(params, (walletId) => {
    const { metadata } = bodyOf(context, wire.deriveWalletBody);
    const { blockchain } = parse(wire.derivedPath, params, 'path');
    return derive(context, { source: { walletId }, blockchain, ...metadata });
  });
}

function deriveWalletByAddress(context: RouteContext): Answer {
  const { sourceBlockchain, walletAddress, targetBlockchain, metadata } = bodyOf(
    context,
    wire.deriveWalletByAddressBody,
  );
  const source = { address: walletAddress, blockchain: sourceBlockchain };
  return derive(context, { source, blockchain: targetBlockchain, ...metadata });
}

/** 201 with the derived wallet, or 200 with the one that was there (spec "deriveWallet"). */
function derive(
  context: RouteContext,
  wanted: Pick<wallet.DeriveWallet, 'source' | 'blockchain' | 'name' | 'refId'>,
): Answer {
  const command = { type: 'DeriveWallet', network: context.network, ...wanted } as const;
  return execute(context, command, ({ wallet: state }, events) => {
    const isNew = events.some(({ type }) => type === 'WalletDerived');
    const one = wallet.derivedWalletView(state, wanted.source, wanted.blockchain);
    return recordResponse(
      one,
      (derived) => ({ wallet: wire.printWallet(derived) }),
      isNew ? 201 : 200,
    );
  });
}

function listWallets(context: RouteContext): Answer {
  const query = queryOf(context, wire.walletsQuery);
  return getPage(context, query, 'wallets', wire.printWallet, (state, page) =>
    wallet.walletsView(state.wallet, query, page),
  );
}

function listHoldings(context: RouteContext): Answer {
  const { amount__gte: amountMin, ...query } = queryOf(context, wire.walletBalancesQuery);
  const page = pageQuery(query);
  if ('status' in page) return page;
  return queryState(context, ({ wallet: state }) => {
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

function getWallet(context: RouteContext, params: Params): Answer {
  return getOne(
    context,
    params,
    'WALLET_UNKNOWN',
    ({ wallet: state }, id) => wallet.walletView(state, id),
    (one) => ({ wallet: wire.printWallet(one) }),
  );
}
