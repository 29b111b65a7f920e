// The verb `chain`: shows, sets, pauses and resumes the blockchains of a world.

import { Command, InvalidArgumentError } from 'commander';
import { omitUndefined, wallet } from '../../../core/index.ts';
import { noneNamedLike } from '../../wording.ts';
import type { Chain, ChainChange, RunningBlockchain, WorldClient } from '../../client/index.ts';
import { CliError } from '../support/errors.ts';
import { decimal, duration } from '../support/flags.ts';
import { inWorld } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { table } from '../support/table.ts';

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
    (world, _flags, [code]) => (code === undefined ? showAll(world) : show(world, code)),
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
        '0 is none; 4 raises the base fee towards five times that without congestion',
        decimal,
      )
      .option('--block-time <duration>', 'virtual time between blocks, such as 12s', duration),
    host,
    (world, { baseFee, congestion, blockTime }, [code]) => {
      if (baseFee === undefined && congestion === undefined && blockTime === undefined) {
        throw new CliError('Set at least one of --base-fee, --congestion, --block-time.');
      }
      const terms = { baseFeeGwei: baseFee, congestion, blockTimeMs: blockTime };
      return change(world, code, omitUndefined(terms) as ChainChange);
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
    inWorld(command, host, (world, _flags, [code]) => change(world, code, { paused }));
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

/** `code` as `blockchain` returned it. */
async function show({ wallet: { chains } }: WorldClient, code: string): Promise<[object, string]> {
  return described(await chains.get(code as RunningBlockchain));
}

async function showAll({ wallet: { chains: known } }: WorldClient): Promise<[object, string]> {
  const chains = await Promise.all(running.map((code) => known.get(code as RunningBlockchain)));
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
  { wallet: { chains } }: WorldClient,
  code: string | undefined,
  conditions: ChainChange,
): Promise<[object, string]> {
  return described(await chains.change(code as RunningBlockchain, conditions));
}

function described(one: Chain): [object, string] {
  const { blockchain: code, height, baseFeeGwei, calmBaseFeeGwei, congestion, blockTimeMs } = one;
  const blocks = one.paused ? 'paused' : `a block every ${blockTimeMs / 1_000}s`;
  return [
    one,
    `${code} is at height ${height}, ${blocks}, base fee ${baseFeeGwei} gwei (${calmBaseFeeGwei} without congestion), congestion ${congestion}.`,
  ];
}
