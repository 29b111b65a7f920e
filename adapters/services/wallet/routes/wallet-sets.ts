// The routes of wallet sets.

import { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import {
  bySchemas,
  idIn,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import { recordResponse, getPage, createIdempotent, execute, getOne } from '../handlers.ts';
import * as wire from '../wire.ts';
import { createdAnswers, dataAnswer } from '../wire/printed.ts';

export const walletSetRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/walletSets',
    name: 'createWalletSet',
    summary: 'Create a wallet set.',
    reads: bySchemas({ body: wire.createWalletSetBody }),
    answers: createdAnswers('wallet set', { walletSet: wire.walletSetRecord }),
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
      200: dataAnswer('The wallet set.', { walletSet: wire.walletSetRecord }),
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
      200: dataAnswer('A page of wallet sets.', { walletSets: z.array(wire.walletSetRecord) }),
    },
    handle: getPage(
      'walletSets',
      (state, _query, page) => wallet.walletSetsView(state, page),
      wire.printWalletSet,
    ),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/walletSets/:id',
    name: 'getWalletSet',
    summary: 'Get a wallet set.',
    answers: {
      200: dataAnswer('The wallet set.', { walletSet: wire.walletSetRecord }),
    },
    handle: getOne('walletSet', wallet.walletSetView, wire.printWalletSet, 'WALLET_SET_UNKNOWN'),
  }),
];

function updateWalletSet(
  context: WalletRouteContext,
  { params, body }: WithBody<typeof wire.updateWalletSetBody>,
): RouteAnswer {
  const walletSetId = idIn(params);
  return execute(context, { type: 'UpdateWalletSet', walletSetId, ...body }, (state) =>
    recordResponse(wallet.walletSetView(state, walletSetId), (set) => ({
      walletSet: wire.printWalletSet(set),
    })),
  );
}
