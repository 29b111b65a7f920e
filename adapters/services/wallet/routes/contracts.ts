// The route that queries contracts, used by the EIP-1193 provider of the real client.

import { wallet } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { json } from '../../../protocol/messages.ts';
import {
  bySchemas,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import { rejectedContractQuery } from '../errors.ts';
import { queryState } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const contractRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/contracts/query',
    name: 'queryContract',
    summary: 'Read a contract: call a view function.',
    reads: bySchemas({ body: wire.contractQueryBody }),
    answers: {
      200: dataAnswer('The values that the function returns.', wire.contractAnswer),
    },
    handle: queryContract,
  }),
];

function queryContract(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.contractQueryBody>,
): RouteAnswer {
  const query = wire.contractQueryOf(body, context.network);
  return queryState(
    context,
    (state) => {
      const answer = wallet.contractQueryView(state, query);
      return answer.ok
        ? json(200, { data: wire.printContractQuery(answer.value) })
        : rejectedContractQuery(answer.error);
    },
    (state) => wallet.pendingTransactionsOn(state, query.blockchain),
  );
}
