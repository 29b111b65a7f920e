// Starts the service, configured by environment variables.

import { startService } from './service.ts';

const { env } = process;

function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set the environment variable ${name}.`);
  return value;
}

const service = await startService({
  apiKey: required('CIRCLE_API_KEY'),
  entitySecret: required('CIRCLE_ENTITY_SECRET'),
  walletId: required('PAYOUT_WALLET_ID'),
  tokenId: required('PAYOUT_TOKEN_ID'),
  ...(env['CIRCLE_BASE_URL'] ? { baseUrl: env['CIRCLE_BASE_URL'] } : {}),
  ...(env['PUBLIC_URL'] ? { publicUrl: env['PUBLIC_URL'] } : {}),
  port: Number(env['PORT'] ?? 3000),
});
console.log(`Payouts on ${service.url}`);
