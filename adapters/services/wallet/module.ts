// The wallet service as the other adapters see it.

import { wallet } from '../../../core/index.ts';
import { present } from '../../http/present.ts';
import type { ServiceModule } from '../module.ts';
import { isRefused, verdictOf } from './authorization.ts';
import {
  storedWalletSettings,
  walletConfigOf,
  walletKeysDefault,
  walletSettings,
  walletSettingsIn,
} from './config.ts';
import { createWalletService } from './service.ts';

export const walletModule: ServiceModule = {
  name: 'wallet',
  create: createWalletService,
  settings: walletSettings,
  changed: (before, change) => ({ ...walletSettingsIn(before), ...walletSettingsIn(change) }),
  stored: (config) => storedWalletSettings(walletSettingsIn(config)),
  shown(config) {
    const { walletKeys, entitySecret, rateLimits, walletCors } = walletConfigOf({
      settings: () => ({ ids: 'ordinal', config }),
    });
    const cors = walletCors ? true : undefined;
    return present({ walletKeys, entitySecret, rateLimits, walletCors: cors });
  },
  admits({ headers }, config) {
    const { walletKeys = walletKeysDefault } = walletSettingsIn(config);
    return !isRefused(verdictOf(headers['authorization'], walletKeys));
  },
  counts: ({ wallet: state }) => wallet.countsView(state),
};
