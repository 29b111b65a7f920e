// All verbs. Only the requested one is loaded: most need modules that the others do not.

import type { Command } from 'commander';
import type { CliHost } from './support/cli-host.ts';

export interface Verb {
  readonly name: string;
  /** For the list of verbs; the help of the verb itself says more. */
  readonly summary: string;
  /** The heading in the list of verbs. */
  readonly group: string;
  readonly load: (host: CliHost, finish: (exitCode: number) => void) => Promise<Command>;
}

const [server, running, recordings, speech, installation] = [
  'Server:',
  'A running server:',
  'Recordings:',
  'Speech:',
  'This installation:',
];

export const loadServe: Verb['load'] = async (host, finish) =>
  (await import('./serve/serve-command.ts')).serveCommand(host, finish);

export const verbs: readonly Verb[] = [
  {
    name: 'serve',
    summary: 'start the server',
    group: server,
    load: loadServe,
  },
  {
    name: 'studio',
    summary: 'open the studio of the running server, or of recordings',
    group: running,
    load: async (host) => (await import('./studio/studio-command.ts')).studioCommand(host),
  },
  {
    name: 'worlds',
    summary: 'list, show, create, reset and remove worlds',
    group: running,
    load: async (host) => (await import('./world/world-commands.ts')).worldsCommand(host),
  },
  {
    name: 'nodes',
    summary: 'list the processes that share a store',
    group: running,
    load: async (host) => (await import('./nodes/nodes.ts')).nodesCommand(host),
  },
  {
    name: 'tenants',
    summary: 'list, add, limit and remove tenants, draw their tokens',
    group: running,
    load: async (host) => (await import('./tenants/tenants.ts')).tenantsCommand(host),
  },
  {
    name: 'fork',
    summary: 'create a world that shares the past of another one',
    group: running,
    load: async (host) => (await import('./world/world-commands.ts')).forkCommand(host),
  },
  {
    name: 'clock',
    summary: 'show, set and advance the time of a world',
    group: running,
    load: async (host) => (await import('./world/world-commands.ts')).clockCommand(host),
  },
  {
    name: 'tx',
    summary: 'list, show, watch and steer transactions',
    group: running,
    load: async (host, finish) => (await import('./wallet/tx-command.ts')).txCommand(host, finish),
  },
  {
    name: 'fault',
    summary: 'add, list and remove faults that break requests',
    group: running,
    load: async (host) => (await import('./world/fault-command.ts')).faultCommand(host),
  },
  {
    name: 'wallet',
    summary: 'list, show, fund and freeze wallets, mint tokens',
    group: running,
    load: async (host) => (await import('./wallet/wallet-command.ts')).walletCommand(host),
  },
  {
    name: 'chain',
    summary: 'show, set, pause and resume blockchains',
    group: running,
    load: async (host) => (await import('./wallet/chain-command.ts')).chainCommand(host),
  },
  {
    name: 'events',
    summary: 'print the log of a world, follow it, wait for an event',
    group: running,
    load: async (host, finish) =>
      (await import('./world/stream-commands.ts')).eventsCommand(host, finish),
  },
  {
    name: 'requests',
    summary: 'list what clients have sent, and what that caused',
    group: running,
    load: async (host) => (await import('./world/requests-command.ts')).requestsCommand(host),
  },
  {
    name: 'env',
    summary: 'print the URLs and keys for clients, as exports of a shell',
    group: running,
    load: async (host) => (await import('./serve/env-command.ts')).envCommand(host),
  },
  {
    name: 'record',
    summary: 'record real services through a proxy',
    group: recordings,
    load: async (host, finish) =>
      (await import('./upstream/record-command.ts')).recordCommand(host, finish),
  },
  {
    name: 'play',
    summary: 'answer clients from recordings',
    group: recordings,
    load: async (host, finish) =>
      (await import('./upstream/play-command.ts')).playCommand(host, finish),
  },
  {
    name: 'import',
    summary: 'make a recording of a HAR',
    group: recordings,
    load: async (host, finish) =>
      (await import('./upstream/import-command.ts')).importCommand(host, finish),
  },
  {
    name: 'export',
    summary: 'write a recording as a HAR, or as a page',
    group: recordings,
    load: async (host, finish) =>
      (await import('./upstream/export-command.ts')).exportCommand(host, finish),
  },
  {
    name: 'recording',
    summary: 'start, stop and save the recording of a world',
    group: recordings,
    load: async (host) => (await import('./recording/recording-command.ts')).recordingCommand(host),
  },
  {
    name: 'replay',
    summary: 'execute recordings again and compare everything',
    group: recordings,
    load: async (host, finish) =>
      (await import('./recording/recording-commands.ts')).replayCommand(host, finish),
  },
  {
    name: 'check',
    summary: 'hold recordings against the specification',
    group: recordings,
    load: async (host, finish) =>
      (await import('./recording/check-command.ts')).checkCommand(host, finish),
  },
  {
    name: 'inspect',
    summary: 'show a recording as a timeline',
    group: recordings,
    load: async (host) => (await import('./recording/recording-commands.ts')).inspectCommand(host),
  },
  {
    name: 'diff',
    summary: 'compare two recordings',
    group: recordings,
    load: async (host, finish) =>
      (await import('./recording/recording-commands.ts')).diffCommand(host, finish),
  },
  {
    name: 'whatif',
    summary: 'retell a recording with something changed',
    group: recordings,
    load: async (host, finish) =>
      (await import('./recording/recording-commands.ts')).whatifCommand(host, finish),
  },
  {
    name: 'shrink',
    summary: 'find the smallest recording that still fails',
    group: recordings,
    load: async (host, finish) =>
      (await import('./shrink/shrink-command.ts')).shrinkCommand(host, finish),
  },
  {
    name: 'fixture',
    summary: 'list packaged fixtures, check and write files',
    group: server,
    load: async (host, finish) => {
      const { fixtureCommand } = await import('./serve/fixture-command.ts');
      const { fixtureFromCommand } = await import('./upstream/fixture-from-command.ts');
      return fixtureCommand(host, finish).addCommand(fixtureFromCommand(host));
    },
  },
  {
    name: 'store',
    summary: 'copy the worlds of a store into another, verify a store',
    group: server,
    load: async (host, finish) =>
      (await import('./store/store-command.ts')).storeCommand(host, finish),
  },
  {
    name: 'say',
    summary: 'speak a text into a WAV file',
    group: speech,
    load: async (host) => (await import('./speech/speech-commands.ts')).speechFileCommand(host),
  },
  {
    name: 'hear',
    summary: 'print what the listening channels hear in a file',
    group: speech,
    load: async (host) => (await import('./speech/speech-commands.ts')).listenCommand(host),
  },
  {
    name: 'converse',
    summary: 'talk to the voice agent',
    group: speech,
    load: async (host, finish) =>
      (await import('./speech/speech-commands.ts')).converseCommand(host, finish),
  },
  {
    name: 'doctor',
    summary: 'check this installation, the settings and the server',
    group: installation,
    load: async (host, finish) =>
      (await import('./serve/doctor-command.ts')).doctorCommand(host, finish),
  },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    group: installation,
    load: async (host) => (await import('./completion-command.ts')).completionCommand(host),
  },
];
