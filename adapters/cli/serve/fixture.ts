// Flags whose value is a fixture, such as --fixture: a file, or the name of a packaged fixture.

import { dirname, resolve } from 'node:path';
import { FixtureError } from '../../../core/index.ts';
import {
  FixtureFormatError,
  problemText,
  packagedFixtures,
  readFixture,
  type ReadFixture,
} from '../../fixture/files.ts';
import { filesBeside } from '../../fixture/files-beside.ts';
import type { RepriseError } from '../../client/index.ts';
import { preparedFixture } from '../../fixture/prepare.ts';
import { services } from '../../services/index.ts';
import { listed } from '../../wording.ts';
import { CliError } from '../support/errors.ts';

/** A fixture with its name or file, for messages. */
export interface NamedFixture extends ReadFixture {
  readonly named: string;
}

/**
 * Reads a fixture. `flag` is that which names it; files are relative to `cwd`. Throws CliError if it does not exist or is not
 * valid.
 */
export function fixtureNamed(nameOrFile: string, flag = '--fixture', cwd = '.'): NamedFixture {
  try {
    return { ...readFixture(nameOrFile, cwd), named: nameOrFile };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new CliError(
        `There is no fixture ${nameOrFile}. ${flag} is a file, or a packaged fixture: ${listed(packagedFixtures())}.`,
      );
    }
    const reason = error instanceof Error ? error.message.trim() : String(error);
    const described =
      error instanceof FixtureFormatError
        ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
        : `It cannot be read. ${reason}`;
    throw new CliError(`${nameOrFile} is not a valid fixture. ${described}`);
  }
}

/** As `fixtureNamed`; the files that the fixture names are read, too. */
export async function preparedFixtureNamed(
  nameOrFile: string,
  flag?: string,
  cwd = '.',
): Promise<NamedFixture> {
  const named = fixtureNamed(nameOrFile, flag, cwd);
  const files = filesBeside(resolve(cwd, dirname(nameOrFile)));
  try {
    return { ...named, fixture: await preparedFixture(named.fixture, files) };
  } catch (error) {
    throw error instanceof FixtureError ? fixtureRefusal(named, error) : error;
  }
}

/** The error for a fixture that a world refused, with file and lines. */
export function fixtureRefusal(
  { named, lineOf }: Pick<NamedFixture, 'named' | 'lineOf'>,
  { problems }: FixtureError,
): CliError {
  const text = problemText(
    problems.map((problem) => ({ ...problem, line: lineOf(problem.place) })),
  );
  return new CliError(`The fixture is refused: ${named}, ${text}.`);
}

/** Adds file and lines to a server's refusal of a fixture; other errors are unchanged. */
export function refusalWithLines({ named, lineOf }: NamedFixture, error: RepriseError): Error {
  const { message } = error;
  const sections = services.map(({ name }) => name).join('|');
  const place = new RegExp(`(^|; )(?:body\\.fixture\\.)?((?:${sections})\\.[\\w.-]+): `, 'g');
  const described = message.replace(
    place,
    (_match, separator: string, at: string) => `${separator}line ${lineOf(at)}, fixture.${at}: `,
  );
  if (described === message) return error;
  return new CliError(`The fixture is refused: ${named}, ${described}`);
}
