// The routes that estimate the fees of transactions.

import { wallet, type States } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { ParseError } from '../../../protocol/parse.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import {
  bySchemas,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import { failure, rejectedEstimate, wireErrors } from '../errors.ts';
import { queryState } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const estimateRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: '/v1/w3s/transactions/transfer/estimateFee',
    name: 'estimateTransferFee',
    summary: 'Estimate the fee of a transfer.',
    reads: bySchemas({ body: wire.transferEstimateBody }),
    answers: { 200: dataAnswer('The fees by level.', wire.estimateRecord) },
    handle: estimateTransfer,
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/transactions/contractExecution/estimateFee',
    name: 'estimateContractExecutionFee',
    summary: 'Estimate the fee of a contract execution.',
    reads: bySchemas({ body: wire.callEstimateBody }),
    answers: { 200: dataAnswer('The fees by level.', wire.estimateRecord) },
    handle: estimateCall,
  }),
];

function estimateTransfer(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.transferEstimateBody>,
): RouteAnswer {
  const { blockchain: _ofToken, ...chainless } = body;
  // With the id of a wallet, the chain belongs to the token; an empty token address means the native token.
  const isOfToken = body.walletId !== undefined && typeof body.tokenAddress === 'string';
  const sender = senderOf(isOfToken ? chainless : body);
  if ('status' in sender) return sender;
  const terms = wire.transferTermsOf(body, sender);
  return estimate(context, (state, nowMs) => wallet.transferEstimateView(state, terms, nowMs));
}

function estimateCall(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.callEstimateBody>,
): RouteAnswer {
  const sender = senderOf(body);
  if ('status' in sender) return sender;
  const terms = wire.callTermsOf(body, sender);
  return estimate(context, (state, nowMs) => wallet.callEstimateView(state, terms, nowMs));
}

function estimate(
  context: WalletRouteContext,
  view: (state: States['wallet'], nowMs: number) => ReturnType<typeof wallet.transferEstimateView>,
): RouteAnswer {
  return queryState(context, (state, nowMs) => {
    const estimated = view(state, nowMs);
    return estimated.ok
      ? json(200, { data: wire.printEstimate(estimated.value) })
      : rejectedEstimate(estimated.error);
  });
}

/** The sending wallet, or the error response if the request names it ambiguously. */
function senderOf({
  walletId,
  sourceAddress,
  blockchain,
}: wire.SenderFields): wallet.WalletName | HttpResponse {
  if (walletId !== undefined) {
    const isOne = sourceAddress === undefined && blockchain === undefined;
    return isOne ? { walletId } : failure(wireErrors.senderAmbiguous);
  }
  if (sourceAddress === undefined || blockchain === undefined) {
    throw new ParseError([{ message: 'names no wallet', location: 'body', value: undefined }]);
  }
  return wallet.isAddress(wallet.chainOf(blockchain).family, sourceAddress)
    ? { address: sourceAddress, blockchain }
    : failure(wireErrors.senderInvalid);
}
