// `npm run test:planted`: plants faults in what keeps many processes apart, one after another, and runs tests that must notice each.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plantedVariable, type Fault } from './planted-fault.ts';

interface NamedFault extends Fault {
  readonly name: string;
  readonly tests: string;
}

const appending = 'adapters/stores/postgres/appending.ts';

const faults: readonly NamedFault[] = [
  {
    name: 'no token check',
    file: appending,
    from: 'w.token = g.token AND ',
    to: '',
    tests: 'test/adapters/stores/postgres/owners.test.ts',
  },
  {
    name: 'no read-back after a lost answer: it is taken for stored',
    file: appending,
    from: 'return settledMoves(context, moves, error);',
    to: 'return { moved: new Set(moves.map(({ owned }) => owned.id)), hasBytes: true };',
    tests: 'test/crash/postgres-requests.test.ts',
  },
  {
    name: 'no read-back after a lost answer: it is taken for refused',
    file: appending,
    from: 'return settledMoves(context, moves, error);',
    to: 'throw notStored(context, error);',
    tests: 'test/crash/postgres-requests.test.ts',
  },
  {
    name: 'no lease check on reads',
    file: 'adapters/nodes/process-lease.ts',
    from: 'return monotonic - this.#renewed.monotonic < heldMs && wall - this.#renewed.wall < heldMs;',
    to: 'return monotonic > 0 || wall > 0;',
    tests: 'test/adapters/nodes/join-nodes.test.ts',
  },
  {
    name: 'retry of a sent request',
    file: 'adapters/nodes/forwarding.ts',
    from: "return result === 'misdirected' || result === 'unreachable';",
    to: "return result === 'misdirected' || result === 'unreachable' || result === 'cut';",
    tests: 'test/adapters/nodes/forwarding.test.ts',
  },
  {
    name: 'no reservation before a request is sent again',
    file: 'adapters/nodes/forwarding.ts',
    from: 'const reserved = await uncounted(async () => forwarder.reserve(request, address));',
    to: "const reserved = 'reserved' as 'reserved' | 'misdirected';",
    tests: 'test/adapters/nodes/forwarding.test.ts',
  },
];

const missed = faults.filter(({ name, tests, ...fault }) => {
  const occurrences = readFileSync(fault.file, 'utf8').split(fault.from).length - 1;
  if (occurrences !== 1)
    throw new Error(`'${fault.from}' is ${occurrences} times in ${fault.file}`);
  const { status, stdout } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'test/mutation/planted.config.ts', tests],
    { env: { ...process.env, [plantedVariable]: JSON.stringify(fault) }, encoding: 'utf8' },
  );
  // A test that failed, not one that did not start.
  const isNoticed = status !== 0 && /Tests .*\d+ failed/.test(stdout);
  console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name} (${tests})`);
  return !isNoticed;
});
if (missed.length > 0) process.exitCode = 1;
