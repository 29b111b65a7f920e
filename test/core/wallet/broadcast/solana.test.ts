import bs58 from 'bs58';
import { getBytes, hexlify } from 'ethers';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import {
  signSolana,
  solanaMessage,
  type SolanaTransfer,
} from '../../../../core/wallet/broadcast/solana.ts';
import { addressOf, privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';
import type { Token } from '../../../../core/wallet/records/token.ts';
import { nativeToken, stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';

const secret = 'a1'.repeat(64);

function known(token: Token | undefined): Token {
  if (token === undefined) throw new Error('The catalogue lacks a token');
  return token;
}

const sol = known(nativeToken('SOL-DEVNET'));
const solUsdc = known(stablecoinOf('SOL-DEVNET', 'USDC'));

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

  /** The parts of a legacy message with one instruction, parsed by the documented format. */
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
