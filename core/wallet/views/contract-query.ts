// Reads of contracts: the standard functions of tokens that change nothing (ERC-20, ERC-721, ERC-1155, ERC-165).

import { bytesToHex } from '@noble/hashes/utils.js';
import { err, ok, type Err, type Result } from '../../kernel/result.ts';
import { callDataOf, encodeResult, readQuery, type KnownCall } from '../broadcast/abi.ts';
import { chainOf, type Blockchain, type Network } from '../chain/blockchains.ts';
import { encodingFlaw } from '../decide/contract-execution.ts';
import { isOnNetwork } from '../decide/decision.ts';
import { isAddress, normalAddress } from '../keys/address.ts';
import { nftId, type Token } from '../records/token.ts';
import type { AbiValue, WrittenCall } from '../records/operation.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { allowanceOf, approvedFor } from '../tokens/approvals.ts';
import { holdingOf, ownerOf, supplyOf, unitsOfCollection } from '../tokens/holdings.ts';
import { tokenByAddress } from '../tokens/registry.ts';

export interface ContractQuery extends WrittenCall {
  readonly network: Network;
  readonly blockchain: Blockchain;
  /** Of the contract. */
  readonly address: string;
}

export interface ContractQueryView {
  readonly values: readonly AbiValue[];
  /** The encoded return value, `0x` hex. */
  readonly data: string;
}

export type ContractQueryRejection = PlainRejection | DetailedRejection;

interface PlainRejection {
  readonly code:
    | 'KEY_KIND_MISMATCH'
    | 'ADDRESS_INVALID'
    | 'CALL_AMBIGUOUS'
    | 'CALL_MISSING'
    | 'PARAMETERS_UNFIT';
}

interface DetailedRejection {
  readonly code: 'CHAIN_NOT_SUPPORTED' | 'NOT_A_CONTRACT' | 'FUNCTION_NOT_SUPPORTED' | 'REVERTED';
  /** One clause, without a full stop. */
  readonly detail: string;
}

export function contractQueryView(
  state: ReadonlyWalletState,
  query: ContractQuery,
): Result<ContractQueryView, ContractQueryRejection> {
  const { network, blockchain } = query;
  if (!isOnNetwork(network, blockchain)) return reject('KEY_KIND_MISMATCH');
  const { family } = chainOf(blockchain);
  if (family !== 'evm') return reject('CHAIN_NOT_SUPPORTED', `${blockchain} has no such contracts`);
  if (!isAddress(family, query.address)) return reject('ADDRESS_INVALID');
  const flaw = encodingFlaw(query);
  if (flaw !== undefined) return reject(flaw);
  const data = callDataOf(query);
  if (data === undefined) return reject('PARAMETERS_UNFIT');
  const address = normalAddress(family, query.address);
  const token = tokenByAddress(state, blockchain, address);
  if (token === undefined) {
    const only = 'only tokens can be read';
    return reject('NOT_A_CONTRACT', `there is no token at ${address} on ${blockchain}; ${only}`);
  }
  const call = readQuery(data.toLowerCase());
  const named = call?.signature ?? query.signature ?? data.slice(0, selectorChars);
  const result = call === undefined ? undefined : resultOf(state, token, call);
  if (result === undefined) {
    const { standard = 'currencies' } = token;
    return reject('FUNCTION_NOT_SUPPORTED', `${named} is no read function of ${standard}`);
  }
  if (typeof result === 'string') return reject('REVERTED', `${named}: ${result}`);
  const { type, value } = result;
  return ok({ values: [value], data: encodeResult(type, value) });
}

/** `0x` and the four bytes of a function. */
const selectorChars = 10;

function reject(code: PlainRejection['code']): Err<PlainRejection>;
function reject(code: DetailedRejection['code'], detail: string): Err<DetailedRejection>;
function reject(code: ContractQueryRejection['code'], detail?: string): Err<unknown> {
  return err(detail === undefined ? { code } : { code, detail });
}

/** The value of a function and its type; a reason if it reverts; undefined if the standard does not have it. */
function resultOf(
  state: ReadonlyWalletState,
  token: Token,
  { signature, parameters }: KnownCall,
): { readonly type: string; readonly value: AbiValue } | string | undefined {
  const { id: tokenId, blockchain, standard } = token;
  const uint = (units: bigint) => ({ type: 'uint256', value: units.toString() });
  const text = (value = '') => ({ type: 'string', value });
  const [first, second] = parameters.map(String) as [string, string]; // addresses and integers
  switch (`${standard ?? ''} ${signature}`) {
    case 'ERC20 name()':
    case 'ERC721 name()':
      return text(token.name);
    case 'ERC20 symbol()':
    case 'ERC721 symbol()':
      return text(token.symbol);
    case 'ERC20 decimals()':
      return { type: 'uint8', value: token.decimals };
    case 'ERC20 totalSupply()':
    case 'ERC721 totalSupply()':
      return uint(supplyOf(state, tokenId));
    case 'ERC20 balanceOf(address)':
      return uint(holdingOf(state, { blockchain, address: first, tokenId }).units);
    case 'ERC721 balanceOf(address)':
      return uint(unitsOfCollection(state, { blockchain, address: first, tokenId }));
    case 'ERC1155 balanceOf(address,uint256)': {
      return uint(
        holdingOf(state, { blockchain, address: first, tokenId, nftTokenId: second }).units,
      );
    }
    case 'ERC20 allowance(address,address)':
      return uint(allowanceOf(state, tokenId, first, second));
    case 'ERC721 isApprovedForAll(address,address)':
    case 'ERC1155 isApprovedForAll(address,address)':
      return { type: 'bool', value: allowanceOf(state, tokenId, first, second) > 0n };
    case 'ERC721 ownerOf(uint256)':
    case 'ERC721 getApproved(uint256)':
    case 'ERC721 tokenURI(uint256)': {
      const nft = { tokenId, nftTokenId: first };
      const owner = ownerOf(state, blockchain, nft);
      if (owner === undefined) return `there is no NFT ${nft.nftTokenId}`;
      if (signature === 'tokenURI(uint256)') return text(state.nfts.get(nftId(nft))?.metadata);
      const approved = approvedFor(state, tokenId, nft.nftTokenId) ?? zeroAddress;
      return { type: 'address', value: signature === 'ownerOf(uint256)' ? owner : approved };
    }
    case 'ERC1155 uri(uint256)':
      return text(state.nfts.get(nftId({ tokenId, nftTokenId: first }))?.metadata);
    case 'ERC721 supportsInterface(bytes4)':
    case 'ERC1155 supportsInterface(bytes4)': {
      const id = bytesToHex(parameters[0] as Uint8Array);
      return { type: 'bool', value: (interfaces[standard ?? ''] ?? []).includes(id) };
    }
    default:
      return undefined;
  }
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/** The interfaces of ERC-165: itself, the standard, and its extension for metadata. */
const interfaces: Readonly<Record<string, readonly string[]>> = {
  ERC721: ['01ffc9a7', '80ac58cd', '5b5e139f'],
  ERC1155: ['01ffc9a7', 'd9b67a26', '0e89341c'],
};
