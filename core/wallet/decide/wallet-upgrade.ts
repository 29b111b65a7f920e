// The upgrade of a smart account (reference/wallet.md section 6, "walletUpgrade"): the account calls itself, and its core
// changes once that is final.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok, type Err } from '../../kernel/result.ts';
import { encodeCall } from '../broadcast/abi.ts';
import { coreContractAddress, isUpgradable, type ScaCore } from '../keys/account.ts';
import type { InitiateWalletUpgrade } from '../commands/upgrades.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { Wallet } from '../records/wallet.ts';
import type { WalletDecision } from './decision.ts';
import { checkWalletOpen, initiate, initiatedFields } from './initiating.ts';

export function initiateWalletUpgrade(
  command: InitiateWalletUpgrade,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const { newScaCore: scaCore, network } = command;
  const { abi, callData } = upgradeCall(scaCore);
  return initiate(command, command, state, context, {
    plan(wallet) {
      const rejection = checkWalletOpen(network, wallet) ?? checkUpgradable(wallet);
      if (rejection !== undefined) return rejection;
      const call = { kind: 'CONTRACT_EXECUTION', contract: wallet.address, value: 0n } as const;
      return ok({ operation: { ...call, callData, abi } });
    },
    events(wallet, _plan, fee) {
      const shared = initiatedFields(command, state, context, wallet, fee, []);
      return [{ type: 'WalletUpgradeInitiated', scaCore, abi, callData, ...shared }];
    },
  });
}

/** The rules on the account, in their order. */
function checkUpgradable({
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
