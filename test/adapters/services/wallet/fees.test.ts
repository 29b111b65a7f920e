import { describe, expect, it } from 'vitest';
import {
  blockchains,
  chainOf,
  type Blockchain,
} from '../../../../core/wallet/chain/blockchains.ts';
import { liveHeaders, expectError, serverForEach } from '../../../support/server/requests.ts';

const path = '/v1/w3s/developer/transactions/feeParameters';
const decimal = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

const membersOf = (blockchain: Blockchain): readonly string[] =>
  ({
    evm: ['baseFee', 'maxFee', 'priorityFee'],
    solana: ['baseFee', 'priorityFee'],
    aptos: ['gasPrice'],
    near: [],
  })[chainOf(blockchain).family];

describe('the fee parameters', () => {
  const server = serverForEach();

  it('are returned for each chain with transactions, in the terms of that chain', async () => {
    for (const blockchain of blockchains) {
      const answer = await server().request('GET', `${path}?blockchain=${blockchain}`);
      if (chainOf(blockchain).rules === undefined) {
        expectError(answer, 400, 155510);
        continue;
      }
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body.data)).toEqual(['low', 'medium', 'high']);
      for (const terms of Object.values<Record<string, string>>(answer.body.data)) {
        expect(Object.keys(terms).sort(), blockchain).toEqual(membersOf(blockchain));
        for (const fee of Object.values(terms)) expect(fee).toMatch(decimal);
      }
    }
  });

  it('grow with the level, and follow the base fee of the chain', async () => {
    const ask = async () =>
      (await server().request('GET', `${path}?blockchain=ETH-SEPOLIA`)).body.data;
    const calm = await ask();
    expect(Number(calm.low.maxFee)).toBeLessThan(Number(calm.medium.maxFee));
    expect(Number(calm.medium.maxFee)).toBeLessThan(Number(calm.high.maxFee));
    expect(Number(calm.high.priorityFee)).toBeGreaterThan(Number(calm.low.priorityFee));
    const chain = '/worlds/default/wallet/chains/ETH-SEPOLIA';
    expect((await server().control('PATCH', chain, { baseFeeGwei: '500' })).status).toBe(200);
    const dear = await ask();
    expect(Number(dear.low.baseFee)).toBeGreaterThan(40 * Number(calm.low.baseFee));
  });

  it('are the same for both types of accounts', async () => {
    const of = async (search: string) => server().request('GET', `${path}?${search}`);
    const eoa = await of('blockchain=MATIC');
    expect((await of('blockchain=MATIC&accountType=EOA')).body).toEqual(eoa.body);
    expect((await of('blockchain=MATIC&accountType=SCA')).body).toEqual(eoa.body);
    expectError(await of('blockchain=SOL&accountType=SCA'), 400, 155507);
  });

  it('are for keys of both kinds', async () => {
    const answer = await server().request(
      'GET',
      `${path}?blockchain=ETH-SEPOLIA`,
      undefined,
      liveHeaders,
    );
    expect(answer.status).toBe(200);
  });

  it('need a chain, and a valid type', async () => {
    for (const search of [
      '',
      '?accountType=EOA',
      '?blockchain=BTC',
      '?blockchain=ETH&accountType=x',
    ]) {
      expectError(await server().request('GET', path + search), 400, 2);
    }
  });

  it('answer the real client', async () => {
    const { data } = await server().client().getFeeParameters({ blockchain: 'AVAX-FUJI' });
    expect(data?.high).toMatchObject({ maxFee: expect.stringMatching(decimal) });
  });
});
