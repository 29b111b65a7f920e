// The upgrade of a smart account (reference/wallet.md section 6, "walletUpgrade"): the account calls itself, and its core
// changes once that is final.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok, type Err } from '../../kernel/result.ts';
import { encodeCall } from '../broadcast/abi.ts';
import { coreContractAddress, isUpgradable, type ScaCore } from '../keys/account.ts';
import type { InitiateWalletUpgrade } from '../commands/upgrades.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { controlledWallet, type ReadonlyWalletState } from '../state.ts';
import { scopeOf } from '../records/idempotency.ts';
import type { ContractOperation } from '../records/operation.ts';
import type { Wallet } from '../records/wallet.ts';
import { idempotently, type Decision } from './decision.ts';
import { checkQueueLimit, checkWalletOpen, initiatedFields, feeOf } from './initiating.ts';

export function initiateWalletUpgrade(
  command: InitiateWalletUpgrade,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return idempotently(state, command, scopeOf(command.type), () => {
    const { newScaCore: scaCore, network, fee: fields } = command;
    const wallet = controlledWallet(state, command);
    if (wallet === undefined) return reject('WALLET_UNKNOWN');
    const unfit = checkWalletOpen(network, wallet) ?? notUpgradable(wallet);
    if (unfit !== undefined) return unfit;
    const { abi, callData } = upgradeCall(scaCore);
    const operation: ContractOperation = {
      kind: 'CONTRACT_EXECUTION',
      contract: wallet.address,
      value: 0n,
      callData,
      abi,
    };
    const fee = feeOf(fields, state, context, wallet, operation);
    if (!fee.ok) return fee;
    const refusal = checkQueueLimit(command, state, wallet);
    if (refusal !== undefined) return refusal;
    const common = initiatedFields(command, state, context, wallet, fee.value, []);
    return ok([{ type: 'WalletUpgradeInitiated', scaCore, abi, callData, ...common }]);
  });
}

/** The rules on the account, in their order. */
function notUpgradable({
  accountType,
  scaCore,
  isDeployed,
}: Wallet): Err<WalletRejection> | undefined {
  if (accountType !== 'SCA' || scaCore === undefined) {
    return reject('ACCOUNT_TYPE_UNFIT', 'only smart accounts can be upgraded');
  }
  if (!isUpgradable(scaCore)) return reject('SCA_CORE_UNFIT', `the wallet's is ${scaCore}`);
  const mustBeDeployed = scaCore === 'circle_4337_v1';
  return mustBeDeployed && isDeployed !== true ? reject('UPGRADE_NOT_DEPLOYED') : undefined;
}

/** The upgrade call of EIP-1967 proxies. */
function upgradeCall(core: ScaCore) {
  const signature = 'upgradeToAndCall(address,bytes)';
  const parameters = [coreContractAddress(core), '0x'];
  const callData = encodeCall(signature, parameters);
  invariant(callData !== undefined, 'an address and no bytes fit the signature');
  return { abi: { signature, parameters }, callData };
}
