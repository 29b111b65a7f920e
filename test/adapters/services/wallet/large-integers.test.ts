// Integers beyond 2^53 in JSON bodies lose digits when parsed: each is refused with a hint.

import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectError,
  idempotentFields,
  createFundedWallets,
  createWallets,
  externalAddress,
  serverForEach,
  type Fields,
} from '../../../support/server/requests.ts';

const developer = '/v1/w3s/developer';
/** Larger than all integers that JSON numbers represent exactly. */
const large = 2 ** 60;

describe('an integer beyond 2^53', () => {
  const server = serverForEach();
  let from: { readonly id: string };

  beforeEach(async () => {
    ({ from } = await createFundedWallets(server()));
  });

  const call = (value: unknown): Fields => ({
    walletId: from.id,
    contractAddress: externalAddress,
    abiFunctionSignature: 'f(uint256[])',
    abiParameters: [[1, value]],
  });

  async function execute(value: unknown) {
    const body = { ...(await idempotentFields(server())), ...call(value), feeLevel: 'LOW' };
    return server().request('POST', `${developer}/transactions/contractExecution`, body);
  }

  async function estimate(value: unknown) {
    const path = '/v1/w3s/transactions/contractExecution/estimateFee';
    return server().request('POST', path, call(value));
  }

  async function signTypedData(value: unknown) {
    const { entitySecretCiphertext } = await idempotentFields(server());
    const types = { EIP712Domain: [], M: [{ name: 'a', type: 'uint256' }] };
    const data = JSON.stringify({ types, domain: {}, primaryType: 'M', message: { a: value } });
    const body = { entitySecretCiphertext, walletId: from.id, data };
    return server().request('POST', `${developer}/sign/typedData`, body);
  }

  async function signTransaction(value: unknown) {
    const { entitySecretCiphertext } = await idempotentFields(server());
    const [{ id: walletId }] = await createWallets(server(), { blockchains: ['EVM-TESTNET'] });
    const fees = { gas: 21_000, maxFeePerGas: '10', maxPriorityFeePerGas: '1' };
    const fields = { nonce: 0, chainId: 5, to: externalAddress, value, ...fees };
    const body = { entitySecretCiphertext, walletId, transaction: JSON.stringify(fields) };
    return server().request('POST', `${developer}/sign/transaction`, body);
  }

  it.each([
    ['abiParameters', execute, 2],
    ['abiParameters of an estimate', estimate, 2],
    ['typed data', signTypedData, 156026],
    ['a transaction to sign', signTransaction, 155801],
  ] as const)('in %s is refused with a hint', async (_place, send, code) => {
    for (const value of [large, Number.MAX_SAFE_INTEGER + 1]) {
      const answer = await send(value);
      expectError(answer, 400, code);
      expect(answer.body.message).toContain('give the integer as a string');
    }
    for (const value of [String(large), Number.MAX_SAFE_INTEGER]) {
      expect((await send(value)).status).toBeLessThan(300);
    }
    const { body } = await send(0.5);
    expect(body.message).not.toContain('as a string');
  });
});
