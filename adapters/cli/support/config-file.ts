// Finds and reads the configuration file of a folder: JSON or YAML, with the names of flags as members.

import { parseJson } from '../../../core/index.ts';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDocument } from '../../fixture/document.ts';
import { CliError } from './errors.ts';

const names = ['reprise.config.json', 'reprise.config.yaml'] as const;

export interface ConfigFile {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** `reprise.config.yaml, line 3`: where a member is, for messages. */
  readonly placeOf: (member: string) => string;
}

/** The file of this name, or else the one of the folder, if there is one. Throws CliError if it cannot be read. */
export function findConfigFile(cwd: string, named: string | undefined): ConfigFile | undefined {
  if (named !== undefined) return readConfigFile(cwd, named);
  const [found, other] = names.filter((name) => existsSync(resolve(cwd, name)));
  if (found === undefined) return undefined;
  if (other !== undefined) {
    throw new CliError(
      `There are ${found} and ${other}. Remove one of them, or choose with --config.`,
    );
  }
  return readConfigFile(cwd, found);
}

function readConfigFile(cwd: string, name: string): ConfigFile {
  const { value, lineOf } = documentOf(cwd, name);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject && value !== null) {
    throw new CliError(`${name} must have settings by their names, such as port: 4600.`);
  }
  return {
    name,
    members: (value ?? {}) as Readonly<Record<string, unknown>>,
    placeOf: (member) => `${name}, line ${lineOf(member)}`,
  };
}

function documentOf(cwd: string, name: string) {
  try {
    const text = readFileSync(resolve(cwd, name), 'utf8');
    if (name.endsWith('.json')) parseJson(text); // YAML accepts more, such as a trailing comma
    return readDocument(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new CliError(`There is no file ${name}. Set --config to a JSON or YAML file.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    const kind = error instanceof SyntaxError ? ' as JSON' : '';
    throw new CliError(`${name} cannot be read${kind}. ${reason.replace(/\.?$/, '.')}`);
  }
}
