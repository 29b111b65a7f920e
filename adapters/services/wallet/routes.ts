// All routes of the wallet service: method and path to command or view, and back. They parse, send and print; they decide
// nothing.

import { tagged } from '../../protocol/routes/route.ts';
import type { WalletRoute } from './route-context.ts';
import { addressRoutes } from './routes/addresses.ts';
import { contractRoutes } from './routes/contracts.ts';
import { entityRoutes } from './routes/entity.ts';
import { signingRoutes } from './routes/signing.ts';
import { estimateRoutes } from './routes/estimates.ts';
import { feeRoutes } from './routes/fees.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { walletSetRoutes } from './routes/wallet-sets.ts';
import { walletRoutes } from './routes/wallets.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export const routes: readonly WalletRoute[] = [
  ...tagged('entity', entityRoutes),
  ...tagged('wallet sets', walletSetRoutes),
  ...tagged('wallets', walletRoutes),
  ...tagged('signing', signingRoutes),
  ...tagged('tokens', tokenRoutes),
  ...tagged('transactions', transactionRoutes),
  ...tagged('webhooks', webhookRoutes),
  ...tagged('fees', feeRoutes),
  ...tagged('fees', estimateRoutes),
  ...tagged('addresses', addressRoutes),
  ...tagged('contracts', contractRoutes),
];
