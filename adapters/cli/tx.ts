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
  const rows = data.transactions.map((row) => [
    row.id,
    row.state,
    row.transactionType,
    row.blockchain,
    row.amounts.join(','),
    row.createDate,
  ]);
  return [data, rows.length === 0 ? 'There are no transactions.' : table(rows)];
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
