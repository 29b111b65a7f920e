// What clients see of the wallet service, as functions of its state. Amounts are decimal text, instants milliseconds;
// names of fields and forms of dates are the adapter's business.

export { balancesView, type BalanceView, type TokenFilter } from './views/balances.ts';
export { chainView, countsView, type ChainView } from './views/chain.ts';
export {
  callEstimateView,
  transferEstimateView,
  type EstimatedFeeView,
  type EstimateView,
} from './views/estimates.ts';
export {
  contractQueryView,
  type ContractAnswer,
  type ContractQuery,
  type ContractRefusal,
} from './views/contract-query.ts';
export { feeParametersView, type FeeParametersView } from './views/fees.ts';
export { holdingsView, type HoldingRefusal, type HoldingView } from './views/holdings.ts';
export {
  isKeyUsed,
  idempotentResultView,
  type IdempotentResultView,
} from './views/idempotent-result.ts';
export { monitoringView, type MonitoringView } from './views/monitoring.ts';
export { nftsView, type NftView } from './views/nft.ts';
export { transactionView, type TransactionView } from './views/transaction.ts';
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
  isAwaited,
  webhooksInFlight,
  webhookView,
  type WebhookView,
} from './views/webhooks.ts';
export { derivedWallet, walletSetsView, walletsView, type WalletFilter } from './views/wallet.ts';
