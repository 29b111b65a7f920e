// `reprise fault`: adds, lists and removes the faults of a world.

import type { NewFault, WorldClient } from '../../client/index.ts';
import { conditionText, targetText } from '../../faults/fault-text.ts';
import { CliError } from '../support/errors.ts';
import { table } from '../support/table.ts';

/** Flags of a new fault; the server checks them. */
export interface FaultFlags {
  readonly id?: string;
  readonly service?: string;
  readonly route?: string;
  readonly count?: number;
  readonly after?: number;
  readonly every?: number;
  readonly chance?: number;
  readonly between?: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly code?: string | number;
  readonly message?: string;
  readonly retryAfter?: number;
  readonly reason?: string;
  readonly conn?: number;
  readonly direction?: string;
  readonly delay?: string;
  readonly jitter?: string;
}

export async function addFault(
  { faults }: WorldClient,
  kind: string,
  flags: FaultFlags,
): Promise<[object, string]> {
  const {
    id,
    service,
    route,
    count,
    after,
    every,
    chance,
    between,
    where: json,
    ...effect
  } = flags;
  const instants = between === undefined ? {} : { between: instantsOf(between) };
  const numbers = { count, after, every, chance };
  const when = { ...defined(numbers), ...instants, ...defined({ json }) };
  const fault = {
    ...defined({ id, service, route }),
    ...(Object.keys(when).length === 0 ? {} : { when }),
    kind,
    ...effect,
  };
  const added = await faults.add(fault as NewFault); // the server checks it
  const { warning } = added;
  const warned = warning === undefined ? '' : `\n${warning}`;
  return [added, `Added fault '${added.id}': ${added.kind}.${warned}`];
}

export async function listFaults({ faults }: WorldClient): Promise<[object, string]> {
  const all = await faults.list();
  const rows = all.map(({ id, kind, service, route, conn, when = {}, tried, struck }) => [
    id,
    kind,
    targetText({ service, route, conn }),
    conditionText(when) || 'always',
    String(tried),
    String(struck),
  ]);
  const titles = ['id', 'kind', 'of', 'when', 'tried', 'struck'];
  return [{ faults: all }, rows.length === 0 ? 'There are no faults.' : table([titles, ...rows])];
}

export async function removeFaults(
  { faults }: WorldClient,
  id: string | undefined,
  isAll: boolean,
): Promise<[object, string]> {
  if ((id === undefined) === !isAll) throw new CliError('Set either the id of a fault or --all.');
  if (id === undefined) {
    await faults.removeAll();
    return [{}, 'Removed all faults.'];
  }
  await faults.remove(id);
  return [{}, `Removed fault '${id}'.`];
}

function instantsOf(between: string): readonly string[] {
  const instants = between.split('/');
  if (instants.length === 2) return instants;
  throw new CliError(
    '--between must be two instants with a slash, such as 2026-01-01/2026-01-02T12:00Z.',
  );
}

function defined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
