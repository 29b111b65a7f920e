// Checks that all secrets which a session needs at a server are known, before anything is sent there.

import { bytesOf } from '../recording/format/recorded-content.ts';
import { tokenSource } from '../recording/redaction/tokenizer.ts';
import type { RecordedOutcome, Traffic } from '../upstream/traffic.ts';
import { LearnedValues } from './learned-values.ts';
import { RequestWriter } from './request-writer.ts';
import type { RetellTarget } from './target.ts';

const tokens = new RegExp(tokenSource, 'g');

/** Rejects with MissingSecretError. A secret that the service gives out during the session is none that the client must know. */
export async function checkSecrets(
  { requests, sockets }: Traffic,
  target: RetellTarget,
): Promise<void> {
  const learned = new LearnedValues();
  for (const { outcome } of requests) {
    for (const [token] of textOf(outcome).matchAll(tokens)) learned.set(token, 'given');
  }
  const publicKeyOf = () => Promise.reject(new UnknownPublicKeyError());
  const writer = new RequestWriter({ base: target.base, target, learned, publicKeyOf });
  for (const socket of sockets) writer.handshake(socket);
  for (const request of requests) await unlessKeyAsked(writer.request(request));
}

function textOf(outcome: RecordedOutcome | undefined): string {
  if (outcome === undefined || !('status' in outcome)) return '';
  return Buffer.concat(outcome.parts.map(bytesOf)).toString();
}

/** Nothing is encrypted yet. */
class UnknownPublicKeyError extends Error {
  override readonly name = 'UnknownPublicKeyError';
}

async function unlessKeyAsked(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof UnknownPublicKeyError)) throw error;
  }
}
