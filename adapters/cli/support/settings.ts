// Values of options that the command line leaves out: of environment variables, else of a configuration file.

import { Option, type Command } from 'commander';
import { noneNamedLike } from '../../wording.ts';
import { findConfigFile, type ConfigFile } from './config-file.ts';
import { CliError } from './errors.ts';
import { registrations } from './local-files.ts';
import type { CliHost } from './cli-host.ts';

/** Options of `serve` that are no settings: they are for one run. */
const perRun: ReadonlySet<string> = new Set(['--config', '--no-config', '--json']);

/** The settings of verbs that talk to a running server. */
const ofClients: ReadonlySet<string> = new Set(['--url', '--world']);

/** Whether a verb talks to a running server. The URL of `converse` is one of its modes. */
export function isOfClients(command: Command): boolean {
  return command.name() !== 'converse' && command.options.some(({ long }) => long === '--url');
}

/** Adds the options of the configuration file to a verb and its parts, where they have settings. */
export function withConfigOptions(command: Command): void {
  for (const part of command.commands) withConfigOptions(part);
  if (settingsOf(command).length === 0) return;
  command
    .option('--config <file>', 'settings (default: reprise.config.json or .yaml in this folder)')
    .option('--no-config', 'without settings of a file');
}

/** Loads the verb `serve`, whose options are the settings of a file. */
export type LoadServe = () => Command | Promise<Command>;

/** Sets the options that the command line leaves out. Rejects with CliError if a value is not valid. */
export async function applySettings(
  command: Command,
  host: CliHost,
  loadServe: LoadServe,
): Promise<void> {
  const settings = settingsOf(command);
  if (settings.length === 0) return;
  applyVariables(command, settings, host);
  const named = command.getOptionValue('config') as string | boolean | undefined;
  command.setOptionValue('config', undefined); // some verbs send all their flags
  if (named === false) return;
  const file = findConfigFile(host.cwd, typeof named === 'string' ? named : undefined);
  if (file !== undefined) await applyFile(file, command, settings, loadServe);
}

/** The options of a verb that variables and files set. */
function settingsOf(command: Command): readonly Option[] {
  if (command.name() === 'serve') {
    return command.options.filter(({ long }) => !perRun.has(long ?? ''));
  }
  if (!isOfClients(command)) return [];
  return command.options.filter(({ long }) => ofClients.has(long ?? ''));
}

function applyVariables(command: Command, settings: readonly Option[], host: CliHost): void {
  for (const option of settings.filter((it) => !isSet(command, it))) {
    const [variable, text] = variableOf(option, host) ?? [];
    if (variable === undefined) continue;
    const isRivalSet = settings.some((it) => areExclusive(it, option) && isSet(command, it));
    if (isRivalSet) continue;
    set(command, option, parsed(option, text ?? '', `${variable} '${text ?? ''}'`), 'env');
  }
}

/** The variable of an option and its value; an empty one counts as absent. */
function variableOf({ long }: Option, host: CliHost): readonly [string, string] | undefined {
  const given = (name: string) => {
    const text = host.env[name] ?? '';
    return text === '' ? undefined : ([name, text] as const);
  };
  switch (long) {
    case '--port':
      return given('REPRISE_PORT');
    case '--store':
      return given('REPRISE_STORE');
    case '--world':
      return given('REPRISE_WORLD');
    case '--url':
      return given('REPRISE_URL') ?? serverOfPort(given('REPRISE_PORT')?.[1], host);
    case undefined:
    default:
      return undefined;
  }
}

/** The URL of the server on a port: the one that was started in this folder, else on the loopback. */
function serverOfPort(
  text: string | undefined,
  { cwd, isRunning }: CliHost,
): readonly [string, string] | undefined {
  if (text === undefined || text === '0') return undefined; // a free port: the newest server of the folder
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new CliError(
      `REPRISE_PORT '${text}' is not valid. It must be an integer from 0 to 65535.`,
    );
  }
  const known = registrations(cwd, isRunning).find(({ url }) => new URL(url).port === String(port));
  return ['REPRISE_PORT', known?.url ?? `http://127.0.0.1:${port}`];
}

async function applyFile(
  file: ConfigFile,
  command: Command,
  settings: readonly Option[],
  loadServe: LoadServe,
): Promise<void> {
  await checkFile(file, loadServe);
  const isInFile = (option: Option) => (file.members[nameOf(option)] ?? false) !== false;
  for (const option of settings.filter((it) => !isSet(command, it))) {
    if (file.members[nameOf(option)] === undefined) continue;
    const rivals = settings.filter((it) => areExclusive(it, option));
    if (rivals.some((rival) => isSet(command, rival))) continue;
    const rival = rivals.find(isInFile);
    if (rival !== undefined && isInFile(option)) {
      throw new CliError(
        `${file.placeOf(nameOf(option))}: set ${nameOf(option)} or ${nameOf(rival)}, not both.`,
      );
    }
    const value = valueOf(option, file);
    if (value !== undefined) set(command, option, value, 'config');
  }
}

/** Throws CliError for a member that no verb knows, and for a wrong value, whichever verb runs. */
async function checkFile(file: ConfigFile, loadServe: LoadServe): Promise<void> {
  const known = await fileSettings(loadServe);
  for (const name of Object.keys(file.members)) {
    const option = known.find((it) => nameOf(it) === name);
    if (option === undefined) {
      const sentence = noneNamedLike('setting', name, known.map(nameOf));
      throw new CliError(`${file.placeOf(name)}: ${sentence}`);
    }
    valueOf(option, file);
  }
}

/** The options of all verbs that a file sets. */
async function fileSettings(loadServe: LoadServe): Promise<readonly Option[]> {
  const [serve, { serverUrl, worldName }] = await Promise.all([loadServe(), import('./flags.ts')]);
  return [
    ...settingsOf(serve),
    new Option('--url <url>').argParser(serverUrl),
    new Option('--world <name>').argParser(worldName),
  ];
}

/** The value of a member, as its flag would be parsed; undefined for a flag that is off. Throws CliError. */
function valueOf(option: Option, { members, placeOf }: ConfigFile): unknown {
  const name = nameOf(option);
  const given = members[name];
  const refusal = (must: string) => new CliError(`${placeOf(name)}: ${name} ${must}`);
  if (!option.required) {
    if (typeof given !== 'boolean') throw refusal('must be true or false.');
    const isUsual = given === option.negate; // --no-journal is journal: false
    return isUsual ? undefined : given;
  }
  const isRepeatable = (option.parseArg?.length ?? 0) > 1; // its parser adds to the values before
  if (Array.isArray(given) && !isRepeatable) throw refusal('must be one value, not a list.');
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.reduce<unknown>((before, value) => {
    const isNumber = typeof value === 'number' && option.parseArg !== undefined;
    if (typeof value !== 'string' && !isNumber) {
      throw refusal('must be a text; write it in quotes.');
    }
    return parsed(option, String(value), `${placeOf(name)}: ${name} '${value}'`, before);
  }, undefined);
}

function areExclusive(one: Option, other: Option): boolean {
  return (
    excluded(one).includes(other.attributeName()) || excluded(other).includes(one.attributeName())
  );
}

/** The value of a text. Throws CliError that begins with the place. */
function parsed(option: Option, text: string, place: string, before?: unknown): unknown {
  if (option.parseArg === undefined) return text;
  try {
    return option.parseArg(text, before);
  } catch (error) {
    throw new CliError(`${place} is not valid. ${error instanceof Error ? error.message : ''}`);
  }
}

/** The options that one excludes: commander's types lack them. */
function excluded(option: Option): readonly string[] {
  return (option as Option & { readonly conflictsWith: readonly string[] }).conflictsWith;
}

function isSet(command: Command, option: Option): boolean {
  const source = command.getOptionValueSource(option.attributeName());
  return source !== undefined && source !== 'default' && source !== 'config';
}

function set(command: Command, option: Option, value: unknown, source: 'env' | 'config'): void {
  command.setOptionValueWithSource(option.attributeName(), value, source);
}

/** The member of a file: the name of the flag, without the `no-` of one that switches off. */
function nameOf({ long, negate }: Option): string {
  return (long ?? '').slice(negate ? '--no-'.length : '--'.length);
}
