// The route of present fees.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../protocol/messages.ts';
import { bySchemas, route, type WalletRoute } from '../route-context.ts';
import { rejected } from '../errors.ts';
import { queryState } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const feeRoutes: readonly WalletRoute[] = [
  route({
    methods: ['GET'],
    path: '/v1/w3s/developer/transactions/feeParameters',
    name: 'getFeeParameters',
    summary: 'Get the present fees of a blockchain.',
    reads: bySchemas({ query: wire.feeParametersQuery }),
    answers: { 200: dataAnswer('The fees by level.', wire.feeParametersRecord) },
    handle: (context, { query: { blockchain, accountType } }) =>
      queryState(context, (state, nowMs) => {
        const view = wallet.feeParametersView(state, blockchain, accountType, nowMs);
        return view.ok
          ? json(200, { data: wire.printFeeParameters(view.value) })
          : rejected(view.error);
      }),
  }),
];
