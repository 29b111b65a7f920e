// The wallet service as the other adapters see it.

import { wallet, omitUndefined } from '../../../core/index.ts';
import { publishedKeys } from '../../fingerprints.ts';
import { mergedSettings } from '../merged-settings.ts';
import type { ClientSecrets, WalletKeys } from '../client-keys.ts';
import type { FixtureSection, ServiceModule } from '../module.ts';
import { serviceRules } from '../service-rules.ts';
import { isRefused, verdictOf } from './authorization.ts';
import {
  storedWalletSettings,
  walletConfigOf,
  walletKeysDefault,
  walletSettings,
  walletSettingsIn,
} from './config.ts';
import { walletListRoutes } from './control/list-routes.ts';
import { walletRecordRoutes } from './control/record-routes.ts';
import { walletRoutes } from './control/routes.ts';
import { walletFacts } from './facts.ts';
import { walletLogin } from './login.ts';
import { walletCommands } from './fixture/commands.ts';
import { balancesBefore } from './fixture/initial-balances.ts';
import { walletSection, type WalletSection } from './fixture/format.ts';
import { shownWallets } from './fixture/shown-section.ts';
import { walletObserver } from './observations.ts';
import { walletSecretNames } from './redaction.ts';
import { walletLives } from './lives.ts';
import { walletDocument } from './openapi.ts';
import { initiatingPaths } from './planned.ts';
import { pingRoute } from './routes/ping.ts';
import { createWalletService } from './service.ts';
import { WalletStory } from './story.ts';
import { walletWebhooks } from './webhooks.ts';

const fixture: FixtureSection<WalletSection> = {
  schema: walletSection,
  stored: (section) => section,
  commands: walletCommands,
  shownIn: shownWallets,
  answersBefore: balancesBefore,
  idIn({ wallet: state }, { kind, ordinal }) {
    if (ordinal === undefined) return undefined;
    switch (kind) {
      case 'walletSet':
        return wallet.walletSetIdAt(state, ordinal);
      case 'wallet':
        return wallet.walletIdAt(state, ordinal);
      case 'address':
        return wallet.walletAddressAt(state, ordinal);
      default:
        return undefined;
    }
  },
};

function clientKeys(
  settings: object,
  { entitySecret }: ClientSecrets,
): WalletKeys & Record<string, string> {
  const { walletKeys = walletKeysDefault } = walletSettingsIn(settings);
  const of = (kind: string) =>
    walletKeys.find((key) => key.startsWith(kind)) ?? walletKeys[0] ?? '';
  return {
    walletKey: of('TEST_API_KEY:'),
    liveWalletKey: of('LIVE_API_KEY:'),
    entitySecret,
  };
}

export const walletModule: ServiceModule = {
  name: 'wallet',
  paths: {
    owned: ['/v1/w3s/**', '/v1/faucet/**', '/v2/notifications/**', pingRoute.path],
    transactions: Object.values(initiatingPaths),
  },
  create: createWalletService,
  settings: walletSettings,
  initial: { walletKeys: walletKeysDefault },
  changed: (before, change) => mergedSettings(walletSettingsIn(before), walletSettingsIn(change)),
  stored: (config) => storedWalletSettings(walletSettingsIn(config)),
  shown(config) {
    const { walletCors, ...shown } = walletConfigOf({
      settings: () => ({ ids: 'ordinal', config }),
    });
    return omitUndefined({ ...shown, walletCors: walletCors ? true : undefined });
  },
  clientKeys,
  publishedCredentials(given) {
    const [test, live] = publishedKeys;
    return `Bearer ${given.includes('LIVE_API_KEY:') ? live : test}`;
  },
  login: walletLogin,
  admits({ headers }, config) {
    const { walletKeys = walletKeysDefault } = walletSettingsIn(config);
    return !isRefused(verdictOf(headers['authorization'], walletKeys));
  },
  counts: ({ wallet: state }) => wallet.countsView(state),
  fixture,
  document: walletDocument,
  controlRoutes: [...walletRoutes, ...walletRecordRoutes, ...walletListRoutes],
  secrets: walletSecretNames,
  facts: walletFacts,
  lives: walletLives,
  story: () => new WalletStory(),
  rules: serviceRules(wallet.rules, walletObserver),
  webhooks: walletWebhooks,
};
