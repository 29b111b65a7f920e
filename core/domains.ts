// The list of domains that a world consists of, each as its public API, which has its rules as `domain`.

export * as wallet from './wallet/api.ts';
export * as calendar from './calendar/api.ts';
export * as speech from './speech/api.ts';
export * as faults from './faults/api.ts';
