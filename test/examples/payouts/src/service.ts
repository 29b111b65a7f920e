// The running service: its server, its subscription to webhooks, and a timer that polls.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { Payouts } from './payouts.ts';
import { connectWallet, type WalletOptions } from './wallet.ts';

export interface ServiceOptions extends WalletOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** The address of this service for the wallet service. Default: the loopback. */
  readonly publicUrl?: string;
  readonly pollMs?: number;
}

export interface Service {
  readonly url: string;
  readonly payouts: Payouts;
  readonly close: () => Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { port = 0, publicUrl, pollMs = 30_000, ...walletOptions } = options;
  const wallet = connectWallet(walletOptions);
  const payouts = new Payouts(wallet);
  const server = createApp(payouts, wallet).listen(port);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await wallet.subscribe(`${publicUrl ?? url}/webhooks`);
  const timer = setInterval(() => {
    payouts.poll().catch((error: unknown) => console.error('Polling failed:', error));
  }, pollMs);

  return {
    url,
    payouts,
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
