// Lint rules. The same rule in two matching overrides is replaced, not merged, so the bans of the core are built here
// once and extended from there.

import { readdirSync } from 'node:fs';

/** The folders of the core that are no domains. */
const shared = ['kernel', 'tables', 'ports', 'engine'];

/** A new domain is walled from its first file on. */
const domains = readdirSync(new URL('core/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
  .map(({ name }) => name);

/** Hosts and their clocks: nothing of them exists for the core. */
const bannedGlobals = [
  'Date',
  'Intl',
  'performance',
  'process',
  'console',
  'crypto',
  'fetch',
  'globalThis',
  'global',
  'window',
  'self',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'navigator',
].map((name) => ({ name, message: 'The core is pure: what it needs comes in as data.' }));

const bannedProperties = [
  { object: 'Math', property: 'random', message: 'Chance comes from the context.' },
  ...[
    'sin',
    'cos',
    'tan',
    'exp',
    'log',
    'log2',
    'log10',
    'pow',
    'sqrt',
    'cbrt',
    'hypot',
    'tanh',
  ].map((property) => ({ object: 'Math', property, message: 'It may differ between engines.' })),
  ...[
    'toLocaleString',
    'toLocaleUpperCase',
    'toLocaleLowerCase',
    'toLocaleDateString',
    'toLocaleTimeString',
    'localeCompare',
  ].map((property) => ({ property, message: 'It depends on the locale of the host.' })),
];

/** What reads a clock of the host in rxjs, by default or in some form; the canary finds them in its source. */
const timedOperators = [
  'ReplaySubject',
  'Scheduler',
  'publishReplay',
  'shareReplay',
  'timestamp',
  'VirtualTimeScheduler',
  'VirtualAction',
  'animationFrameScheduler',
  'animationFrame',
  'asapScheduler',
  'asap',
  'asyncScheduler',
  'async',
  'queueScheduler',
  'queue',
  'animationFrames',
  'interval',
  'timer',
  'auditTime',
  'bufferTime',
  'debounceTime',
  'delay',
  'repeat',
  'retry',
  'sampleTime',
  'throttleTime',
  'timeInterval',
  'TimeoutError',
  'timeout',
  'timeoutWith',
  'windowTime',
];

const hostImports = [
  { group: ['node:*'], message: 'The core knows no host.' },
  { group: ['**/adapters/**', '**/test/**'], message: 'Imports go from adapters to the core.' },
];

const rxjsImports = {
  paths: ['rxjs', 'rxjs/operators'].map((name) => ({
    name,
    importNames: timedOperators,
    message: 'It reads a clock that is not ours.',
  })),
};

/** The in-memory database has one door. */
const tablesDoor = {
  group: ['**/tables/*', '**/tables/*/*', '!**/tables/index.ts'],
  message: 'Import core/tables/index.ts and nothing deeper.',
};

/** Entries of rxjs beside its main one have clocks, the network and internals under other names. */
const rxjsDoor = {
  group: ['rxjs/*', 'rxjs/*/**', '!rxjs/operators'],
  message: 'Import from rxjs itself.',
};

const noRxjs = { group: ['rxjs', 'rxjs/*'], message: 'Streams are the business of core/engine.' };

const pure = {
  'no-restricted-globals': ['error', ...bannedGlobals],
  'no-restricted-properties': ['error', ...bannedProperties],
};

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'coverage/**', 'test/guards/canary/**'],
  rules: {
    // The compiler knows better: an exhaustive switch returns always, and a cast at a boundary is meant.
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'no-unmodified-loop-condition': 'off', // it does not see what a call changes
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
    'no-param-reassign': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
  },
  overrides: [
    {
      files: ['core/**/*.ts'],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          { ...rxjsImports, patterns: [...hostImports, tablesDoor, noRxjs] },
        ],
      },
    },
    {
      files: ['core/engine/**/*.ts'],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          { ...rxjsImports, patterns: [...hostImports, tablesDoor, rxjsDoor] },
        ],
      },
    },
    {
      files: ['core/kernel/**/*.ts', 'core/ports/**/*.ts'],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          {
            ...rxjsImports,
            patterns: [
              ...hostImports,
              tablesDoor,
              noRxjs,
              {
                group: [...domains, 'engine'].map((folder) => `../${folder}/**`),
                message: 'The kernel knows no domain and no engine.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['core/tables/**/*.ts'],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          {
            ...rxjsImports,
            patterns: [
              ...hostImports,
              noRxjs,
              {
                group: [...domains, 'engine', 'ports'].map((folder) => `../**/${folder}/**`),
                message: 'The tables know the kernel and nothing else.',
              },
            ],
          },
        ],
      },
    },
    ...domains.map((domain) => ({
      files: [`core/${domain}/**/*.ts`],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          {
            ...rxjsImports,
            patterns: [
              ...hostImports,
              tablesDoor,
              noRxjs,
              {
                group: [...domains.filter((other) => other !== domain), 'engine'].map(
                  (folder) => `**/${folder}/**`,
                ),
                message: 'Domains do not know each other, nor the engine.',
              },
            ],
          },
        ],
      },
    })),
    {
      files: ['adapters/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['**/core/*/**', '!**/core/index.ts'],
                message: 'Adapters import core/index.ts and nothing deeper.',
              },
            ],
          },
        ],
        'no-restricted-properties': [
          'error',
          ...domains.map((object) => ({
            object,
            property: 'domain',
            message: 'Adapters send commands to a world; only the engine applies the rules.',
          })),
        ],
      },
    },
    {
      files: ['test/**/*.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [tablesDoor] }] },
    },
    {
      files: ['test/core/tables/**/*.ts'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['test/examples/**/*.ts'],
      rules: { 'oxc/no-async-endpoint-handlers': 'off' }, // Express 5 catches rejections
    },
    {
      files: ['*.config.ts', '*.config.mjs', 'test/**/*.ts'],
      rules: {
        'import/no-default-export': 'off',
        'no-console': 'off',
        'promise/valid-params': 'off', // given().when().then() is no promise
        'unicorn/no-thenable': 'off',
      },
    },
  ],
};
