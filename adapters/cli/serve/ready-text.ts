// The lines that `serve` prints when it is ready: addresses, keys, the world, the store.

import type { World } from '../../../core/index.ts';
import type { ListedNode } from '../../contracts/nodes-control.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import type { Reprise } from '../../reprise.ts';
import {
  calendarConfigOf,
  calendarSettingsIn,
  type CalendarConfig,
  type CalendarUser,
} from '../../services/calendar/config.ts';
import { neutralNamespace } from '../../services/calendar/links.ts';
import { channelPaths } from '../../services/speech/channels.ts';
import { walletConfigOf } from '../../services/wallet/config.ts';
import { studioAddress } from '../studio/studio-address.ts';
import type { CliHost } from '../support/cli-host.ts';
import { printedKeys, printedUsers } from '../support/known-secrets.ts';
import { givenWalletKeys, type PrintableKeys } from '../support/printable-keys.ts';
import type { ServeOptions } from './serve-options.ts';

export interface ReadyInfo {
  readonly url: string;
  readonly token: string;
  readonly file: string | undefined;
  readonly fixture: Fixture | undefined;
  readonly keys: PrintableKeys;
  /** The other nodes of the store. */
  readonly nodes: readonly ListedNode[];
}

export function printReady(
  { engine }: Reprise,
  options: ServeOptions,
  { print, printError, version }: CliHost,
  { url, token, file, fixture, keys: { walletKey, speechKey }, nodes }: ReadyInfo,
): void {
  const world = engine.world('default');
  const given = givenWalletKeys(options, fixture);
  if (walletKey === undefined && world !== undefined) {
    printError(
      'The store has only fingerprints of its wallet keys. Use the key that the world was created with, repeat it with --wallet-key to print it here, or set another one with PATCH /__reprise/worlds/default/config.',
    );
  }
  for (const other of nodes.filter((node) => node.version !== version)) {
    printError(
      `The node at ${other.address} has version ${other.version}, this one ${version}: give all nodes of a store the same version once an update is over.`,
    );
  }
  if (options.json === true || options.log === 'json') {
    return print(
      JSON.stringify({ event: 'ready', url, token, walletKey, speechKey, world: 'default' }),
    );
  }
  print(`Reprise ${version} at ${url}`);
  const walletKeys = world && printedKeys(walletConfigOf(world).walletKeys, given);
  print(`  wallet     ${url}/v1/w3s  (key ${walletKeys ?? '<secret>'})`);
  if (world !== undefined) {
    const users = calendarSettingsIn(fixture?.config).users ?? [];
    print(`  calendar   ${calendarLine(url, calendarConfigOf(world), users)}`);
  }
  const channels = channelPaths.join(', ');
  print(`  speech     ${url}${channels}  (WebSockets; key ${speechKey ?? '<secret>'})`);
  print(`  studio     ${studioAddress(url, token)}`);
  print(`  control    ${url}/__reprise  (Authorization: Bearer ${token})`);
  print(`  world      ${worldLine(world)}`);
  print(`  store      ${file ?? 'memory, lost at the stop'}`);
  if (nodes.length > 0) {
    print(`  nodes      also ${nodes.map(({ address }) => address).join(', ')}`);
  }
  if (options.faults !== undefined) {
    print(`  faults     ${options.faults} (reprise fault list shows them)`);
  }
  if (options.record !== undefined) print(`  recording  world default into ${options.record}`);
  print('Ctrl-C stops the server.');
}

function worldLine(world: World | undefined): string {
  if (world === undefined) return 'default, served by another process of the store';
  const { mode, rate } = world.clock();
  const clock = mode === 'real' ? `real x ${rate}` : mode;
  const now = new Date(world.nowMs()).toISOString();
  return `default, seed '${world.record.seed}', clock ${clock}, now ${now}`;
}

/** The URL of the calendar, and its authentication. */
function calendarLine(
  url: string,
  { mode, site, users }: CalendarConfig,
  given: readonly CalendarUser[],
): string {
  const root = `${url}/wp-json/${site.namespaces[0] ?? neutralNamespace}`;
  if (mode === 'open') return `${root}  (open: every caller has administrator rights)`;
  return `${root}  (application password ${printedUsers(users, given)})`;
}
