// The wire forms of the wallet service, by noun: requests in, views out (reference/wallet.md sections 1 to 7, 10 and 11).

export * from './wire/addresses.ts';
export * from './wire/contract-executions.ts';
export * from './wire/entity.ts';
export * from './wire/fees.ts';
export { feeOf, isUuid, type FeeBody } from './wire/fields.ts';
export { printNotification } from './wire/print-notification.ts';
export * from './wire/signing.ts';
export * from './wire/tokens.ts';
export * from './wire/transactions.ts';
export { walletNameOf, type SenderFields } from './wire/wallet-names.ts';
export * from './wire/wallet-sets.ts';
export * from './wire/wallet-upgrades.ts';
export * from './wire/wallets.ts';
export * from './wire/webhooks.ts';
