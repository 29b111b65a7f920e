// Runs one group of benchmarks in a process of its own: arguments are its name and effort; the parent receives its figures.

import { agentFigures } from '../agent.ts';
import { calendarFigures } from '../calendar.ts';
import { coreFigures } from '../core.ts';
import { fullEffort, quickEffort, type Effort, type Figure } from '../figures.ts';
import { hiddenClassFigures } from '../hidden-classes.ts';
import { httpFigures } from '../http.ts';
import { isolationFigures } from '../isolation.ts';
import { listeningFigures } from '../listening.ts';
import { nodesFigures } from '../nodes.ts';
import { retellFigures } from '../retell.ts';
import { sleepFigures } from '../sleep.ts';
import { speechFigures } from '../speech.ts';
import { startFigures } from '../start.ts';
import { storeFigures } from '../store.ts';
import { storesFigures } from '../stores.ts';
import { testFigures } from '../tests.ts';
import { studioFigures } from '../studio.ts';
import { turnFigures } from '../turns.ts';
import { upstreamFigures } from '../upstream.ts';
import { walletKindFigures } from '../wallet-kinds.ts';
import { walletPageFigures } from '../wallet-pages.ts';
import { walletFigures } from '../wallets.ts';
import { worldFigures } from '../worlds.ts';

const groups: Readonly<Record<string, (effort: Effort) => Promise<readonly Figure[]>>> = {
  http: httpFigures,
  core: coreFigures,
  store: storeFigures,
  stores: storesFigures,
  worlds: worldFigures,
  isolation: isolationFigures,
  turns: turnFigures,
  tests: testFigures,
  'hidden-classes': hiddenClassFigures,
  wallets: walletFigures,
  'wallets-kinds': walletKindFigures,
  'wallets-pages': walletPageFigures,
  calendar: calendarFigures,
  speech: speechFigures,
  'speech-listening': listeningFigures,
  agent: agentFigures,
  start: startFigures,
  sleep: sleepFigures,
  nodes: nodesFigures,
  upstream: upstreamFigures,
  retell: retellFigures,
  studio: studioFigures,
};

const [name = '', effort] = process.argv.slice(2);
const run = groups[name];
if (run === undefined) throw new Error(`There is no group '${name}'.`);
const figures = await run(effort === 'quick' ? quickEffort : fullEffort);
process.send?.(figures);
process.disconnect();
