// Traps for what depends on the host: once set, the core throws where it reads the clock, random numbers or Unicode tables.
// Callers outside the core (the test runner, fast-check) are exempt.

import { fileURLToPath } from 'node:url';

/** The checkout, whose own path may have a folder `core`. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const coreFile = /(^|[/\\])core[/\\](?!.*\.test\.ts)/;

/** The file that called a trap. It reads call sites, since a stack text would first be mapped to sources, which is slow. */
function callerFile(): string {
  // oxlint-disable-next-line typescript/unbound-method -- put back below
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  const sites = new Error().stack as unknown as readonly NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  const files = sites.map((site) => site.getFileName() ?? '');
  return files.find((file) => !file.includes('wall-clock-traps'))?.replaceAll(root, '') ?? '';
}

function trap<T extends object>(name: string, real: T): T {
  const check = () => {
    const file = callerFile();
    if (coreFile.test(file) && !file.includes('node_modules')) {
      throw new Error(`The core used ${name}: ${file}`);
    }
  };
  return new Proxy(real, {
    apply: (target, self, args) => {
      check();
      return Reflect.apply(target as never, self, args);
    },
    construct: (target, args, newTarget) => {
      check();
      return Reflect.construct(target as never, args, newTarget) as object;
    },
    get: (target, property, receiver) => {
      if (property === 'now') check();
      return Reflect.get(target, property, receiver) as unknown;
    },
  });
}

/** Case and normal forms of text beyond ASCII depend on the version of the host's Unicode tables. */
function trapText(
  name: 'normalize' | 'toLowerCase' | 'toUpperCase',
  real: (this: string, ...form: string[]) => string,
): (this: string, ...form: string[]) => string {
  const trapped = trap(`String.prototype.${name} beyond ASCII`, real);
  return function (this: string, ...form: string[]) {
    const isAscii = /^[\0-\x7f]*$/.test(this);
    return Reflect.apply(isAscii ? real : trapped, this, form);
  };
}

/** What is trapped: each with its trap, and what it stands for. */
function makeTraps() {
  // oxlint-disable-next-line typescript/unbound-method -- called with its receiver
  const { now } = performance;
  const text = (['normalize', 'toLowerCase', 'toUpperCase'] as const).map((name) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its receiver
    const real = String.prototype[name];
    return { owner: String.prototype, name, real, trapped: trapText(name, real) };
  });
  return [
    { owner: globalThis, name: 'Date', real: Date, trapped: trap('Date', Date) },
    { owner: Math, name: 'random', real: Math.random, trapped: trap('Math.random', Math.random) },
    {
      owner: performance,
      name: 'now',
      real: now,
      trapped: trap('performance.now', now),
    },
    ...text,
  ];
}

/** Made once in a worker: each file of it loads this module. */
const traps = ((globalThis as { repriseTraps?: ReturnType<typeof makeTraps> }).repriseTraps ??=
  makeTraps());

/** Sets the traps, or puts back what they stand for. */
export function setTraps(isSet: boolean): void {
  for (const { owner, name, real, trapped } of traps) {
    Reflect.set(owner, name, isSet ? trapped : real);
  }
}
