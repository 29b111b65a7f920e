// The values of rows as texts: exact money in decimal with its unit beside the units themselves, instants in a zone.

import { wallet, type Json, type PastMoment } from '../../../../../core/index.ts';
import { printInZone } from '../../model/instants.ts';

/** What amounts inside of a record are of. */
export interface ValueScope {
  readonly tokenId?: string;
  readonly blockchain?: wallet.Blockchain;
}

export interface ValuePrinter {
  readonly state: PastMoment['states']['wallet'];
  /** The time zone; UTC if undefined. */
  readonly zone: string | undefined;
}

/** The scope of the rows of a table whose members do not say it. */
export function scopeOfRow(table: string, row: Json): ValueScope {
  const id = memberOf(row, 'id');
  return table === 'wallet/supplies' && typeof id === 'string' ? { tokenId: id } : {};
}

/** With what an object says itself. */
export function scopeInside(value: Json, scope: ValueScope): ValueScope {
  const [tokenId, blockchain] = [memberOf(value, 'tokenId'), memberOf(value, 'blockchain')];
  return {
    ...scope,
    ...(typeof tokenId === 'string' ? { tokenId } : {}),
    ...(typeof blockchain === 'string' && wallet.isBlockchain(blockchain) ? { blockchain } : {}),
  };
}

function memberOf(value: Json, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)[name]
    : undefined;
}

/** Members that are units of a token; of the native token; and prices of a unit of gas. */
const ofToken = new Set(['units', 'reserved']);
const ofNative = new Set(['gasReserved', 'networkFee', 'l1Fee', 'value']);
const ofGas = new Set(['maxFee', 'priorityFee', 'baseFee', 'calmFee', 'level']);

/** Instants are after 2001; smaller numbers are durations. Larger ones than the last are no instants. */
const instantMs = { min: 1_000_000_000_000, max: 8_640_000_000_000_000 };

/** One value, without those inside of it: those are JSON. */
export function printValue(
  { state, zone }: ValuePrinter,
  key: string,
  value: Json | undefined,
  scope: ValueScope,
): string {
  if (value === undefined) return '';
  if (typeof value === 'string') {
    const money = /^-?\d+$/.test(value) ? moneyOf(state, key, BigInt(value), scope) : undefined;
    return money === undefined ? value : `${money} (${value})`;
  }
  if (typeof value === 'number') return printNumber(key, value, zone);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function printNumber(key: string, value: number, zone: string | undefined): string {
  const isInstant = (ms: number) => ms >= instantMs.min && ms <= instantMs.max;
  if (key.endsWith('Ms') && isInstant(value)) return printInZone(value, zone);
  if (key.endsWith('Seconds') && isInstant(value * 1_000)) {
    // Seconds without `Utc` in their name are those of a clock in the zone of the site or the event.
    const text = key.endsWith('UtcSeconds')
      ? printInZone(value * 1_000, zone)
      : `${printInZone(value * 1_000).replace(/ UTC$/, '')} local time`;
    return `${text} (${value})`;
  }
  return String(value);
}

/** Such as `1.25 USDC`; undefined for a number that is no money. */
function moneyOf(
  state: PastMoment['states']['wallet'],
  key: string,
  units: bigint,
  { tokenId, blockchain }: ValueScope,
): string | undefined {
  if (ofGas.has(key) && blockchain !== undefined) {
    const { unit, decimals } = wallet.feeUnitView(blockchain);
    return `${wallet.formatAmount(units, decimals)} ${unit}`;
  }
  const token = ofToken.has(key)
    ? wallet.tokenView(state, tokenId ?? '')
    : ofNative.has(key) && blockchain !== undefined
      ? wallet.nativeTokenView(blockchain)
      : undefined;
  if (token?.decimals === undefined) return undefined; // NFTs are counted whole
  const symbol = token.symbol ?? token.name ?? '';
  return `${wallet.formatAmount(units, token.decimals)} ${symbol}`.trim();
}

/** Values of one record that are shown; the rest is left out. */
const flatValuesMax = 500;

/** All values inside of a row by their path, such as `movements.0.units`. */
export function flatValues(
  printer: ValuePrinter,
  table: string,
  row: Json,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const add = (path: string, key: string, value: Json, scope: ValueScope): void => {
    if (values.size >= flatValuesMax) return;
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    if (typeof value !== 'object' || value === null || isEmpty) {
      values.set(path, printValue(printer, key, value, scope));
      return;
    }
    const inside = scopeInside(value, scope);
    for (const [name, member] of Object.entries(value)) {
      add(path === '' ? name : `${path}.${name}`, name, member as Json, inside);
    }
  };
  add('', '', row, scopeOfRow(table, row));
  return values;
}

/** One value that a step changed. */
export interface ValueChange {
  readonly path: string;
  /** Undefined where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function valueChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly ValueChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    return one === other ? [] : [{ path, before: one, after: other }];
  });
}
