// How much gas an operation needs (reference/wallet.md section 6, "Gas defaults").

import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { ContractOperation, Operation } from '../records/operation.ts';
import { isNft, type Token } from '../records/token.ts';
import type { Wallet } from '../records/wallet.ts';

const evmGas = { native: 21_000n, token: 65_000n, nft: 90_000n, contract: 100_000n };
const callDataByteGas = 16n;

/** Our own round figures. */
const aptosGas = { native: 100n, token: 1_000n, payloadByte: 4n };

/** Gas of an operation on a chain; on Solana the one signature. `token` is the one that a transfer is of. */
export function gasOf(blockchain: Blockchain, operation: Operation, token?: Token): bigint {
  switch (chainOf(blockchain).family) {
    case 'evm':
      return operation.kind === 'TRANSFER'
        ? evmGas[kindOf(token)]
        : evmGas.contract + callDataByteGas * callDataBytes(operation);
    case 'aptos':
      if (operation.kind === 'CONTRACT_EXECUTION') {
        return aptosGas.token + aptosGas.payloadByte * callDataBytes(operation);
      }
      return token?.isNative === true ? aptosGas.native : aptosGas.token;
    case 'solana':
    case 'near':
      return 1n;
  }
}

function callDataBytes({ callData }: ContractOperation): bigint {
  return BigInt(callData.length / 2 - 1);
}

/** The parts of a user operation's gas: the call, the verification of its signature, and the bundler's overhead. */
export interface SmartGas {
  readonly callGasLimit: bigint;
  readonly verificationGasLimit: bigint;
  readonly preVerificationGas: bigint;
}

/** Our own round figures. The first operation also deploys the account's contract. */
const verificationGas = 100_000n;
const deploymentGas = 300_000n;
const preVerificationGas = 50_000n;

export function smartGasOf(callGas: bigint, { isDeployed }: Pick<Wallet, 'isDeployed'>): SmartGas {
  const verificationGasLimit =
    isDeployed === true ? verificationGas : verificationGas + deploymentGas;
  return { callGasLimit: callGas, verificationGasLimit, preVerificationGas };
}

/** The gas of an operation; of smart accounts, that of the user operation around it. */
export function totalGas(
  callGas: bigint,
  wallet: Pick<Wallet, 'accountType' | 'isDeployed'>,
): bigint {
  if (wallet.accountType === 'EOA') return callGas;
  const { verificationGasLimit, preVerificationGas: before } = smartGasOf(callGas, wallet);
  return callGas + verificationGasLimit + before;
}

function kindOf(token: Token | undefined): 'native' | 'token' | 'nft' {
  if (token?.isNative === true) return 'native';
  return token !== undefined && isNft(token) ? 'nft' : 'token';
}
