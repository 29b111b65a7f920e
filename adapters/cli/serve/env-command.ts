// The verb `env`: prints what clients of a running server need, for the shell to evaluate.

import { Command, Option } from 'commander';
import type { World } from '../../client/index.ts';
import { walletKeysDefault } from '../../services/wallet/config.ts';
import { publishedSpeechKey } from '../../services/speech/keys.ts';
import { withServer, worldOf, type FoundServer } from '../support/connect.ts';
import { knownKeys, knownSpeechKeys } from '../support/known-secrets.ts';
import type { CliHost } from '../support/cli-host.ts';
import { quotedForShell } from '../../shell-quotes.ts';

const formats = ['sh', 'fish', 'dotenv'] as const;

interface EnvFlags {
  readonly world: string;
  readonly url?: string;
  readonly format: (typeof formats)[number];
  readonly json?: boolean;
}

export function envCommand(host: CliHost): Command {
  return new Command('env')
    .description('Print the URLs and keys for clients of a running server, as exports of a shell.')
    .addOption(new Option('--format <name>', 'form of the output').choices(formats).default('sh'))
    .option('--world <name>', 'world', 'default')
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print one JSON object')
    .action(async (flags: EnvFlags) => {
      const variables = await withServer(flags.url, host, async (client, server) => {
        const { config } = await worldOf(client, flags.world).get();
        return variablesOf(server, flags.world, config);
      });
      if (flags.json === true) return host.print(JSON.stringify(variables));
      for (const [name, value] of Object.entries(variables)) {
        host.print(line(flags.format, name, value));
      }
    });
}

/** The variables; a key is null if the world has only fingerprints of unknown keys. */
function variablesOf(
  { url, token, walletKey, speechKey }: FoundServer,
  world: string,
  config: World['config'],
): Readonly<Record<string, string | null>> {
  const base = world === 'default' ? url : `${url}/w/${world}`;
  const [knownWalletKey = null] = knownKeys(config.walletKeys, [
    ...(walletKey === undefined ? [] : [walletKey]),
    ...walletKeysDefault,
  ]);
  const [knownSpeechKey = null] = knownSpeechKeys(
    config.speechKeys ?? [publishedSpeechKey],
    speechKey === undefined ? [] : [speechKey],
  );
  return {
    REPRISE_URL: url,
    REPRISE_TOKEN: token,
    REPRISE_WORLD: world,
    REPRISE_WALLET_URL: base,
    REPRISE_WALLET_KEY: knownWalletKey,
    REPRISE_CALENDAR_URL: `${base}/calendar/events/v1`,
    REPRISE_SPEECH_URL: base.replace(/^http/, 'ws'),
    REPRISE_SPEECH_KEY: knownSpeechKey,
  };
}

function line(format: EnvFlags['format'], name: string, value: string | null): string {
  if (value === null) return `# ${name} is unknown: the world has only fingerprints of its keys`;
  switch (format) {
    case 'sh':
      return `export ${name}=${quotedForShell(value)}`;
    case 'fish':
      return `set -gx ${name} '${value.replaceAll(/['\\]/g, '\\$&')}'`;
    case 'dotenv':
      return `${name}=${/^[\w./:@-]*$/.test(value) ? value : `'${value}'`}`;
  }
}
