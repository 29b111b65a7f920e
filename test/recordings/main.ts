// `npm run recordings [-- --all] [<scenario> ...]`.

import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { regenerate } from './regenerate.ts';
import { recordingsFolder, scenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isNamed = (name: string) => (wish: string) => name === wish || name.endsWith(`/${wish}`);
const unknown = positionals.filter((wish) => !scenarios.some(({ name }) => isNamed(name)(wish)));
const chosen = scenarios.filter(
  ({ name }) => positionals.length === 0 || positionals.some(isNamed(name)),
);

if (unknown.length > 0) {
  const known = scenarios.map(({ name }) => name).join(', ');
  console.error(`There is no scenario ${unknown.join(', ')}; there are ${known}.`);
  process.exitCode = 1;
} else {
  console.log(`Recordings are in ${relative(process.cwd(), recordingsFolder) || '.'}.`);
  const width = Math.max(...chosen.map(({ name }) => name.length));
  for (const scenario of chosen) {
    const { result, reason } = await regenerate(scenario, {
      folder: recordingsFolder,
      isForced: values.all,
    });
    console.log(`${result.padEnd(9)}  ${scenario.name.padEnd(width)}  ${reason ?? ''}`.trimEnd());
    if (result === 'failed') process.exitCode = 1;
  }
}
