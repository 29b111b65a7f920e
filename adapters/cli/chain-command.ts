// The verb `chain`: shows, sets, pauses and resumes the blockchains of a world.

import { Command, InvalidArgumentError } from 'commander';
import { wallet } from '../../core/index.ts';
import { noneNamedLike } from '../wording.ts';
import type { WorldClient } from './control-client.ts';
import { CliError } from './errors.ts';
import { decimal, duration } from './flags.ts';
import { inWorld } from './remote-command.ts';
import type { CliHost } from './serve.ts';
import { table } from './table.ts';

interface Chain {
  readonly blockchain: string;
  readonly height: number;
  readonly blockTimeMs: number;
  readonly paused: boolean;
  readonly baseFeeGwei: string;
  readonly calmBaseFeeGwei: string;
  readonly congestion: string;
}

export function chainCommand(host: CliHost): Command {
  const chain = new Command('chain').description(
    'Show and change the blockchains of a world: fees, congestion, block times, pauses.',
  );
  inWorld(
    chain
      .command('show', { isDefault: true })
      .description('Show one blockchain, or all that have blocks of their own.')
      .argument('[blockchain]', 'such as ETH-SEPOLIA', blockchain),
    host,
    (client, _flags, [code]) => (code === undefined ? showAll(client) : show(client, code)),
  );
  inWorld(
    chain
      .command('set')
      .description('Change the conditions on a blockchain; omitted ones stay as they are.')
      .argument('<blockchain>', 'such as ETH-SEPOLIA', blockchain)
      .option(
        '--base-fee <gwei>',
        'base fee without congestion, in gwei (lamports on SOL)',
        decimal,
      )
      .option(
        '--congestion <factor>',
        '0 is calm; 4 raises the base fee towards five times that of a calm chain',
        decimal,
      )
      .option('--block-time <duration>', 'virtual time between blocks, such as 12s', duration),
    host,
    (client, { baseFee, congestion, blockTime }, [code]) => {
      if (baseFee === undefined && congestion === undefined && blockTime === undefined) {
        throw new CliError('Set at least one of --base-fee, --congestion, --block-time.');
      }
      return change(client, code ?? '', {
        ...(baseFee === undefined ? {} : { baseFeeGwei: baseFee }),
        ...(congestion === undefined ? {} : { congestion }),
        ...(blockTime === undefined ? {} : { blockTimeMs: blockTime }),
      });
    },
  );
  for (const [name, paused, description] of [
    ['pause', true, 'Stop the blocks of a blockchain: transactions wait in its mempool.'],
    ['resume', false, 'Let a paused blockchain produce blocks again.'],
  ] as const) {
    const command = chain
      .command(name)
      .description(description)
      .argument('<blockchain>', 'such as ETH-SEPOLIA', blockchain);
    inWorld(command, host, (client, _flags, [code]) => change(client, code ?? '', { paused }));
  }
  return chain;
}

const running = wallet.blockchains.filter((code) => wallet.chainOf(code).rules !== undefined);

/** The code of a blockchain in any case. */
function blockchain(text: string): string {
  const code = running.find((known) => known === text.toUpperCase());
  if (code !== undefined) return code;
  throw new InvalidArgumentError(noneNamedLike('running blockchain', text.toUpperCase(), running));
}

async function show(client: WorldClient, code: string): Promise<[object, string]> {
  return described(await client.inWorld<Chain>('GET', `/wallet/chains/${code}`));
}

async function showAll(client: WorldClient): Promise<[object, string]> {
  const chains = await Promise.all(
    running.map((code) => client.inWorld<Chain>('GET', `/wallet/chains/${code}`)),
  );
  const rows = chains.map((one) => [
    one.blockchain,
    String(one.height),
    one.baseFeeGwei,
    one.congestion,
    `${one.blockTimeMs / 1_000}s`,
    one.paused ? 'paused' : 'running',
  ]);
  const titles = ['blockchain', 'height', 'base fee (gwei)', 'congestion', 'block time', 'blocks'];
  return [{ chains }, table([titles, ...rows])];
}

async function change(
  client: WorldClient,
  code: string,
  conditions: object,
): Promise<[object, string]> {
  return described(await client.inWorld<Chain>('PATCH', `/wallet/chains/${code}`, conditions));
}

function described(one: Chain): [object, string] {
  const { blockchain: code, height, baseFeeGwei, calmBaseFeeGwei, congestion, blockTimeMs } = one;
  const blocks = one.paused ? 'paused' : `a block every ${blockTimeMs / 1_000}s`;
  return [
    one,
    `${code} is at height ${height}, ${blocks}, base fee ${baseFeeGwei} gwei (calm: ${calmBaseFeeGwei}), congestion ${congestion}.`,
  ];
}
