// The routes of wallet sets.

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import type { PathInput } from '../../../http/routes/route.ts';
import {
  bySchemas,
  idIn,
  route,
  type RouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import {
  recordResponse,
  getPage,
  createIdempotent,
  execute,
  getOne,
  type Answer,
} from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataOf } from '../wire/printed.ts';

export const walletSetRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/walletSets',
    name: 'createWalletSet',
    summary: 'Create a wallet set.',
    reads: bySchemas({ body: wire.createWalletSetBody }),
    answers: {
      200: {
        description: 'The wallet set that this idempotency key created before.',
        body: dataOf({ walletSet: wire.walletSetRecord }),
      },
      201: { description: 'The wallet set.', body: dataOf({ walletSet: wire.walletSetRecord }) },
    },
    handle: (context, { body }) => {
      const { name } = body;
      return createIdempotent(context, body, {
        type: 'CreateWalletSet',
        ...omitUndefined({ name }),
      });
    },
  }),
  route({
    methods: ['PUT'],
    path: '/v1/w3s/developer/walletSets/:id',
    name: 'updateWalletSet',
    summary: 'Rename a wallet set.',
    reads: bySchemas({ body: wire.updateWalletSetBody }),
    answers: {
      200: { description: 'The wallet set.', body: dataOf({ walletSet: wire.walletSetRecord }) },
    },
    handle: updateWalletSet,
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/walletSets',
    name: 'listWalletSets',
    summary: 'List wallet sets.',
    reads: bySchemas({ query: wire.walletSetsQuery }),
    answers: {
      200: {
        description: 'A page of wallet sets.',
        body: dataOf({ walletSets: z.array(wire.walletSetRecord) }),
      },
    },
    handle: (context, { query }) =>
      getPage(context, query, 'walletSets', wire.printWalletSet, (state, page) =>
        wallet.walletSetsView(state.wallet, page),
      ),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/walletSets/:id',
    name: 'getWalletSet',
    summary: 'Get a wallet set.',
    answers: {
      200: { description: 'The wallet set.', body: dataOf({ walletSet: wire.walletSetRecord }) },
    },
    handle: getWalletSet,
  }),
];

function updateWalletSet(
  context: RouteContext,
  { params, body }: WithBody<typeof wire.updateWalletSetBody>,
): Answer {
  const walletSetId = idIn(params);
  return execute(context, { type: 'UpdateWalletSet', walletSetId, ...body }, ({ wallet: state }) =>
    recordResponse(wallet.walletSetView(state, walletSetId), (set) => ({
      walletSet: wire.printWalletSet(set),
    })),
  );
}

function getWalletSet(context: RouteContext, { params }: PathInput): Answer {
  return getOne(
    context,
    params,
    'WALLET_SET_UNKNOWN',
    ({ wallet: state }, id) => wallet.walletSetView(state, id),
    (set) => ({ walletSet: wire.printWalletSet(set) }),
  );
}
