// `reprise nodes`: the processes that share the store of the server.

import { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import type { CliHost } from '../support/cli-host.ts';
import { remote } from '../support/remote-command.ts';
import { table } from '../support/table.ts';

export function nodesCommand(host: CliHost): Command {
  const nodes = new Command('nodes').description(
    'List the processes that share the store of the server, or have one hand its worlds over.',
  );
  remote(
    nodes
      .command('list', { isDefault: true })
      .description('List the processes with the number of worlds awake on each.'),
    host,
    listNodes,
  );
  remote(
    nodes
      .command('drain')
      .description('Have a process hand its worlds over to the others, and take no more.')
      .argument('<address>', 'as listed'),
    host,
    (client, _flags, [address]) => drainNode(client, address ?? ''),
  );
  return nodes;
}

async function listNodes(client: Client): Promise<[object, string]> {
  const nodes = await client.nodes.list();
  const rows = nodes.map(({ address, version, worlds, load, isDraining, isSelf }) => [
    address,
    version,
    String(worlds),
    `${load} %`,
    [isSelf ? 'answers' : '', isDraining ? 'drains' : ''].filter((word) => word !== '').join(', '),
  ]);
  const titles = ['address', 'version', 'worlds awake', 'load', ''];
  const none = 'The store of this server is for one process.';
  return [{ nodes }, rows.length === 0 ? none : table([titles, ...rows])];
}

async function drainNode(client: Client, address: string): Promise<[object, string]> {
  const nodes = await client.nodes.drain(address);
  const others = nodes.some((node) => node.address !== address && !node.isDraining);
  const sentence = others
    ? `The process at ${address} hands its worlds over; \`reprise nodes\` shows how many are left.`
    : `The process at ${address} hands its worlds over once another one takes them; start one.`;
  return [{ nodes }, sentence];
}
