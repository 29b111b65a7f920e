// A run-time trap: while core tests run, the core throws where it reads the host's clock, random numbers or Unicode tables.
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
  return files.find((file) => !file.includes('no-wall-clock'))?.replaceAll(root, '') ?? '';
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
function trapText(name: 'normalize' | 'toLowerCase' | 'toUpperCase'): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its receiver below
  const real = String.prototype[name];
  const trapped = trap(`String.prototype.${name} beyond ASCII`, real);
  // oxlint-disable-next-line no-extend-native -- the trap
  String.prototype[name] = function (this: string, ...form: string[]) {
    const isAscii = /^[\0-\x7f]*$/.test(this);
    return Reflect.apply(isAscii ? real : trapped, this, form) as string;
  };
}

/** Set once the traps are installed: test files share a worker, and each runs this module. Nested traps are slow. */
const isTrapped = Symbol.for('reprise.no-wall-clock');

if (!Reflect.has(globalThis, isTrapped)) {
  Reflect.set(globalThis, isTrapped, true);
  globalThis.Date = trap('Date', Date);
  Math.random = trap('Math.random', Math.random);
  performance.now = trap('performance.now', performance.now.bind(performance));
  for (const name of ['normalize', 'toLowerCase', 'toUpperCase'] as const) trapText(name);
}
