// The verb `fault`: its parts and their flags.

import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { faults, parseJson, wallet } from '../../../core/index.ts';
import { faultCountMax } from '../../faults/wire/shared.ts';
import { services } from '../../services/index.ts';
import { addFault, listFaults, removeFaults } from './fault.ts';
import { advanceDuration, integer } from '../support/flags.ts';
import { inWorld } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';

export function faultCommand(host: CliHost): Command {
  const fault = new Command('fault').description('Add, list and remove the faults of a world.');
  inWorld(
    fault
      .command('list', { isDefault: true })
      .description('List the faults of a world, with how often they were tried and struck.'),
    host,
    (client) => listFaults(client),
  );
  inWorld(addCommand(fault), host, (client, flags, [kind]) => {
    const { world: _world, url: _url, json: _json, config: _config, ...own } = flags;
    return addFault(client, kind ?? '', own);
  });
  inWorld(
    fault
      .command('remove')
      .description('Remove a fault, or all of them.')
      .argument('[id]', 'the id of the fault; reprise fault list prints it')
      .option('--all', 'remove all faults'),
    host,
    (client, { all }, [id]) => removeFaults(client, id, all === true),
  );
  return fault;
}

function addCommand(fault: Command): Command {
  const number = integer(0, faultCountMax);
  const names = services.map(({ name }) => name);
  return fault
    .command('add')
    .description(
      'Add a fault after those that the world has; it strikes all requests unless narrowed.',
    )
    .addArgument(
      new Argument('<kind>', 'what happens to a request, transaction, webhook or frame').choices([
        ...faults.faultKinds,
      ]),
    )
    .option('--id <id>', 'its name (default: a UUID)')
    .addOption(new Option('--service <name>', 'only requests to this service').choices(names))
    .option('--route <route>', "only these, such as 'POST /v1/w3s/developer/*'")
    .option('--where <path=value>', 'only bodies with this value; may be repeated', bodyValue)
    .option('--between <instants>', 'only between two instants, such as 2026-01-01/2026-01-02')
    .option('--after <number>', 'let so many matching requests pass first', number)
    .option('--every <number>', 'strike each n-th of those that follow', number)
    .option('--chance <probability>', 'strike with this probability, from 0 to 1', probability)
    .option('--count <number>', 'strike so often at most', number)
    .option('--conn <number>', 'only frames of the n-th connection of a service', number)
    .addOption(
      new Option('--direction <direction>', 'only frames from the client, or to it').choices([
        ...faults.frameDirections,
      ]),
    )
    .option('--status <status>', 'refuse: the HTTP status (default: 503)', integer(400, 599))
    .option(
      '--code <code>',
      "refuse: the service's own error code; close-socket: the close code (default: 1011)",
      numberOrText,
    )
    .option('--message <text>', 'refuse: the error message')
    .option('--retry-after <seconds>', 'refuse: the header Retry-After', number)
    .option(
      '--reason <reason>',
      `fail, deny: the errorReason (deny's default: ${wallet.denialReason}); close-socket: a text`,
    )
    .option('--delay <duration>', `${delaying}: such as 800ms or 2s`, advanceDuration)
    .option('--jitter <duration>', `${delaying}: up to so much more`, advanceDuration);
}

/** The kinds of faults with a delay. */
const delaying = 'slow, late-webhook, swap-webhooks, delay-frame';

function probability(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

/** A number if it is written as one: codes of the wallet are numbers. */
function numberOrText(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** A member of a body: `refId=R-7`. The value is JSON, or else a text. */
function bodyValue(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError('It must be a path and a value, such as refId=R-7.');
  }
  return { ...before, [path]: jsonOrText(value) };
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
