// `reprise store verify`: lists what of a store is not as it was written.

import { counted } from '../../recording/differences/text.ts';
import { verifyStore, type StoreFinding, type VerifiedStore } from '../../stores/verify.ts';
import { countWorldNames } from '../../stores/world-names.ts';
import type { CliHost } from '../support/cli-host.ts';
import { exitCodes } from '../support/errors.ts';
import { withProgressLines } from '../support/progress-lines.ts';
import { escapeControlChars } from '../support/terminal-text.ts';
import {
  checkWorldsExist,
  namedStore,
  stopSignal,
  withStoreReader,
  type NamedStore,
} from './opened-store.ts';

export interface StoreVerifyFlags {
  readonly json?: boolean;
  readonly world?: readonly string[];
}

/** Prints what is damaged; resolves with the exit code. */
export async function verifyStores(
  place: string,
  { json = false, world: names }: StoreVerifyFlags,
  host: CliHost,
): Promise<number> {
  const { print, printError: onWarning } = host;
  const named = namedStore(place, host);
  const { progress } = withProgressLines(host);
  const signal = stopSignal(host);
  const verified = await withStoreReader(named, { onWarning }, async (store) => {
    await checkWorldsExist(store, named, names);
    const all = await countWorldNames(store, names);
    progress(`verifying the tables of ${named.shown}`);
    return verifyStore(store, {
      names,
      signal,
      onProgress: ({ worlds, world, input, of }) =>
        progress(
          `verifying ${world}  input ${input} of ${of}, ${worlds} of ${counted(all, 'world')} done`,
        ),
      onFinding(finding) {
        progress('');
        if (!json) print(findingLine(finding));
      },
    });
  }).finally(() => progress(''));
  if (json) print(JSON.stringify(jsonOf(verified)));
  else print(summaryOf(verified, named));
  if (verified.findings.length > 0) return exitCodes.unreadable;
  return verified.isStopped ? exitCodes.differs : exitCodes.fine;
}

function findingLine({ message }: StoreFinding): string {
  return `damaged  ${escapeControlChars(message)}`;
}

function summaryOf(
  { worlds, inputs, snapshots, outdatedSnapshots, findings, isStopped }: VerifiedStore,
  { shown }: NamedStore,
): string {
  const parts = [
    counted(worlds, 'world'),
    counted(inputs, 'input'),
    counted(snapshots, 'snapshot'),
    ...(outdatedSnapshots > 0
      ? [`${counted(outdatedSnapshots, 'snapshot')} of an earlier version`]
      : []),
  ].join(', ');
  const whole = isStopped ? 'nothing damaged so far' : 'as written';
  const result = findings.length === 0 ? whole : `${counted(findings.length, 'place')} damaged`;
  const stop = isStopped ? ' Stopped: not all of it is verified.' : '';
  return `${shown}: ${parts}; ${result}.${stop}`;
}

function jsonOf({ isStopped, findings, ...counts }: VerifiedStore): object {
  return { isWhole: findings.length === 0, isComplete: !isStopped, ...counts, findings };
}
