// The route that validates addresses.

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { json } from '../../../protocol/messages.ts';
import { bySchemas, route, type WalletRoute } from '../route-context.ts';
import { queryState } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const addressRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/transactions/validateAddress',
    name: 'validateAddress',
    summary: 'Check whether a text is an address of a blockchain.',
    reads: bySchemas({ body: wire.validateAddressBody }),
    answers: {
      200: dataAnswer('Whether it is; a malformed address is no error.', { isValid: z.boolean() }),
    },
    handle: (context, { body: { address, blockchain } }) => {
      const isValid = wallet.isAddress(wallet.chainOf(blockchain).family, address);
      return queryState(context, () => json(200, { data: { isValid } }));
    },
  }),
];
