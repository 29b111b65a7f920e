import bs58 from 'bs58';
import { Interface, Transaction, Wallet, getBytes, hexlify } from 'ethers';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { addressOf, privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';
import {
  evmPayload,
  signEvm,
  signSolana,
  solanaMessage,
  type SolanaTransfer,
} from '../../../../core/wallet/broadcast/evm.ts';
import type { Token } from '../../../../core/wallet/records/token.ts';
import { nativeToken, stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';

const secret = 'a1'.repeat(64);
const to = '0x00000000000000000000000000000000000000aa';

function known(token: Token | undefined): Token {
  if (token === undefined) throw new Error('The catalogue lacks a token');
  return token;
}

const ether = known(nativeToken('ETH-SEPOLIA'));
const usdc = known(stablecoinOf('ETH-SEPOLIA', 'USDC'));
const sol = known(nativeToken('SOL-DEVNET'));
const solUsdc = known(stablecoinOf('SOL-DEVNET', 'USDC'));

describe('an EVM transfer', () => {
  const key = privateKeyOf(secret, 'evm', 1);
  const wallet = new Wallet(hexlify(key));

  const fees = fc.record({
    nonce: fc.integer({ min: 0, max: 100_000 }),
    maxFee: fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
    priorityFee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    gasLimit: fc.bigInt({ min: 21_000n, max: 10n ** 7n }),
    units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    chainId: fc.constantFrom(1, 137, 11_155_111, 5_042_002),
  });

  it.each([
    ['the native token', ether],
    ['an ERC-20 token', usdc],
  ])('of %s has the hash of what ethers signs', async (_what, token) => {
    await fc.assert(
      fc.asyncProperty(fees, async ({ units, ...terms }) => {
        const contract = new Interface(['function transfer(address to, uint256 value)']);
        const payload = token.isNative
          ? { to, value: units, data: '0x' }
          : {
              to: token.address ?? '',
              value: 0n,
              data: contract.encodeFunctionData('transfer', [to, units]),
            };
        expect(evmPayload(token, to, units)).toEqual(payload);
        const signed = await wallet.signTransaction({
          ...payload,
          type: 2,
          chainId: terms.chainId,
          nonce: terms.nonce,
          gasLimit: terms.gasLimit,
          maxFeePerGas: terms.maxFee,
          maxPriorityFeePerGas: terms.priorityFee,
        });
        expect(signEvm({ ...terms, ...payload }, key)).toBe(Transaction.from(signed).hash);
      }),
      { numRuns: 25 },
    );
  });

  it('has another hash with another nonce, fee or key', () => {
    const terms = { chainId: 1, nonce: 0, maxFee: 20n, priorityFee: 1n, gasLimit: 21_000n };
    const transfer = { ...terms, ...evmPayload(ether, to, 1n) };
    const hashes = [
      signEvm(transfer, key),
      signEvm({ ...transfer, nonce: 1 }, key),
      signEvm({ ...transfer, maxFee: 21n }, key),
      signEvm(transfer, privateKeyOf(secret, 'evm', 2)),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(signEvm(transfer, key)).toBe(hashes[0]);
  });
});

describe('a Solana transfer', () => {
  const key = privateKeyOf(secret, 'solana', 1);
  const source = addressOf(secret, 'solana', 1);
  const destination = addressOf(secret, 'solana', 2);
  const recentBlockhash = '5e'.repeat(32);
  const systemProgram = '1'.repeat(32);
  const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

  const transferOf = (token: Token, own: Partial<SolanaTransfer> = {}): SolanaTransfer => ({
    source,
    destination,
    token,
    units: 1_234_567n,
    recentBlockhash,
    ...own,
  });

  /** The parts of a legacy message with one instruction, read as the format is documented. */
  function parsed(message: Uint8Array) {
    let at = 0;
    const take = (count: number) => message.slice(at, (at += count));
    const byte = () => take(1)[0] ?? -1; // all lengths here are below 128: one byte each
    const header = [byte(), byte(), byte()];
    const keys = Array.from({ length: byte() }, () => bs58.encode(take(32)));
    const blockhash = hexlify(take(32)).slice(2);
    const instructions = byte();
    const program = keys[byte()];
    const accounts = [...take(byte())].map((index) => keys[index]);
    const data = take(byte());
    return { header, keys, blockhash, instructions, program, accounts, data, rest: take(1_000) };
  }

  it.each([
    ['the native token', sol],
    ['a token', solUsdc],
  ])('of %s is signed by the sender', (_what, token) => {
    const transfer = transferOf(token);
    const signature = bs58.decode(signSolana(transfer, key));
    expect(signature.length).toBe(64);
    const message = solanaMessage(transfer);
    expect(nacl.sign.detached.verify(message, signature, bs58.decode(source))).toBe(true);
    const other = solanaMessage({ ...transfer, units: 1n });
    expect(nacl.sign.detached.verify(other, signature, bs58.decode(source))).toBe(false);
  });

  it('of the native token is a Transfer of the system program', () => {
    const { data, ...message } = parsed(solanaMessage(transferOf(sol)));
    expect(message).toEqual({
      header: [1, 0, 1],
      keys: [source, destination, systemProgram],
      blockhash: recentBlockhash,
      instructions: 1,
      program: systemProgram,
      accounts: [source, destination],
      rest: new Uint8Array(),
    });
    const view = new DataView(data.buffer, data.byteOffset);
    expect(data.length).toBe(12);
    expect(view.getUint32(0, true)).toBe(2);
    expect(view.getBigUint64(4, true)).toBe(1_234_567n);
  });

  it('of a token is a TransferChecked of the token program', () => {
    const mint = solUsdc.address;
    const { data, ...message } = parsed(solanaMessage(transferOf(solUsdc)));
    expect(message).toEqual({
      header: [1, 0, 2],
      keys: [source, destination, mint, tokenProgram],
      blockhash: recentBlockhash,
      instructions: 1,
      program: tokenProgram,
      accounts: [source, mint, destination, source],
      rest: new Uint8Array(),
    });
    const view = new DataView(data.buffer, data.byteOffset);
    expect(data.length).toBe(10);
    expect(view.getUint8(0)).toBe(12);
    expect(view.getBigUint64(1, true)).toBe(1_234_567n);
    expect(view.getUint8(9)).toBe(6);
  });

  it('to oneself names the account once', () => {
    const native = parsed(solanaMessage(transferOf(sol, { destination: source })));
    expect(native.keys).toEqual([source, systemProgram]);
    expect(native.accounts).toEqual([source, source]);
    const token = parsed(solanaMessage(transferOf(solUsdc, { destination: source })));
    expect(token.keys).toEqual([source, solUsdc.address, tokenProgram]);
    expect(token.accounts).toEqual([source, solUsdc.address, source, source]);
  });

  it('has another signature at another moment', () => {
    const later = transferOf(sol, { recentBlockhash: '5f'.repeat(32) });
    expect(signSolana(later, key)).not.toBe(signSolana(transferOf(sol), key));
  });

  it('carries amounts of 64 bits exactly', () => {
    const most = 2n ** 64n - 1n;
    const { data } = parsed(solanaMessage(transferOf(sol, { units: most })));
    expect(
      getBytes(data)
        .slice(4)
        .every((byte) => byte === 255),
    ).toBe(true);
  });
});
