// What went wrong with a statement, and what is known about its effect; the sentences for operators. No password is in any of them.

import { StoreError } from '../../../core/index.ts';
import { secretMark } from '../../url-credentials.ts';
import { shownUrl } from './url.ts';

/**
 * - `unreachable`: nothing was carried out, and nothing will be; the server may be back soon.
 * - `refused`: the server refused it, and nothing was carried out.
 * - `lost`: the answer was lost. It was carried out, or not, or it will be.
 */
export type FailureKind = 'unreachable' | 'refused' | 'lost';

/** A statement that failed, before it is known what that means for a world. */
export class StatementFailure extends Error {
  override readonly name = 'StatementFailure';
  readonly kind: FailureKind;
  /** The SQLSTATE, or the code of Node's error. */
  readonly code: string | undefined;
  /** Whether there was a connection: what refuses one names hosts and roles. */
  readonly isConnected: boolean;

  constructor(kind: FailureKind, message: string, code?: string, isConnected = true) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.isConnected = isConnected;
  }
}

export function isFailure(error: unknown, kind?: FailureKind): error is StatementFailure {
  return error instanceof StatementFailure && (kind === undefined || error.kind === kind);
}

/** Words an error of the package or of Node without the password. */
export interface Wording {
  /** The URL as it is shown. */
  readonly place: string;
  readonly reason: (error: unknown) => string;
}

/** A shorter password would be replaced in ordinary words, too; no message of the package has it. */
const secretCharsMin = 3;

export function wordingOf(url: string): Wording {
  const secrets = secretsIn(url);
  return {
    place: shownUrl(url),
    reason(error) {
      const text = messageOf(error).replaceAll('\n', ' ').replace(/\.$/, '');
      return secrets.reduce((shown, secret) => shown.replaceAll(secret, secretMark), text);
    },
  };
}

/** The password as it is in the URL, and decoded. */
function secretsIn(url: string): readonly string[] {
  try {
    const { password, searchParams } = new URL(url);
    const given = [password, searchParams.get('password') ?? ''];
    return [...given, ...given.map(decodeURIComponent)].filter(
      ({ length }) => length >= secretCharsMin,
    );
  } catch {
    return [];
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's error for several addresses of a host has no message.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error.message === '' ? (codeOf(error) ?? error.name) : error.message;
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The error of a store that cannot be opened: its message is for operators. */
export function unopened(operation: string, place: string, failure: StatementFailure): StoreError {
  return new StoreError('unavailable', detailOf(operation, place, failure), { cause: failure });
}

/** The error of an operation of an open store that did nothing: clients read its message. */
export function unavailable(
  operation: string,
  place: string,
  failure: StatementFailure,
): StoreError {
  const { kind, isConnected, message } = failure;
  const isRefused = kind === 'refused' && isConnected;
  return new StoreError(
    'unavailable',
    isRefused ? `The store refuses it: ${message}.` : 'The store cannot be reached.',
    { cause: failure, detail: detailOf(operation, place, failure) },
  );
}

function detailOf(operation: string, place: string, { message }: StatementFailure): string {
  return `Cannot ${operation} ${place}: ${message}.`;
}

/** Whether an operation failed since a row is there already. */
export function isOfDuplicate(error: unknown): boolean {
  return error instanceof StoreError && isFailure(error.cause) && error.cause.code === '23505';
}

/** SQLSTATEs of a server that starts, stops, or has too many clients. */
const passing = new Set(['57P01', '57P02', '57P03', '53300', '53400', '25006']);

/** Codes of Node for servers that are away. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether a connection that could not be opened may be opened soon. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return passing.has(code) || away.has(code) || code.startsWith('08');
  return /connection terminated|timeout/i.test(messageOf(error));
}

/** The server takes no writes now: a standby, as after a failover. */
export const readOnlyCode = '25006';

/** SQLSTATEs of statements that were undone because of another one: they may be repeated. */
export const collisionCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
