// The effect of a contract call. The simulator runs no code: it implements the standard functions of tokens (ERC-20,
// ERC-721, ERC-1155), minting by its usual names, and the batch of a smart account. Any other call succeeds, costs gas and
// passes on its native units. On APTOS there is one function.

import { bytesToHex } from '@noble/hashes/utils.js';
import { invariant } from '../../kernel/invariant.ts';
import { ok } from '../../kernel/result.ts';
import { readCall, type KnownCall } from '../broadcast/abi.ts';
import { readBatch } from '../broadcast/aptos-batch.ts';
import { chainOf } from '../chain/blockchains.ts';
import type { TokenRegistered } from '../events.ts';
import {
  isNft,
  isSemiFungible,
  registeredToken,
  type Token,
  type TokenStandard,
} from '../records/token.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { ApprovalChange } from '../records/approval.ts';
import type { ContractOperation, Movement } from '../records/operation.ts';
import type { Wallet } from '../records/wallet.ts';
import { tokenByAddress } from '../tokens/registry.ts';
import { nativeToken, nativeTokenId } from '../tokens/catalogue.ts';
import { tokenToMint } from './minting.ts';
import { approvalsAfter } from '../tokens/approvals.ts';
import { approvalOf, zeroAddress } from './approving.ts';
import { canMove, isMintable } from './movements.ts';

export type CallEffect =
  | {
      readonly isWorkable: true;
      readonly movements: readonly Movement[];
      /** The changes of approvals, in the order of the calls. */
      readonly approvals: readonly ApprovalChange[];
      /** The collections that the call registers. */
      readonly registered: readonly TokenRegistered[];
    }
  | { readonly isWorkable: false; readonly flaw: string };

type Call = Pick<ContractOperation, 'contract' | 'value' | 'callData'>;

type WrittenCall = Call & Pick<ContractOperation, 'abi'>;

/** The effects of the earlier calls of a batch. */
interface EarlierCalls {
  readonly collections: ReadonlyMap<string, Token>;
  readonly movements: readonly Movement[];
}

/** The effect of a call, or its flaw. Insufficient funds of the wallet itself are checked elsewhere. */
export function effectOf(
  state: ReadonlyWalletState,
  wallet: Wallet,
  call: WrittenCall,
  nowMs: number,
): CallEffect {
  if (chainOf(wallet.blockchain).family === 'aptos') return aptosEffect(state, wallet, call);
  const calls = batchOf(wallet, call) ?? [call];
  const movements: Movement[] = [];
  const approvals: ApprovalChange[] = [];
  const registered: TokenRegistered[] = [];
  const collections = new Map<string, Token>(); // by contract: registered by earlier calls
  for (const one of calls) {
    const effect = singleEffect(state, wallet, one, { collections, movements }, nowMs);
    if (!effect.isWorkable) return effect;
    movements.push(...effect.movements);
    approvals.push(...effect.approvals);
    for (const event of effect.registered) {
      registered.push(event);
      collections.set(one.contract, registeredToken(event, nowMs));
    }
  }
  if (!canMove(state, wallet.blockchain, movements, wallet.address))
    return flawed('The owner has too little.');
  if (!isMintable(state, movements))
    return flawed('The NFT exists already, or there would be too many units.');
  const { blockchain, address: source } = wallet;
  const approved = approvalsAfter(state, { blockchain, source, movements, approvals });
  if (!approved.ok) return flawed(approved.error);
  return { isWorkable: true, movements, approvals, registered };
}

function flawed(flaw: string): CallEffect {
  return { isWorkable: false, flaw };
}

/** The effect of a batch of transfers on APTOS. */
function aptosEffect(
  state: ReadonlyWalletState,
  { blockchain, address: from }: Wallet,
  { abi }: WrittenCall,
): CallEffect {
  const batch = readBatch(abi?.parameters ?? []);
  invariant(batch !== undefined, 'what is called on APTOS is the batch function');
  const { asset, recipients, amounts } = batch;
  if (recipients.length !== amounts.length) {
    return flawed('Recipients and amounts differ in number.');
  }
  const token =
    asset === undefined ? nativeToken(blockchain) : tokenByAddress(state, blockchain, asset);
  if (token === undefined) return flawed('There is no such asset.');
  const movements = recipients.map((to, index) => {
    return { tokenId: token.id, units: amounts[index] ?? 0n, from, to };
  });
  return {
    isWorkable: true,
    movements: movements.filter(({ units }) => units > 0n),
    approvals: [],
    registered: [],
  };
}

/** The calls inside a batch, which a smart account sends to itself (reference/wallet.md section 6). */
function batchOf(wallet: Wallet, { contract, callData }: Call): readonly Call[] | undefined {
  if (contract !== wallet.address || wallet.accountType !== 'SCA') return undefined;
  const known = readCall(callData);
  if (known?.signature !== 'executeBatch((address,uint256,bytes)[])') return undefined;
  const [calls] = known.parameters as readonly [readonly (readonly [string, bigint, Uint8Array])[]];
  return calls.map(([inner, units, data]) => ({
    contract: inner,
    value: units,
    callData: `0x${bytesToHex(data)}`,
  }));
}

function singleEffect(
  state: ReadonlyWalletState,
  { blockchain, address: sender }: Wallet,
  { contract, value, callData }: Call,
  before: EarlierCalls,
  nowMs: number,
): CallEffect {
  const native = nativeTokenId(blockchain);
  const paid: readonly Movement[] =
    value === 0n ? [] : [{ tokenId: native, units: value, from: sender, to: contract }];
  const call = readCall(callData);
  const noEffect = { isWorkable: true, movements: paid, approvals: [], registered: [] } as const;
  if (call === undefined) return noEffect;
  const token = before.collections.get(contract) ?? tokenByAddress(state, blockchain, contract);
  const standard = mintedStandard(call, token);
  if (standard !== undefined) {
    if (token?.usdMilli !== undefined) return flawed('Only its issuer mints this currency.');
    const isOther = token !== undefined && token.standard !== standard;
    const draft = { address: contract, standard };
    const found =
      token === undefined
        ? tokenToMint(state, blockchain, draft, nowMs)
        : ok({ token, registered: [] });
    if (isOther || !found.ok) return flawed('The contract mints no such thing.');
    const { token: collection, registered } = found.value;
    const movements = [...paid, ...minted(call, collection)];
    return { ...noEffect, movements, registered };
  }
  if (token === undefined) return noEffect;
  const approval = approvalOf(state, call, token, sender, [...before.movements, ...paid]);
  if (approval !== undefined) {
    return approval.ok ? { ...noEffect, approvals: [approval.value] } : flawed(approval.error);
  }
  const moved = movedBy(call, token, sender);
  if (moved === undefined) return flawed('Ids and amounts differ in number.');
  if (moved.some(({ to }) => to === zeroAddress))
    return flawed('The receiver is the zero address.');
  return { ...noEffect, movements: [...paid, ...moved.filter(({ units }) => units > 0n)] };
}

/** The movements of a function of the token's standard; none for other functions, undefined for inconsistent parameters. */
function movedBy(
  { signature, parameters }: KnownCall,
  { id: tokenId, standard }: Token,
  sender: string,
): readonly Movement[] | undefined {
  switch (`${standard ?? ''} ${signature}`) {
    case 'ERC20 transfer(address,uint256)': {
      const [to, units] = parameters as readonly [string, bigint];
      return [{ tokenId, units, from: sender, to }];
    }
    case 'ERC20 transferFrom(address,address,uint256)': {
      const [from, to, units] = parameters as readonly [string, string, bigint];
      return [{ tokenId, units, from, to, spender: sender }]; // an owner, too, needs its own approval
    }
    case 'ERC721 transferFrom(address,address,uint256)':
    case 'ERC721 safeTransferFrom(address,address,uint256)':
    case 'ERC721 safeTransferFrom(address,address,uint256,bytes)': {
      const [from, to, id] = parameters as readonly [string, string, bigint];
      return [
        { tokenId, nftTokenId: id.toString(), units: 1n, from, to, ...spenderOf(sender, from) },
      ];
    }
    case 'ERC1155 safeTransferFrom(address,address,uint256,uint256,bytes)': {
      const [from, to, id, units] = parameters as readonly [string, string, bigint, bigint];
      return [{ tokenId, nftTokenId: id.toString(), units, from, to, ...spenderOf(sender, from) }];
    }
    case 'ERC1155 safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': {
      const [from, to, ids, amounts] = parameters as readonly [string, string, bigint[], bigint[]];
      if (ids.length !== amounts.length) return undefined;
      return ids.map((id, index) => {
        const units = amounts[index] ?? 0n;
        return { tokenId, nftTokenId: id.toString(), units, from, to, ...spenderOf(sender, from) };
      });
    }
    default:
      return [];
  }
}

/** The sender needs an approval to move NFTs of another owner. */
function spenderOf(sender: string, owner: string): { readonly spender?: string } {
  return sender === owner ? {} : { spender: sender };
}

/** The standard of the minted token: that of the contract if it matches, else the one that the parameters imply. */
function mintedStandard(
  { signature }: KnownCall,
  token: Token | undefined,
): TokenStandard | undefined {
  switch (signature) {
    case 'mint(address,uint256)':
      return token?.standard === 'ERC721' ? 'ERC721' : 'ERC20'; // of a new contract: every test currency's
    case 'safeMint(address,uint256)':
    case 'safeMint(address,uint256,string)':
      return 'ERC721';
    case 'mint(address,uint256,uint256)':
    case 'mint(address,uint256,uint256,bytes)':
      return 'ERC1155';
    default:
      return undefined;
  }
}

function minted({ parameters }: KnownCall, token: Token): readonly Movement[] {
  const [to, first, third] = parameters as readonly [string, bigint, unknown];
  const coming = { tokenId: token.id, from: zeroAddress, to };
  if (!isNft(token)) return [{ ...coming, units: first, mint: {} }];
  const nft = { ...coming, nftTokenId: first.toString() };
  if (isSemiFungible(token)) return [{ ...nft, units: third as bigint, mint: {} }];
  return [{ ...nft, units: 1n, mint: typeof third === 'string' ? { metadata: third } : {} }];
}
