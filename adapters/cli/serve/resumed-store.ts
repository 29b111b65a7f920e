// The flags of `serve` beside a store that has worlds already: they may repeat what it was created with.

import { storedKey } from '../../fingerprints.ts';
import { storedFixture } from '../../fixture/seed-commands.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import type { Reprise } from '../../reprise.ts';
import { calendarConfigOf } from '../../services/calendar/config.ts';
import { speechConfigOf } from '../../services/speech/config.ts';
import { storedSpeechKey } from '../../services/speech/keys.ts';
import { walletConfigOf } from '../../services/wallet/config.ts';
import { CliError } from '../support/errors.ts';
import type { ServeOptions } from './serve-options.ts';

/** Throws CliError if flags contradict the resumed store. */
export function checkResumed(
  { engine }: Reprise,
  { seed, epochMs, ids, walletKey, speechKey, calendarAuth, faults }: ServeOptions,
  fixture: Fixture | undefined,
): void {
  const world = engine.world('default');
  if (world === undefined) return;
  const { record } = world;
  const printed = (ms: number) => new Date(ms).toISOString();
  if (seed !== undefined && seed !== record.seed) {
    throw new CliError(
      `The store was created with --seed '${record.seed}', not '${seed}'. Leave --seed out, or set another --data file.`,
    );
  }
  if (epochMs !== undefined && epochMs !== record.epochMs) {
    throw new CliError(
      `The store was created with --epoch ${printed(record.epochMs)}. Leave --epoch out, or set another --data file.`,
    );
  }
  if (fixture !== undefined && storedFixture(fixture).digest !== record.fixture?.digest) {
    const flags = faults === undefined ? '--fixture' : '--fixture and --faults';
    const origin = record.fixture === undefined ? `without ${flags}` : `with another ${flags}`;
    throw new CliError(
      `The store was created ${origin}. Leave ${flags} out, or set another --data file.`,
    );
  }
  const keysOf = (keys: readonly string[]) => keys.map(storedKey).join(' ');
  if (walletKey !== undefined && keysOf(walletKey) !== keysOf(walletConfigOf(world).walletKeys)) {
    throw new CliError(
      'The store was created with other keys than those of --wallet-key. Leave --wallet-key out, or set another --data file.',
    );
  }
  const speechKeys = speechKey?.map(storedSpeechKey).join(' ');
  if (speechKeys !== undefined && speechKeys !== speechConfigOf(world).speechKeys.join(' ')) {
    throw new CliError(
      'The store was created with other keys than those of --speech-key. Leave --speech-key out, or set another --data file.',
    );
  }
  const { mode } = calendarConfigOf(world);
  if (calendarAuth !== undefined && calendarAuth !== mode) {
    throw new CliError(
      `The store was created with --calendar-auth ${mode}. Leave --calendar-auth out, or set another --data file.`,
    );
  }
  if (ids !== undefined && ids !== world.settings().ids) {
    throw new CliError(
      `The store was created with --ids ${world.settings().ids}. Leave --ids out, or set another --data file.`,
    );
  }
}
