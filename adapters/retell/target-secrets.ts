// The secrets of the client at another server, in place of the tokens in recordings: its keys and credentials, and the secret that it
// encrypts with the public key of the server.

import type { SecretEncryption } from '../contracts/client-login.ts';
import { markSource, tokenSource } from '../recording/redaction/tokenizer.ts';
import type { ServiceModule } from '../services/module.ts';
import { serviceAt } from '../services/service-at.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import type { LearnedValues } from './learned-values.ts';
import type { RetellTarget } from './target.ts';
import { MissingSecretError } from './target-errors.ts';

const secretSource = `${tokenSource}|${markSource}`;
const anySecret = new RegExp(secretSource);
const everySecret = new RegExp(secretSource, 'g');
const wholeSecret = new RegExp(`^(?:${secretSource})$`);

export interface TargetSecretsOptions {
  readonly target: RetellTarget;
  readonly learned: LearnedValues;
  /** Resolves with the public key of the target, as PEM. `authorization`: of the client that asks. */
  readonly publicKeyOf: (encryption: SecretEncryption, authorization: string) => Promise<string>;
}

/** Whether a recorded text is the token of a secret as a whole. */
export function isSecret(text: string): boolean {
  return wholeSecret.test(text);
}

/** All throw, or reject with, MissingSecretError. */
export class TargetSecrets {
  readonly #options: TargetSecretsOptions;

  constructor(options: TargetSecretsOptions) {
    this.#options = options;
  }

  /** `wasRefused`: the server is to refuse it, too. */
  authorization(url: string, recorded: string, wasRefused: boolean): string {
    if (wasRefused && isBasic(recorded)) return recorded; // what stands for the password is a wrong one
    const own = this.#ownAuthorization(url, recorded);
    return wasRefused ? `${own}x` : own;
  }

  #ownAuthorization(url: string, recorded: string): string {
    const plain = isBasic(recorded)
      ? Buffer.from(recorded.slice(6), 'base64').toString()
      : recorded;
    const { learned } = this.#options;
    const known = plain.replaceAll(everySecret, (secret) => learned.get(secret) ?? secret);
    if (!anySecret.test(known)) return isBasic(recorded) ? basicOf(known) : known;
    const service = serviceAt(pathOf(url));
    if (service?.login === undefined) return recorded;
    const { key, flag, authorization, userIn } = service.login;
    const { secrets, hasPublishedKeys } = this.#options.target;
    const given = secrets[key];
    const own = given === undefined ? undefined : authorization(given, recorded);
    if (own !== undefined) return own;
    if (given === undefined && hasPublishedKeys) return service.publishedCredentials(recorded);
    throw new MissingSecretError(service.name, flag, userIn?.(recorded));
  }

  /** A subprotocol of a handshake, which may be a key. */
  subprotocol(url: string, known: string): string {
    return anySecret.test(known) ? this.#keyFor(serviceAt(pathOf(url)), `Token ${known}`) : known;
  }

  /** The client's secret, encrypted for the server. */
  async encrypted(encryption: SecretEncryption, authorization: string): Promise<string> {
    const { target, publicKeyOf } = this.#options;
    const secret = target.secrets[encryption.secret] ?? (target.hasPublishedKeys ? ownSecret : '');
    if (secret === '') throw new MissingSecretError('wallet', encryption.flag);
    return encryption.encrypted(secret, await publicKeyOf(encryption, authorization));
  }

  /** The key in a header Authorization of the target. */
  #keyFor(service: ServiceModule | undefined, recorded: string): string {
    if (service?.login === undefined) return recorded;
    const { login } = service;
    const given = this.#options.target.secrets[login.key];
    if (given !== undefined) return given;
    if (!this.#options.target.hasPublishedKeys) {
      throw new MissingSecretError(service.name, login.flag);
    }
    return service.publishedCredentials(recorded).replace(/^\S+ /, '');
  }
}

/** Of a Reprise, which takes the first secret that it sees as its own: that of the pages. */
const ownSecret = 'ab'.repeat(32);

function isBasic(authorization: string): boolean {
  return /^basic /i.test(authorization);
}

function basicOf(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
