// Executes transfers in a recorded world of the built product, while V8 logs the hidden classes that it creates. Arguments: the
// log file and the number of transfers. Prints the size of the log before the second half of them.

import { constants, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { createMemoryStore } from '../../../dist/adapters/stores/memory/event-store.js';
import { openReprise } from '../../../dist/adapters/reprise.js';

const [log, count] = process.argv.slice(2);
const clock = { mode: 'frozen', rate: 1 };
const reprise = await openReprise({
  store: createMemoryStore(),
  defaults: { clock },
  isPaced: false,
  token: 'test-token',
});

async function ask(method, url, fields, key = 'TEST_API_KEY:reprise:demo') {
  const body = Buffer.from(fields === undefined ? '' : JSON.stringify(fields));
  const headers = { host: 'localhost', authorization: `Bearer ${key}` };
  const answer = await reprise.app.handle({
    method,
    url,
    headers,
    body,
    origin: 'http://localhost',
  });
  if (answer.status >= 300) throw new Error(answer.body);
  return JSON.parse(answer.body).data;
}
const post = (url, fields, key) => ask('POST', url, fields, key);

const { publicKey } = await ask('GET', '/v1/w3s/config/entity/publicKey');
const padding = constants.RSA_PKCS1_OAEP_PADDING;
const secret = randomBytes(32);
const keyed = () => ({
  idempotencyKey: randomUUID(),
  entitySecretCiphertext: publicEncrypt(
    { key: publicKey, padding, oaepHash: 'sha256' },
    secret,
  ).toString('base64'),
});

const wallet = '/v1/w3s/developer';
const control = '/__reprise/worlds/default';
const { walletSet } = await post(`${wallet}/walletSets`, { ...keyed(), name: 'one' });
const { wallets } = await post(`${wallet}/wallets`, {
  ...keyed(),
  walletSetId: walletSet.id,
  blockchains: ['ETH-SEPOLIA'],
  count: 1,
});
const walletId = wallets[0].id;
await post(
  `${control}/wallet/wallets/${walletId}/fund`,
  { native: '1000', usdc: '1000' },
  'test-token',
);
await post(`${control}/recording/start`, {}, 'test-token');

for (let index = 0; index < Number(count); index += 1) {
  if (index === Number(count) / 2) process.stdout.write(String(statSync(log).size));
  await post(`${wallet}/transactions/transfer`, {
    walletId,
    tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
    destinationAddress: '0x00000000000000000000000000000000000000aa',
    amounts: ['0.000001'],
    feeLevel: 'MEDIUM',
    ...keyed(), // last: see core/engine/README.md, "Hidden classes"
  });
}
await reprise.close();
