// The route that tells addresses from other texts.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { bodyOf, queryState, type Answer } from '../handlers.ts';
import * as wire from '../wire.ts';

export const addressRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/transactions/validateAddress', handle: validateAddress },
];

/** A badly formed address is an answer, not an error. */
function validateAddress(context: RouteContext): Answer {
  const { address, blockchain } = bodyOf(context, wire.validateAddressBody);
  const isValid = wallet.isAddress(wallet.chainOf(blockchain).family, address);
  return queryState(context, () => json(200, { data: { isValid } }));
}
