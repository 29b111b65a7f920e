// What adapters use of the wallet: its commands and rejections, its views, its limits. Records stay inside.

export { wallet as domain } from './index.ts';
export { callDataBytesMax, callValuesMax } from './broadcast/abi.ts';
export { prepareCurves } from './keys/hd-tree.ts';
export { curveLoaded } from './keys/secp256k1.ts';
export { accountTypes, scaCoreOfUpgraded, scaCores } from './keys/account.ts';
export { amountDigitsMax, formatAmount } from './tokens/amount.ts';
export { catalogueToken, catalogueTokenAt } from './tokens/catalogue.ts';
export { transactionsIn, type WalletEvent } from './events.ts';
export {
  blockchains,
  blockTimeMsMax,
  chainOf,
  isBlockchain,
  runningChains,
  type Blockchain,
  type Network,
} from './chain/blockchains.ts';
export {
  reorganisedTo,
  steeringActions,
  type CreateWallets,
  type DeriveWallet,
  type FundWallet,
  type MintTokens,
  type CallTerms,
  type InitiateTransfer,
  type TransferTerms,
  type SteeringAction,
  type WalletCommand,
} from './commands.ts';
export {
  type FeeFields,
  type SecretFact,
  type TokenName,
  type WalletLimits,
  type WalletName,
} from './commands/parts.ts';
export { baseFeeGweiMax, congestionMax } from './decide/chain.ts';
export { tokenDecimalsMax } from './decide/minting.ts';
export { walletsPerSetMax } from './decide/wallet.ts';
export type { DeliveryOutcome, ReportDelivery } from './commands/webhooks.ts';
export type { RequestKind } from './records/request-window.ts';
export {
  baseFeeAt,
  feeDecimals,
  feeLevelNames,
  heightAt,
  instantOf,
  type ChainState,
} from './chain/fee-market.ts';
export { isAddress } from './keys/address.ts';
export { metadataOf, referenceOf, type Metadata } from './records/metadata.ts';
export { denialReason, failureReasons, type FailureReason } from './records/failure.ts';
export { transitions } from './records/lifecycle.ts';
export { plannedActions, type PlannedAction, type SteeringPlan } from './records/steering-plan.ts';
export { notificationKey, type NotificationKey } from './keys/notification-key.ts';
export type { Page, PageQuery } from './views/page.ts';
export type { SigningCommand } from './commands/signing.ts';
export { notificationTypes, openDeliveriesMax } from './records/webhook.ts';
export * from './rules.ts';
export {
  rejectionCodes,
  type PlainWalletRejection,
  type WalletRejectionCode,
  type WalletRejection,
} from './rejections.ts';
export { payloadCharsMax, type TransactionPayload } from './signing/payload.ts';
export { openTransactionsMax } from './records/transaction.ts';
export { asStringHint, isInexactInteger } from './signing/json-number.ts';
export { typedDataValuesMax } from './signing/typed-data.ts';
export type { AbiValue, WrittenCall } from './records/operation.ts';
export type { Transaction, TransactionState } from './records/transaction.ts';
export { balanceId } from './state.ts';
export { monitoringScopes } from './records/monitoring.ts';
export { tokenStandards, type TokenStandard } from './records/token.ts';
export { transactionChangeView, type TransactionChange } from './streams.ts';
export * from './views.ts';
