// Malformed requests, with secrets in the wrong places.

import type { RawRequest } from '../../../adapters/protocol/messages.ts';
import { sessionKeys, type Kit } from './request-kit.ts';

export function malformedRequest(kit: Kit, x: number, text: string): RawRequest {
  const { raw, control, ciphertext, idempotencyKey } = kit;
  const path = '/v1/w3s/developer/walletSets';
  const odd = (body: Buffer | string, changes: Partial<RawRequest> = {}): RawRequest => ({
    ...raw('POST', path),
    body: Buffer.from(body),
    ...changes,
  });
  const requests: readonly (() => RawRequest)[] = [
    () => odd(`{"entitySecretCiphertext":"${ciphertext()}`),
    () => odd(`{"entitySecretCiphertext":["${ciphertext()}"],"idempotencyKey":1}`),
    () => odd(`"${ciphertext()}"`),
    () => odd(Buffer.of(0xff, 0xfe, 0x22)),
    () => odd(JSON.stringify({ entitySecretCiphertext: 'AAAA', idempotencyKey: idempotencyKey() })),
    () =>
      odd(
        JSON.stringify({
          idempotencyKey: text,
          entitySecretCiphertext: ciphertext() + ciphertext() + 'A'.repeat(2_000),
        }),
      ),
    () => raw('GET', '/v1/w3s/wallets', undefined, sessionKeys.wrong),
    () => raw('GET', '/v1/w3s/wallets', undefined, sessionKeys.later),
    () => ({
      ...raw('GET', '/v1/w3s/wallets'),
      headers: { authorization: `Basic ${sessionKeys.test}` },
    }),
    () => ({ ...raw('GET', '/v1/w3s/wallets'), headers: {} }),
    () => raw('DELETE', '/v1/w3s/wallets'),
    () => raw('GET', `/v1/w3s/nothing/${encodeURIComponent(text)}`),
    () => raw('GET', `/v1/w3s/wallets?pageSize=1000&name=${encodeURIComponent(text)}`),
    () => raw('GET', '/ping'),
    () => ({
      ...raw('GET', '/ping'),
      headers: { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
    }),
    () => control('POST', '/clock/advance', { by: 'soon' }),
    () => control('POST', `/wallet/wallets/${text}/fund`, { native: 'much' }),
    () => ({
      ...control('POST', '/clock/advance', { by: 1 }),
      headers: { authorization: 'Bearer wrong' },
    }),
    () => ({
      ...control('GET', ''),
      headers: { ...control('GET', '').headers, host: 'evil.example' },
    }),
  ];
  return (requests[x % requests.length] as () => RawRequest)();
}
