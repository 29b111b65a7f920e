// `reprise store copy`: copies worlds from one store into another.

import { copyStore, type CopiedWorld, type StoreCopy } from '../../stores/copy.ts';
import { isSamePlace } from '../../stores/open-store.ts';
import { countWorldNames } from '../../stores/world-names.ts';
import { counted } from '../../recording/differences/text.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { withProgressLines } from '../support/progress-lines.ts';
import { escapeControlChars } from '../support/terminal-text.ts';
import {
  checkWorldsExist,
  namedStore,
  stopSignal,
  withStore,
  withStoreReader,
  type NamedStore,
} from './opened-store.ts';

export interface StoreCopyFlags {
  readonly json?: boolean;
  readonly world?: readonly string[];
}

/** Prints each world that was not copied, and how many were; resolves with the exit code. */
export async function copyStores(
  from: string,
  to: string,
  { json = false, world: names }: StoreCopyFlags,
  host: CliHost,
): Promise<number> {
  const { print, printError: onWarning } = host;
  const [source, target] = [namedStore(from, host), namedStore(to, host)];
  if (await isSamePlace(source.place, target.place)) {
    throw new CliError('The two stores are the same one: name another store to copy into.');
  }
  const { progress } = withProgressLines(host);
  const signal = stopSignal(host);
  const copied = await withStoreReader(source, { onWarning }, async (reading) => {
    await checkWorldsExist(reading, source, names);
    const all = await countWorldNames(reading, names);
    progress(`checking the tables of ${source.shown}`);
    // What the source has is not dropped; a server drops what is above its own limit.
    const unlimited = { attachmentBytesMax: Number.MAX_SAFE_INTEGER, onWarning };
    return withStore(target, unlimited, async (writing) =>
      copyStore(reading, writing, {
        names,
        signal,
        onProgress: ({ action, worlds, world, input, of }) =>
          progress(
            `${action} ${world}  input ${input} of ${of}, ${worlds} of ${counted(all, 'world')} done`,
          ),
        onWorld(world) {
          progress('');
          if (!json) worldLines(world).forEach(print);
        },
      }),
    );
  }).finally(() => progress(''));
  if (json) print(JSON.stringify(jsonOf(copied)));
  else endLines(copied, source, target).forEach(print);
  return exitCodeOf(copied);
}

/** What is to be said about one world. */
function worldLines({ world, result, message }: CopiedWorld): readonly string[] {
  if (message === undefined) return [];
  return [`${result.padEnd(9)}  ${world}`, `  ${escapeControlChars(message)}`];
}

function endLines(
  { worlds, tenants, differentTenants, defects, damagedSnapshots, isStopped }: StoreCopy,
  { shown: from }: NamedStore,
  { shown: to }: NamedStore,
): readonly string[] {
  const count = (wanted: CopiedWorld['result']) =>
    worlds.filter(({ result }) => result === wanted).length;
  const inputs = worlds.reduce((sum, { written }) => sum + written, 0);
  const counts = (['copied', 'continued', 'equal', 'different', 'damaged'] as const)
    .map((result) => [result, count(result)] as const)
    .filter(([, number]) => number > 0)
    .map(([result, number]) => `${number} ${result}`);
  const summary = [`${counted(worlds.length, 'world')} from ${from} to ${to}`, ...counts];
  return [
    ...defects.map(escapeControlChars),
    ...damagedSnapshots.map((message) => `Left out: ${escapeControlChars(message)}`),
    ...differentTenants.map(
      (id) => `The target has another tenant '${id}', or its token: both are left as they are.`,
    ),
    `${summary.join(', ')}; ${counted(inputs, 'input')} written.`,
    ...(tenants > 0 ? [`${counted(tenants, 'tenant')} copied.`] : []),
    ...(isStopped
      ? ['Stopped. Copy again to continue; until then a world may be incomplete.']
      : []),
  ];
}

function jsonOf({ isStopped, ...rest }: StoreCopy): object {
  return { isComplete: !isStopped, ...rest };
}

function exitCodeOf({ worlds, differentTenants, defects, isStopped }: StoreCopy): number {
  const has = (wanted: CopiedWorld['result']) => worlds.some(({ result }) => result === wanted);
  if (has('damaged') || defects.length > 0) return exitCodes.unreadable;
  const isDifferent = has('different') || differentTenants.length > 0;
  return isDifferent || isStopped ? exitCodes.differs : exitCodes.fine;
}
