// Says once in a run what is missing of PostgreSQL and HAProxy, whose tests are skipped then. The tests themselves run in several
// processes.

import { haproxy } from '../server/haproxy.ts';
import { binaries } from './server.ts';

export default function setup(): void {
  if (process.env['CI'] !== undefined) return;
  if (binaries === undefined) tell('PostgreSQL', 'postgresql');
  if (haproxy === undefined) tell('HAProxy', 'haproxy');
}

function tell(name: string, debian: string): void {
  const remedy = `Debian: apt-get install ${debian}`;
  process.stderr.write(`${name} is not installed: its tests are skipped (${remedy}).\n`);
}
