// The keys of the world `default` as clients send them, for the ready line and for verbs that run elsewhere.

import type { World } from '../../../core/index.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import { speechConfigOf, speechSettingsIn } from '../../services/speech/config.ts';
import { walletConfigOf, walletSettingsIn } from '../../services/wallet/config.ts';
import { knownKeys, knownSpeechKeys } from './known-secrets.ts';

/** The keys of flags. */
interface GivenKeys {
  readonly walletKey?: readonly string[];
  readonly speechKey?: readonly string[];
}

/** The first keys of the services that are known as clients send them. */
export interface PrintableKeys {
  readonly walletKey: string | undefined;
  readonly speechKey: string | undefined;
}

export function printableKeys(
  world: World | undefined,
  options: GivenKeys,
  fixture: Fixture | undefined,
): PrintableKeys {
  if (world === undefined) return { walletKey: undefined, speechKey: undefined };
  const [walletKey] = knownKeys(
    walletConfigOf(world).walletKeys,
    givenWalletKeys(options, fixture),
  );
  const [speechKey] = knownSpeechKeys(speechConfigOf(world).speechKeys, [
    ...(options.speechKey ?? []),
    ...(speechSettingsIn(fixture?.config).speechKeys ?? []),
  ]);
  return { walletKey, speechKey };
}

export function givenWalletKeys(
  { walletKey = [] }: GivenKeys,
  fixture: Fixture | undefined,
): readonly string[] {
  return [...walletKey, ...(walletSettingsIn(fixture?.config).walletKeys ?? [])];
}
