// Contract calls of random sessions: with currencies and NFTs, valid and invalid, alone and in batches.

import { encodeCall } from '../../../core/wallet/broadcast/abi.ts';
import type { InitiateContractExecution } from '../../../core/wallet/commands.ts';
import { callsMax, type CallAction } from './actions.ts';

/** A collection of ERC-721 tokens and one of ERC-1155 tokens, at these addresses on every EVM chain. */
export const collections = {
  single: '0x00000000000000000000000000000000000000c0',
  several: '0x00000000000000000000000000000000000000c1',
} as const;

type Call = Pick<InitiateContractExecution, 'contract' | 'amount'> &
  Required<Pick<InitiateContractExecution, 'signature' | 'parameters'>>;

/** The call of this number, sent by `from`, with `to` as the other party. */
export function callOf(
  { call, number }: CallAction,
  usdc: string,
  from: string,
  to: string,
): Pick<InitiateContractExecution, 'contract' | 'signature' | 'parameters' | 'amount'> {
  const [nft, units] = [`${number % 3}`, `${number}00000`];
  const { single, several } = collections;
  const pay: Call = {
    contract: usdc,
    signature: 'transfer(address,uint256)',
    parameters: [to, units],
  };
  const mint: Call = {
    contract: single,
    signature: 'safeMint(address,uint256)',
    parameters: [number % 2 === 0 ? from : to, nft],
  };
  const give: Call = {
    contract: single,
    signature: 'safeTransferFrom(address,address,uint256)',
    parameters: [from, to, nft],
  };
  switch (call % callsMax) {
    case 0:
      return pay;
    case 1:
      return {
        contract: usdc,
        signature: 'transferFrom(address,address,uint256)',
        parameters: [to, from, units],
      };
    case 2:
      return mint;
    case 3:
      return give;
    case 4:
      return {
        contract: several,
        signature: 'mint(address,uint256,uint256)',
        parameters: [from, nft, '2'],
      };
    case 5:
      return {
        contract: usdc,
        signature: 'approve(address,uint256)',
        parameters: [to, units],
      };
    case 6:
      return {
        contract: several,
        signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
        parameters: [from, to, ['0', nft], ['1', '1'], '0x'],
      };
    case 7:
      return { ...give, parameters: [to, from, nft] };
    case 8:
      return batchOf(from, [pay, mint, number % 5 === 0 ? pay : give]);
    default:
      return { contract: to, signature: 'unknown()', parameters: [], amount: `0.${number}` };
  }
}

/** A batch that a smart account sends to itself; for a wallet with a key it has no effect. */
function batchOf(self: string, calls: readonly Call[]): Call {
  return {
    contract: self,
    signature: 'executeBatch((address,uint256,bytes)[])',
    parameters: [
      calls.map(({ contract, signature, parameters }) => [
        contract,
        '0',
        encodeCall(signature, parameters) ?? '0x',
      ]),
    ],
  };
}
