// Commands of the wallet service, with defaults for members that a test does not set.

import type {
  CreateWallets,
  InitiateContractExecution,
  InitiateTransfer,
  WalletCommand,
} from '../../../core/wallet/commands.ts';
import type { SecretFact } from '../../../core/wallet/commands/parts.ts';
import type { InitiateWalletUpgrade } from '../../../core/wallet/commands/upgrades.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import type { Wallet } from '../../../core/wallet/records/wallet.ts';

export const secret: SecretFact = { kind: 'opened', fingerprint: 'f'.repeat(64), isReused: false };

/** USDC on ETH-SEPOLIA. */
export const usdcId = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';

export const usdcAddress = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';

/** An address of no wallet in the service. */
export const strangerAddress = '0x00000000000000000000000000000000000000aa';

let keys = 0;

/** A new idempotency key. */
export function freshKey(): string {
  keys += 1;
  return `00000000-0000-4000-8000-${keys.toString(16).padStart(12, '0')}`;
}

type Of<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>;

export function createWalletSet(own: Partial<Of<'CreateWalletSet'>> = {}): WalletCommand {
  return { type: 'CreateWalletSet', idempotencyKey: freshKey(), secret, ...own };
}

export function createWallets(
  walletSetId: string,
  own: Partial<CreateWallets> = {},
): WalletCommand {
  return {
    type: 'CreateWallets',
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    walletSetId,
    blockchains: ['ETH-SEPOLIA'],
    count: 1,
    accountType: 'EOA',
    ...own,
  };
}

/** A transfer of 1 USDC to a stranger, MEDIUM. */
export function transfer(walletId: string, own: Partial<InitiateTransfer> = {}): WalletCommand {
  return {
    type: 'InitiateTransfer',
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    wallet: { walletId },
    token: { tokenId: usdcId },
    destination: strangerAddress,
    amounts: ['1'],
    fee: { feeLevel: 'MEDIUM' },
    ...own,
  };
}

/** A call of USDC's transfer of 1 to a stranger, MEDIUM. */
export function execution(
  walletId: string,
  own: Partial<InitiateContractExecution> = {},
): WalletCommand {
  return {
    type: 'InitiateContractExecution',
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    wallet: { walletId },
    contract: usdcAddress,
    ...('callData' in own || 'signature' in own
      ? {}
      : { signature: 'transfer(address,uint256)', parameters: [strangerAddress, '1000000'] }),
    fee: { feeLevel: 'MEDIUM' },
    ...own,
  };
}

/** An upgrade to the second version, MEDIUM. */
export function upgrade(walletId: string, own: Partial<InitiateWalletUpgrade> = {}): WalletCommand {
  return {
    type: 'InitiateWalletUpgrade',
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    walletId,
    newScaCore: 'circle_6900_singleowner_v2',
    fee: { feeLevel: 'MEDIUM' },
    ...own,
  };
}

export function accelerate(
  transactionId: string,
  own: Partial<Of<'AccelerateTransaction'>> = {},
): WalletCommand {
  return {
    type: 'AccelerateTransaction',
    transactionId,
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    ...own,
  };
}

export function cancel(
  transactionId: string,
  own: Partial<Of<'CancelTransaction'>> = {},
): WalletCommand {
  return {
    type: 'CancelTransaction',
    transactionId,
    idempotencyKey: freshKey(),
    secret,
    network: 'test',
    ...own,
  };
}

/** The id of the transaction that a command has started. */
export function startedTransactionId(events: readonly WalletEvent[]): string {
  const event = events.find(
    ({ type }) =>
      type === 'TransferInitiated' ||
      type === 'NftTransferInitiated' ||
      type === 'ContractExecutionInitiated' ||
      type === 'WalletUpgradeInitiated',
  );
  if (event === undefined || !('transactionId' in event)) throw new Error('Nothing began');
  return event.transactionId;
}

/** The first event of a type. */
export function firstEventOf<Type extends WalletEvent['type']>(
  events: readonly WalletEvent[],
  type: Type,
): Extract<WalletEvent, { type: Type }> {
  const found = events.find((event) => event.type === type);
  if (found === undefined)
    throw new Error(`No ${type} among ${events.map((event) => event.type).join(', ')}`);
  return found as Extract<WalletEvent, { type: Type }>;
}

/** The common members of all signing requests, by default for the first wallet of a world. */
export function signing({ wallets }: { readonly wallets: readonly Wallet[] }, index = 0) {
  return { secret, network: 'test', wallet: { walletId: wallets[index]?.id ?? '' } } as const;
}
