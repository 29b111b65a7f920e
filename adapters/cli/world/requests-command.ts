// The verb `requests`: its parts and their flags.

import { Command, Option } from 'commander';
import { journaledRequestsMax } from '../../protocol/limits.ts';
import { services } from '../../services/index.ts';
import { integer } from '../support/flags.ts';
import { inWorld } from '../support/remote-command.ts';
import { clearRequests, listRequests } from './requests.ts';
import type { CliHost } from '../support/cli-host.ts';

export function requestsCommand(host: CliHost): Command {
  const requests = new Command('requests').description(
    'Show what clients have sent to a world, and what that caused.',
  );
  const list = requests
    .command('list', { isDefault: true })
    .description('List the last requests to a world, oldest first.')
    .addOption(
      new Option('--service <name>', 'only requests to this service').choices(
        services.map(({ name }) => name),
      ),
    )
    .option('--method <method>', 'only requests with this method')
    .option('--path <path>', "only requests to this path, such as '/v1/w3s/wallets/*'")
    .option('--status <status>', 'only this status, or class of it: 404, 4xx')
    .option('--unmatched', 'only requests without a route')
    .option(
      '--since <number>',
      'only requests after the one with this number',
      integer(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--limit <number>', 'only so many, the last ones', integer(1, journaledRequestsMax));
  inWorld(list, host, (client, flags) => listRequests(client, flags));
  inWorld(
    requests.command('clear').description('Forget the requests to a world so far.'),
    host,
    (client) => clearRequests(client),
  );
  return requests;
}
