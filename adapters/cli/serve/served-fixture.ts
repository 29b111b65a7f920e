// The fixture of `reprise serve`: that of --fixture, with the sounds of --sounds.

import { FixtureError, speech } from '../../../core/index.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import { filesBeside } from '../../fixture/files-beside.ts';
import { preparedFixture } from '../../fixture/prepare.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import { preparedFixtureNamed, type NamedFixture } from './fixture.ts';
import type { ServeOptions } from './serve-options.ts';

interface SpeechSection {
  readonly sounds?: readonly unknown[];
}

/** Undefined without either. Rejects with CliError. */
export async function servedFixture(
  { fixture: given, sounds: folder }: Pick<ServeOptions, 'fixture' | 'sounds'>,
  { cwd }: Pick<CliHost, 'cwd'>,
): Promise<NamedFixture | undefined> {
  const named = given === undefined ? undefined : await preparedFixtureNamed(given);
  if (folder === undefined) return named;
  const base = named ?? { fixture: { version: 1 }, named: folder, lineOf: () => 1 };
  const section = (base.fixture['speech'] ?? {}) as SpeechSection;
  const sounds = [...(section.sounds ?? []), ...(await soundsIn(folder, cwd))];
  if (sounds.length > speech.fixtureSoundsMax) {
    throw new CliError(
      `--sounds ${folder} and the fixture have ${sounds.length} sounds. A world has at most ${speech.fixtureSoundsMax}.`,
    );
  }
  return { ...base, fixture: { ...base.fixture, speech: { ...section, sounds } } };
}

async function soundsIn(folder: string, cwd: string): Promise<readonly unknown[]> {
  const alone: Fixture = { version: 1, speech: { sounds: [{ folder }] } };
  try {
    const { speech: prepared } = await preparedFixture(alone, filesBeside(cwd));
    return (prepared as SpeechSection).sounds ?? [];
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    const reasons = error.problems.map(({ reason }) =>
      reason.replace('relative to the fixture', 'relative to the working folder'),
    );
    throw new CliError(`--sounds ${folder} ${reasons.join('; ')}.`);
  }
}
