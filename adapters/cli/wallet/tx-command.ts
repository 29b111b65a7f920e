// The verb `tx`: its parts and their flags.

import { Command, Option } from 'commander';
import { omitUndefined, wallet } from '../../../core/index.ts';
import type { Steering } from '../../client/index.ts';
import { stateRowsMax } from '../../protocol/limits.ts';
import { integer, transactionId } from '../support/flags.ts';
import { inWorld } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { watchCommand } from '../world/stream-commands.ts';
import { listTransactions, showTransaction, steerTransaction } from './tx.ts';

export function txCommand(host: CliHost, finish: (code: number) => void): Command {
  const tx = new Command('tx').description(
    'List, show, watch and steer transactions of the wallet service.',
  );
  inWorld(
    tx
      .command('list', { isDefault: true })
      .description('List the newest transactions.')
      .addOption(
        new Option('--state <state>', 'only those in this state').choices(
          Object.keys(wallet.transitions),
        ),
      )
      .option('--limit <number>', 'the most transactions', integer(1, stateRowsMax), 20),
    host,
    (world, { state, limit }) =>
      listTransactions(world, {
        limit: limit as number,
        ...(state === undefined ? {} : { state: state as wallet.TransactionState }),
      }),
  );
  inWorld(
    tx
      .command('show')
      .description('Show one transaction.')
      .argument('<id>', 'the id of the transaction', transactionId),
    host,
    (world, _flags, [id]) => showTransaction(world, id ?? ''),
  );
  tx.addCommand(watchCommand(host, finish));
  for (const action of wallet.steeringActions) {
    const command = tx
      .command(action)
      .description(actionHelp[action])
      .argument('<id>', 'the id of the transaction', transactionId);
    if (action === 'reorg') {
      command.addOption(
        new Option('--to <where>', 'its new place or state')
          .choices(wallet.reorganisedTo)
          .default('mempool'),
      );
    }
    if (action === 'fail' || action === 'deny') {
      const usual = action === 'deny' ? wallet.denialReason : 'by its state';
      const reason = new Option(
        '--reason <reason>',
        `the errorReason of the transaction (default: ${usual})`,
      );
      command.addOption(reason.choices(wallet.failureReasons));
    }
    inWorld(command, host, (world, { to, reason }, [id]) =>
      steerTransaction(world, id ?? '', action, omitUndefined({ to, reason }) as Steering),
    );
  }
  return tx;
}

const actionHelp: Readonly<Record<wallet.SteeringAction, string>> = {
  stick: 'Blocks exclude its current attempt; accelerate and cancel still work.',
  unstick: 'Blocks may include it again.',
  drop: 'Drop it from the mempool: STUCK until it is replaced or unstuck.',
  confirm: 'Include it in the next block, whatever its fee.',
  fail: 'Fail it: at once if it is not sent yet, else in its block.',
  deny: 'Deny it in screening, while it is INITIATED.',
  reorg: 'Remove its block, while it is CONFIRMED: it returns to the mempool or fails.',
  accelerate: 'Replace its attempt by one that offers more, while it is SENT or STUCK.',
  cancel: 'Cancel it: at once if it is not sent yet, else by a transaction that races it.',
};
