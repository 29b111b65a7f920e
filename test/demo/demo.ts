// The demo: a transfer from the real client to COMPLETE, one that gets stuck and is accelerated, and the log folded
// again. In `frozen` mode it tells the same story each time, to the last byte.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import { nodeHost } from '../../adapters/reprise.ts';
import { openSqliteStore } from '../../adapters/sqlite/event-store.ts';
import { openEngine } from '../../core/index.ts';
import { startServe, type ServeProcess } from '../support/serve-process.ts';

const entitySecret = 'ab'.repeat(32);
const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
const blockchain = 'ETH-SEPOLIA';

/** Runs the demo; `print` gets each line. Returns whether the folded log has the digest of the run. */
export async function runDemo(print: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
  const file = join(folder, 'demo.db');
  try {
    const server = await startServe(['--data', file, '--clock', 'frozen'], { cwd: folder });
    let digest: string;
    try {
      digest = await drive(server, print);
    } finally {
      await server.stop();
    }
    const refolded = await refold(file);
    print('');
    print(`digest of the run        ${digest}`);
    print(`digest of the log folded ${refolded}`);
    print(digest === refolded ? 'They are equal.' : 'THEY DIFFER.');
    return digest === refolded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drive(server: ServeProcess, print: (line: string) => void): Promise<string> {
  const { url: baseUrl, walletKey: apiKey } = server;
  const client = initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl });
  const control = controlOf(server);
  const tell = async (line: string) => {
    const { now } = await control<{ now: string }>('GET', '/clock');
    print(`${now}  ${line}`);
  };
  const stateOf = async (id: string) => {
    const { data } = await client.getTransaction({ id });
    const { state, txHash } = must(data?.transaction);
    return `${state}${txHash === undefined ? '' : `, hash ${txHash}`}`;
  };
  const settle = () => control('POST', '/clock/advance', { untilIdle: true });

  const set = must((await client.createWalletSet({ name: 'demo' })).data?.walletSet);
  await tell(`wallet set ${set.id}`);
  const made = await client.createWallets({
    walletSetId: set.id,
    blockchains: [blockchain],
    count: 2,
  });
  const [sender, receiver] = must(made.data?.wallets).map(({ id, address }) => ({ id, address }));
  await tell(`sender     ${must(sender).id} at ${must(sender).address}`);
  await tell(`receiver   ${must(receiver).id} at ${must(receiver).address}`);
  await control('POST', `/wallet/wallets/${must(sender).id}/fund`, { native: '5', usdc: '100' });
  await tell('the sender is funded with 5 ETH-SEPOLIA and 100 USDC');

  const send = async (amount: string, feeLevel: 'LOW' | 'MEDIUM') => {
    const { data } = await client.createTransaction({
      walletId: must(sender).id,
      tokenId: usdc,
      destinationAddress: must(receiver).address,
      amount: [amount],
      fee: { type: 'level', config: { feeLevel } },
    });
    await tell(`transfer of ${amount} USDC, ${feeLevel}: ${must(data).id} is ${must(data).state}`);
    return must(data).id;
  };

  const first = await send('1.25', 'MEDIUM');
  await settle();
  await tell(`the transfer is ${await stateOf(first)}`);

  await control('PATCH', `/wallet/chains/${blockchain}`, { congestion: 4 });
  await tell('the chain is congested: the base fee climbs block by block');
  const second = await send('2.5', 'LOW');
  await settle();
  await tell(`the transfer is ${await stateOf(second)}`);
  const lowest = await client.getLowestNonceTransaction({ walletId: must(sender).id });
  const { transaction, feeInfo } = must(lowest.data);
  await tell(
    `lowest nonce: ${must(transaction).id}; accelerating costs ${must(feeInfo).feeDifferenceAmount} more`,
  );
  await client.accelerateTransaction({ id: second });
  await tell(`accelerated: ${await stateOf(second)}`);
  await settle();
  await tell(`the transfer is ${await stateOf(second)}`);

  const listed = must((await client.listTransactions({ order: 'ASC' })).data?.transactions);
  for (const { id, transactionType, state, amounts } of listed) {
    await tell(`  ${id} ${transactionType.padEnd(8)} ${state.padEnd(8)} ${must(amounts).join()}`);
  }
  const balances = must(
    (await client.getWalletTokenBalance({ id: must(receiver).id })).data?.tokenBalances,
  );
  const held = balances.map(({ amount, token }) => `${amount} ${token.symbol}`).join(', ');
  await tell(`the receiver has ${held}`);
  return (await control<{ digest: string }>('GET', '')).digest;
}

async function refold(file: string): Promise<string> {
  const engine = await openEngine({ store: openSqliteStore({ file }), host: nodeHost });
  try {
    return (await must(engine.world('default')).show()).digest;
  } finally {
    await engine.close();
  }
}

function controlOf({ url, token }: ServeProcess) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/__reprise/worlds/default${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The answer lacks what the demo needs.');
  return value;
}
