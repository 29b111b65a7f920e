// `npm run recordings [-- [--all] [<scenario> ...]]`.

import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { regenerate } from './regenerate.ts';
import { recordingsFolder, scenarios, type Scenario } from './scenarios.ts';

/** Selects scenarios by name, with or without the service; all if there are no names. Throws for an unknown name. */
function chosenBy(names: readonly string[]): readonly Scenario[] {
  const isNamed = ({ name }: Scenario, wish: string) => name === wish || name.endsWith(`/${wish}`);
  const unknown = names.filter((wish) => !scenarios.some((known) => isNamed(known, wish)));
  if (unknown.length > 0) {
    const known = scenarios.map(({ name }) => name).join(', ');
    throw new Error(`There is no scenario ${unknown.join(', ')}; there are ${known}.`);
  }
  return scenarios.filter(
    (known) => names.length === 0 || names.some((wish) => isNamed(known, wish)),
  );
}

try {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const options = { folder: recordingsFolder, isForced: values.all };
  for (const scenario of chosenBy(positionals)) {
    const { result, reason } = await regenerate(scenario, options);
    const file = relative(process.cwd(), `${recordingsFolder}/${scenario.name}.jsonl`);
    console.log(`${result.padEnd(9)}  ${file}`);
    if (reason !== undefined) console.log(reason.replace(/^/gm, '  '));
    if (result === 'failed') process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
