// The routes of signing. Signatures are printed from the events of the command; the state does not contain them.

import { wallet, type Envelope, type Event, omitUndefined } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import {
  bySchemas,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import { failure, wireErrors } from '../errors.ts';
import { executeWithSecret, type OmitEach } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const signingRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/sign/message',
    name: 'signMessage',
    summary: 'Sign a message.',
    reads: bySchemas({ body: wire.signMessageBody }),
    answers: { 200: dataAnswer('The signature.', wire.signatureRecord) },
    handle: signMessage,
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/sign/typedData',
    name: 'signTypedData',
    summary: 'Sign typed data (EIP-712).',
    reads: bySchemas({ body: wire.signTypedDataBody }),
    answers: { 200: dataAnswer('The signature.', wire.signatureRecord) },
    handle: signTypedData,
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/sign/transaction',
    name: 'signTransaction',
    summary: 'Sign a transaction without sending it.',
    reads: bySchemas({ body: wire.signTransactionBody }),
    answers: {
      200: dataAnswer('The signature and the signed transaction.', wire.signatureRecord),
    },
    handle: signTransaction,
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/sign/delegateAction',
    name: 'signDelegateAction',
    summary: 'Sign a NEAR delegate action.',
    reads: bySchemas({ body: wire.signDelegateActionBody }),
    answers: {
      200: dataAnswer('The signature and the signed action.', wire.signatureRecord),
    },
    handle: signDelegateAction,
  }),
];

function signMessage(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.signMessageBody>,
): RouteAnswer {
  const { message, encodedByHex, memo } = body;
  return sign(context, body, {
    type: 'SignMessage',
    message,
    encodedByHex,
    ...omitUndefined({ memo }),
  });
}

function signTypedData(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.signTypedDataBody>,
): RouteAnswer {
  const { data, memo } = body;
  return sign(context, body, { type: 'SignTypedData', data, ...omitUndefined({ memo }) });
}

function signTransaction(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.signTransactionBody>,
): RouteAnswer {
  const payload = payloadOf(body);
  if (payload === undefined) return failure(wireErrors.transactionNotOne);
  const { memo } = body;
  return sign(context, body, { type: 'SignTransaction', payload, ...omitUndefined({ memo }) });
}

function signDelegateAction(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.signDelegateActionBody>,
): RouteAnswer {
  const { unsignedDelegateAction } = body;
  return sign(context, body, { type: 'SignDelegateAction', unsignedDelegateAction });
}

function sign(
  context: WalletRouteContext,
  body: wire.Signing,
  signing: OmitEach<wallet.SigningCommand, 'secret' | 'network' | 'wallet'>,
): RouteAnswer {
  const { network } = context;
  const command = { ...signing, network, wallet: wire.walletNameOf(body) };
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
    : json(200, { data: wire.printSignature(view) });
}

/** The payload; undefined unless exactly one of the two fields is present. */
function payloadOf({
  rawTransaction,
  transaction,
}: wire.SignTransactionBody): wallet.TransactionPayload | undefined {
  if (transaction === undefined)
    return rawTransaction === undefined ? undefined : { rawTransaction };
  return rawTransaction === undefined ? { transaction } : undefined;
}
