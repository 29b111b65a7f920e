// The flag --fixture: a file, or the name of a fixture that comes with the package.

import { packagedFixtures, readFixture } from '../fixture/files.ts';
import type { Fixture } from '../fixture/format.ts';
import { ParseError } from '../http/parse.ts';
import { CliError } from './errors.ts';

/** The fixture that is named. Throws CliError if there is none, or it says what no fixture can. */
export function fixtureNamed(nameOrFile: string): Fixture {
  try {
    return readFixture(nameOrFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const names = packagedFixtures().join(', ');
      throw new CliError(
        `There is no fixture ${nameOrFile}. Name a file, or one of the package: ${names}.`,
      );
    }
    const reason = error instanceof Error ? error.message.trim() : String(error);
    const place = error instanceof ParseError ? '' : 'It cannot be read. ';
    throw new CliError(`${nameOrFile} is no fixture. ${place}${reason}`);
  }
}
