// How a transaction is printed, in answers and webhooks alike. Without schemas, so that a page in a browser can print it, too.

import { omitUndefined, type wallet } from '../../../../core/index.ts';
import { printCustody, printDates, printInstant } from './print-fields.ts';

/** Lists omit the fee unless the query has a txType. */
export function printTransaction(view: wallet.TransactionView, withFee = true) {
  const { createdMs, updatedMs, operation, block, cost, nfts, ...others } = view;
  const { amountInUsd, feeLevel, estimatedFee, ...rest } = others;
  const feePart = {
    ...omitUndefined({ feeLevel, estimatedFee }),
  };
  return {
    ...rest,
    ...printCustody(view),
    operation,
    ...(nfts === undefined ? {} : { nfts: nfts.map(printNft) }),
    ...(withFee ? feePart : {}),
    ...(block === undefined ? {} : printBlock(block)),
    ...(cost === undefined
      ? {}
      : { networkFee: cost.networkFee, networkFeeInUSD: cost.networkFeeInUsd }),
    ...omitUndefined({ amountInUSD: amountInUsd }),
    ...printDates({ createdMs, updatedMs }),
  };
}

/** As JSON text (the client's types), the same before and after its event was stored. */
function printNft({
  nftTokenId,
  metadata,
}: NonNullable<wallet.TransactionView['nfts']>[number]): string {
  return JSON.stringify({ nftTokenId, metadata });
}

function printBlock(block: NonNullable<wallet.TransactionView['block']>) {
  return {
    blockHash: block.blockHash,
    blockHeight: block.blockHeight,
    firstConfirmDate: printInstant(block.firstConfirmMs),
  };
}
