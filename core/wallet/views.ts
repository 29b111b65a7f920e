// Read models of the wallet: functions of its state. Amounts are decimal text, instants milliseconds. Adapters choose the
// names of fields and print dates.

export { balancesView, type BalanceView, type TokenFilter } from './views/balances.ts';
export { chainView, countsView, type ChainView } from './views/chain.ts';
export {
  callEstimateView,
  transferEstimateView,
  type EstimatedFeeView,
  type EstimateRejection,
  type EstimateView,
} from './views/estimates.ts';
export {
  contractQueryView,
  type ContractQueryView,
  type ContractQuery,
  type ContractQueryRejection,
} from './views/contract-query.ts';
export { entityView, type EntityView } from './views/entity.ts';
export { feeParametersView, type FeeParametersView } from './views/fees.ts';
export { holdingsView, type HoldingRefusal, type HoldingView } from './views/holdings.ts';
export {
  isKeyUsed,
  idempotentResultInPieces,
  idempotentResultView,
  type IdempotentResultView,
} from './views/idempotent-result.ts';
export {
  blockFeesView,
  feeUnitView,
  inclusionView,
  type BlockFeeView,
  type InclusionView,
} from './views/inclusion.ts';
export { monitoringView, type MonitoringView } from './views/monitoring.ts';
export { nftsView, type NftView } from './views/nft.ts';
export { signatureView, type SignatureView } from './views/signature.ts';
export { nativeTokenView, tokenView, type TokenView } from './views/token.ts';
export {
  newestTransactionView,
  transactionView,
  type TransactionView,
} from './views/transaction.ts';
export {
  lowestNonceView,
  transactionsView,
  pendingTransactions,
  pendingTransactionsOn,
  incomplete,
  type LowestNonceView,
  type TransactionFilter,
} from './views/transactions.ts';
export {
  subscriptionsView,
  subscriptionView,
  unsubscribed,
  hasWebhookInFlight,
  isAwaited,
  webhooksInFlight,
  webhookView,
  type SubscriptionView,
  type WebhookView,
} from './views/webhooks.ts';
export {
  derivedWalletView,
  newestWalletSetView,
  newestWalletsView,
  walletAddressAt,
  walletIdAt,
  walletSetIdAt,
  walletSetsView,
  walletSetView,
  walletsView,
  walletView,
  type WalletFilter,
  type WalletSetView,
  type WalletView,
} from './views/wallet.ts';
