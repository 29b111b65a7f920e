// `reprise tx`: lists, shows and steers the transactions of a world.

import type { WorldClient } from './control-client.ts';
import { CliError, RefusedError } from './errors.ts';
import { table } from './table.ts';

interface Transaction {
  readonly id: string;
  readonly state: string;
  readonly blockchain: string;
  readonly transactionType: string;
  readonly amounts: readonly string[];
  readonly tokenId?: string;
  readonly createDate: string;
  readonly txHash?: string;
}

export async function listTransactions(
  client: WorldClient,
  key: string,
  filter: { state?: string; limit: number },
): Promise<[object, string]> {
  const state = filter.state === undefined ? '' : `&state=${encodeURIComponent(filter.state)}`;
  const path = `/v1/w3s/transactions?pageSize=${filter.limit}${state}`;
  const { data } = await client.wallet<{ data: { transactions: readonly Transaction[] } }>(
    path,
    key,
  );
  const symbols = await symbolsOf(client, key, data.transactions);
  const rows = data.transactions.map((row) => [
    row.id,
    row.state,
    row.transactionType,
    row.blockchain,
    amountOf(row, symbols),
    row.createDate,
  ]);
  const titles = ['id', 'state', 'type', 'blockchain', 'amount', 'created'];
  return [data, rows.length === 0 ? 'There are no transactions.' : table([titles, ...rows])];
}

/** The symbols of the tokens of transactions, by token id. */
async function symbolsOf(
  client: WorldClient,
  key: string,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(transactions.flatMap(({ tokenId }) => tokenId ?? []));
  const symbols = [...ids].map(async (id) => {
    const path = `/v1/w3s/tokens/${encodeURIComponent(id)}`;
    const { data } = await client.wallet<{ data: { token: { symbol?: string } } }>(path, key);
    return [id, data.token.symbol ?? ''] as const;
  });
  return new Map(await Promise.all(symbols));
}

/** The amounts with the symbol of their token; several are those of NFTs. */
function amountOf(
  { amounts, tokenId = '' }: Transaction,
  symbols: ReadonlyMap<string, string>,
): string {
  return `${amounts.join(',')} ${symbols.get(tokenId) ?? ''}`.trim();
}

export async function showTransaction(
  client: WorldClient,
  key: string,
  id: string,
): Promise<[object, string]> {
  const path = `/v1/w3s/transactions/${encodeURIComponent(id)}`;
  try {
    const { data } = await client.wallet<{ data: { transaction: Transaction } }>(path, key);
    return [data.transaction, JSON.stringify(data.transaction, null, 2)];
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
    throw new CliError(`There is no transaction '${id}'; reprise tx list prints the newest.`);
  }
}

export async function steerTransaction(
  client: WorldClient,
  id: string,
  action: string,
  terms: { readonly to?: string; readonly reason?: string },
): Promise<[object, string]> {
  const path = `/wallet/transactions/${encodeURIComponent(id)}/${encodeURIComponent(action)}`;
  const answer = await client.inWorld<{ transaction: Transaction }>(
    'POST',
    path,
    Object.keys(terms).length === 0 ? undefined : terms,
  );
  return [answer, `${action} ${id}: its state is ${answer.transaction.state}.`];
}
