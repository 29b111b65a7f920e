// The flag --fixture: a file, or the name of a fixture that comes with the package.

import type { FixtureError } from '../../core/index.ts';
import {
  FixtureFormatError,
  problemText,
  packagedFixtures,
  readFixture,
  type ReadFixture,
} from '../fixture/files.ts';
import { services } from '../services/index.ts';
import { CliError } from './errors.ts';

/** A fixture, and its own refusals as errors with the name or file and the place in it. */
export interface NamedFixture extends ReadFixture {
  readonly named: string;
}

/** The fixture that is named. Throws CliError if there is none, or it says what no fixture can. */
export function fixtureNamed(nameOrFile: string): NamedFixture {
  try {
    return { ...readFixture(nameOrFile), named: nameOrFile };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const names = packagedFixtures().join(', ');
      throw new CliError(
        `There is no fixture ${nameOrFile}. Name a file, or one of the package: ${names}.`,
      );
    }
    const reason = error instanceof Error ? error.message.trim() : String(error);
    const described =
      error instanceof FixtureFormatError
        ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
        : `It cannot be read. ${reason}`;
    throw new CliError(`${nameOrFile} is no fixture. ${described}`);
  }
}

/** What a world refuses of a fixture, with file and lines. */
export function refusedFixture(
  { named, lineOf }: Pick<NamedFixture, 'named' | 'lineOf'>,
  { problems }: FixtureError,
): CliError {
  const text = problemText(
    problems.map((problem) => ({ ...problem, line: lineOf(problem.place) })),
  );
  return new CliError(`The fixture is refused: ${named}, ${text}.`);
}

/** The same of what a server said when it refused to make a world with it; what it says of anything else stays as it is. */
export function refusedElsewhere({ named, lineOf }: NamedFixture, { message }: CliError): CliError {
  const sections = services.map(({ name }) => name).join('|');
  const place = new RegExp(`(^|; )(?:body\\.fixture\\.)?((?:${sections})\\.[\\w.-]+): `, 'g');
  const described = message.replace(
    place,
    (_all, front: string, at: string) => `${front}line ${lineOf(at)}, fixture.${at}: `,
  );
  return new CliError(
    described === message ? message : `The fixture is refused: ${named}, ${described}`,
  );
}
