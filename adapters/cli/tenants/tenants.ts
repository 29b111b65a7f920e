// `reprise tenants`: lists, adds, limits and removes the tenants of a server, and draws their tokens.

import { Command } from 'commander';
import { omitUndefined } from '../../../core/index.ts';
import type { Client } from '../../client/client.ts';
import type { TenantLimits } from '../../client/index.ts';
import type { CliHost } from '../support/cli-host.ts';
import { integer } from '../support/flags.ts';
import { remote } from '../support/remote-command.ts';
import { table } from '../support/table.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);

export function tenantsCommand(host: CliHost): Command {
  const tenants = new Command('tenants').description(
    'List, add, limit and remove tenants, whose tokens give them worlds of their own; for the operator of the server.',
  );
  remote(
    tenants
      .command('list', { isDefault: true })
      .description('List all tenants by id, with their limits and the numbers of their worlds.'),
    host,
    listTenants,
  );
  remote(
    tenants
      .command('add')
      .description(
        'Add a tenant and print its token, or replace the limits of one; an omitted limit does not limit it.',
      )
      .argument('<id>')
      .option('--worlds <number>', 'most stored worlds', count)
      .option('--awake-worlds <number>', 'most worlds that are awake in one process', count)
      .option('--requests-per-minute <number>', 'most requests to one process', count)
      .option(
        '--bytes-per-minute <number>',
        'most bytes of bodies, answers and frames of one process',
        count,
      ),
    host,
    (client, flags, [id]) => addTenant(client, id ?? '', flags),
  );
  remote(
    tenants
      .command('token')
      .description('Draw a new token for a tenant; the one that it has works no longer.')
      .argument('<id>'),
    host,
    (client, _flags, [id]) => drawToken(client, id ?? ''),
  );
  remote(
    tenants
      .command('remove')
      .description('Remove a tenant that has no worlds.')
      .argument('<id>')
      .option('--with-worlds', 'remove its worlds first'),
    host,
    (client, flags, [id]) => removeTenant(client, id ?? '', flags['withWorlds'] === true),
  );
  return tenants;
}

async function listTenants(client: Client): Promise<[object, string]> {
  const tenants = await client.tenants.list();
  const of = (used: number, most?: number) =>
    most === undefined ? `${used}` : `${used} of ${most}`;
  const rows = tenants.map(({ id, worlds, awakeWorlds, limits }) => [
    id,
    of(worlds, limits.worlds),
    of(awakeWorlds, limits.awakeWorlds),
    String(limits.requestsPerMinute ?? ''),
    String(limits.bytesPerMinute ?? ''),
  ]);
  const titles = ['id', 'worlds', 'awake here', 'requests a minute', 'bytes a minute'];
  return [{ tenants }, rows.length === 0 ? 'There are no tenants.' : table([titles, ...rows])];
}

async function addTenant(
  client: Client,
  id: string,
  { worlds, awakeWorlds, requestsPerMinute, bytesPerMinute }: TenantLimits,
): Promise<[object, string]> {
  const limits = omitUndefined({ worlds, awakeWorlds, requestsPerMinute, bytesPerMinute });
  const tenant = await client.tenants.put(id, limits);
  const { token } = tenant;
  const sentence =
    token === undefined
      ? `Replaced the limits of tenant '${id}'. Its token is as before.`
      : `Added tenant '${id}'. Its worlds begin with '${id}.'. Its token, which is not shown again:\n${token}`;
  return [tenant, sentence];
}

async function drawToken(client: Client, id: string): Promise<[object, string]> {
  const token = await client.tenants.drawToken(id);
  const sentence = `The new token of tenant '${id}', which is not shown again:\n${token}`;
  return [{ id, token }, sentence];
}

async function removeTenant(
  client: Client,
  id: string,
  withWorlds: boolean,
): Promise<[object, string]> {
  await client.tenants.remove(id, { withWorlds });
  return [{}, `Removed tenant '${id}'${withWorlds ? ', and its worlds' : ''}.`];
}
