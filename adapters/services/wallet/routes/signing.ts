// The routes of signing. What is answered is what the command's event tells; nothing of it is kept.

import { wallet, type Envelope, type Event } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { failure, wireErrors } from '../errors.ts';
import { bodyOf, executeWithSecret, type Answer, type OmitEach } from '../handlers.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const signingRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/developer/sign/message', handle: signMessage },
  { methods: ['POST'], path: '/v1/w3s/developer/sign/typedData', handle: signTypedData },
  { methods: ['POST'], path: '/v1/w3s/developer/sign/transaction', handle: signTransaction },
  { methods: ['POST'], path: '/v1/w3s/developer/sign/delegateAction', handle: signDelegateAction },
];

function signMessage(context: RouteContext): Answer {
  const body = bodyOf(context, wire.signMessageBody);
  const { message, encodedByHex, memo } = body;
  return sign(context, body, {
    type: 'SignMessage',
    message,
    encodedByHex,
    ...omitUndefined({ memo }),
  });
}

function signTypedData(context: RouteContext): Answer {
  const body = bodyOf(context, wire.signTypedDataBody);
  const { data, memo } = body;
  return sign(context, body, { type: 'SignTypedData', data, ...omitUndefined({ memo }) });
}

function signTransaction(context: RouteContext): Answer {
  const body = bodyOf(context, wire.signTransactionBody);
  const payload = payloadOf(body);
  if (payload === undefined) return failure(wireErrors.transactionNotOne);
  const { memo } = body;
  return sign(context, body, { type: 'SignTransaction', payload, ...omitUndefined({ memo }) });
}

function signDelegateAction(context: RouteContext): Answer {
  const body = bodyOf(context, wire.signDelegateActionBody);
  const { unsignedDelegateAction } = body;
  return sign(context, body, { type: 'SignDelegateAction', unsignedDelegateAction });
}

function sign(
  context: RouteContext,
  body: wire.Signing,
  what: OmitEach<wallet.SigningCommand, 'secret' | 'network' | 'wallet'>,
): Answer {
  const { network } = context;
  const command = { ...what, network, wallet: wire.walletNameOf(body) };
  const { entitySecretCiphertext } = body;
  return executeWithSecret(
    context,
    { entitySecretCiphertext },
    (secret) => ({ ...command, secret }),
    (_isNew, _states, events) => printSigned(events),
  );
}

function printSigned(events: readonly Envelope<Event>[]): HttpResponse {
  const view = wallet.signatureView(events.map(({ event }) => event));
  return view === undefined
    ? failure({ status: 500, code: 500, message: 'Nothing was signed' })
    : json(200, { data: view });
}

/** Exactly one of the two, or undefined. */
function payloadOf({
  rawTransaction,
  transaction,
}: wire.SignTransactionBody): wallet.TransactionPayload | undefined {
  if (transaction === undefined)
    return rawTransaction === undefined ? undefined : { rawTransaction };
  return rawTransaction === undefined ? { transaction } : undefined;
}
