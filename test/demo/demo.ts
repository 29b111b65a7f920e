// The demo: a transfer from the real client to COMPLETE, another that gets stuck and is accelerated, and a refold of the log.
// In `frozen` mode its output is the same each time, to the last byte.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeHost } from '../../adapters/reprise.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine } from '../../core/index.ts';
import { blockchain, must, openSession, type Session } from '../recordings/session.ts';
import { startServe } from '../support/server/serve-process.ts';

/**
 * Runs the demo; `print` receives each line, `record` names a new file for its recording. Returns whether the refolded log has
 * the digest of the run.
 */
export async function runDemo(
  print: (line: string) => void,
  { record }: { readonly record?: string } = {},
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-demo-'));
  const file = join(folder, 'demo.db');
  try {
    const recorded = record === undefined ? [] : ['--record', resolve(record)];
    const flags = ['--data', file, '--clock', 'frozen', ...recorded];
    const server = await startServe(flags, { cwd: folder });
    let digest: string;
    try {
      digest = await drive(openSession(server), print);
    } finally {
      await server.stop();
    }
    const refolded = await refold(file);
    print('');
    print(`digest of the run        ${digest}`);
    print(`digest of the log folded ${refolded}`);
    print(digest === refolded ? 'They are equal.' : 'THEY DIFFER.');
    if (record !== undefined) print(`recorded into ${record}`);
    return digest === refolded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drive(session: Session, print: (line: string) => void): Promise<string> {
  const { client, control, settle } = session;
  const tell = async (line: string) => print(`${await session.now()}  ${line}`);
  const stateOf = async (id: string) => {
    const { state, txHash } = await session.transaction(id);
    return `${state}${txHash === undefined ? '' : `, hash ${txHash}`}`;
  };

  const { setId, sender, receiver } = await session.createWalletPair('demo');
  await tell(`wallet set ${setId}`);
  await tell(`sender     ${sender.id} at ${sender.address}`);
  await tell(`receiver   ${receiver.id} at ${receiver.address}`);
  await session.fund(sender, { native: '5', usdc: '100' });
  await tell('the sender is funded with 5 ETH-SEPOLIA and 100 USDC');

  const send = async (amount: string, feeLevel: 'LOW' | 'MEDIUM') => {
    const id = await session.send(sender, receiver, amount, feeLevel);
    await tell(`transfer of ${amount} USDC, ${feeLevel}: ${id} is ${await stateOf(id)}`);
    return id;
  };

  const first = await send('1.25', 'MEDIUM');
  await settle();
  await tell(`the transfer is ${await stateOf(first)}`);

  await control('PATCH', `/wallet/chains/${blockchain}`, { congestion: 4 });
  await tell('the chain is congested: the base fee climbs block by block');
  const second = await send('2.5', 'LOW');
  await settle();
  await tell(`the transfer is ${await stateOf(second)}`);
  const lowest = await client.getLowestNonceTransaction({ walletId: sender.id });
  const { transaction, feeInfo } = must(lowest.data);
  await tell(
    `lowest nonce: ${must(transaction).id}; accelerating costs ${must(feeInfo).feeDifferenceAmount} more`,
  );
  await session.accelerate(second);
  await tell(`accelerated: ${await stateOf(second)}`);
  await settle();
  await tell(`the transfer is ${await stateOf(second)}`);

  const listed = must((await client.listTransactions({ order: 'ASC' })).data?.transactions);
  for (const { id, transactionType, state, amounts } of listed) {
    await tell(`  ${id} ${transactionType.padEnd(8)} ${state.padEnd(8)} ${must(amounts).join()}`);
  }
  const held = Object.entries(await session.balances(receiver));
  await tell(
    `the receiver has ${held.map(([symbol, amount]) => `${amount} ${symbol}`).join(', ')}`,
  );
  return session.digest();
}

async function refold(file: string): Promise<string> {
  const engine = await openEngine({ store: openSqliteStore({ file }), host: nodeHost });
  try {
    return (await must(engine.world('default')).describe()).digest;
  } finally {
    await engine.close();
  }
}
