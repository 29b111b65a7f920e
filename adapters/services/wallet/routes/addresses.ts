// The route that tells addresses from other texts.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { Call, WalletRoute } from '../call.ts';
import { bodyOf, look, type Answer } from '../exchange.ts';
import * as wire from '../wire.ts';

export const addressRoutes: readonly WalletRoute[] = [
  { method: 'POST', path: '/v1/w3s/transactions/validateAddress', handle: validateAddress },
];

/** A badly formed address is an answer, not an error. */
function validateAddress(call: Call): Answer {
  const { address, blockchain } = bodyOf(call, wire.validateAddressBody);
  const isValid = wallet.isAddress(wallet.chainOf(blockchain).family, address);
  return look(call, () => json(200, { data: { isValid } }));
}
