// `reprise fixture from`: writes a fixture that begins where a recorded session has ended.

import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDocument, type FixtureDocument } from '../../fixture/document.ts';
import { fixtureSchema } from '../../fixture/format.ts';
import { plainProblem } from '../../protocol/plain-problems.ts';
import { isRecord } from '../../recording/format/json-values.ts';
import { readAnyRecording } from '../../recording/format/reader.ts';
import { epochMsDefault } from '../../reprise.ts';
import { reason } from '../../stores/damage.ts';
import { fixtureOf, type FixtureOfTraffic } from '../../upstream/fixture/fixture-of.ts';
import { fixtureText } from '../../upstream/fixture/fixture-text.ts';
import { trafficOf, type Traffic } from '../../upstream/traffic.ts';
import { messageOf } from '../../wording.ts';
import { withReadErrors } from '../support/read-errors.ts';
import { countedText, fixtureCounts } from '../serve/fixture-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';

export interface FixtureFromFlags {
  readonly output: string;
  readonly epoch?: number;
  readonly allowCut?: boolean;
  readonly json?: boolean;
}

/** Rejects with CliError; then nothing is written. */
export async function fixtureFrom(
  name: string,
  { output, epoch: epochMs = epochMsDefault, allowCut, json }: FixtureFromFlags,
  host: CliHost,
): Promise<void> {
  const file = resolve(host.cwd, output);
  if (existsSync(file)) throw outputExists(output);
  const traffic = await withReadErrors(async () =>
    trafficOf(await readAnyRecording(resolve(host.cwd, name))),
  );
  checkWhole(name, traffic, allowCut === true, host);
  const shown = fixtureOf(traffic, { epochMs });
  if (!shown.hasContent) {
    throw new CliError(
      `${name} shows nothing that a fixture has: record a session that reads what is to be in it.`,
    );
  }
  const text = fixtureText(shown.document, shown.comments);
  const counts = await checkedCounts(text, output, host);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? outputExists(output)
      : new CliError(`Cannot write ${output} (${reason(error)}). Set -o to a writable file.`);
  }
  if (json === true) {
    const { unknownIds } = shown;
    return host.print(JSON.stringify({ fixture: output, counts, unknownIds }));
  }
  host.print(writtenText(output, counts, shown));
}

function outputExists(output: string): CliError {
  return new CliError(`${output} exists already. Set -o to another file, or remove this one.`);
}

function checkWhole(
  name: string,
  { isCut, entryCount }: Traffic,
  isCutAllowed: boolean,
  { printError }: CliHost,
): void {
  if (!isCut) return;
  const cut = `${name} was cut after entry ${entryCount}`;
  if (isCutAllowed) return printError(`${cut}; the fixture begins there.`);
  throw new CliError(`${cut}: use what it has with --allow-cut.`, exitCodes.differs);
}

/** The records of a world from the text. A service may refuse what its real one had. */
async function checkedCounts(text: string, named: string, host: CliHost) {
  const { value, lineOf } = documentIn(text);
  const parsed = fixtureSchema.safeParse(value, { error: plainProblem });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CliError(
      `The session has shown what no fixture takes. ${issue?.path.join('.')}: ${issue?.message}.`,
    );
  }
  return fixtureCounts({ fixture: parsed.data, named, lineOf }, host);
}

function documentIn(text: string): FixtureDocument {
  try {
    return readDocument(text);
  } catch (error) {
    throw new CliError(`The session has shown too much for a fixture. ${messageOf(error)}`);
  }
}

/** What a world hears and answers is no record of it. */
function speechCounts({ speech }: FixtureOfTraffic['document']): Readonly<Record<string, number>> {
  if (!isRecord(speech)) return {};
  const lists = ['hear', 'answer'].map((name): [string, unknown] => [name, speech[name]]);
  return Object.fromEntries(
    lists.map(([name, list]) => [name, Array.isArray(list) ? list.length : 0]),
  );
}

function writtenText(
  output: string,
  counts: Readonly<Record<string, number>>,
  { unknownIds, document }: FixtureOfTraffic,
): string {
  const all = { ...counts, ...speechCounts(document) };
  const isEmpty = Object.values(all).every((count) => count === 0);
  const lines = [`${output} is written${isEmpty ? '' : `: ${countedText(all)}`}.`];
  if (unknownIds.length > 0) {
    lines.push(
      `Its worlds choose other ids and addresses than the ${unknownIds.length} of the service.`,
    );
  }
  return lines.join('\n');
}
