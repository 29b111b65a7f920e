// `reprise tx`: lists, shows and steers the transactions of a world.

import type {
  Steering,
  SteeringAction,
  Token,
  Transaction,
  TransactionState,
  WorldClient,
} from '../../client/index.ts';
import { CliError } from '../support/errors.ts';
import { table } from '../support/table.ts';

export async function listTransactions(
  { wallet }: WorldClient,
  filter: { readonly state?: TransactionState; readonly limit: number },
): Promise<[object, string]> {
  const answer = await wallet.transactions.list(filter);
  const rows = answer.transactions.map((row) => [
    row.id,
    row.state,
    row.transactionType,
    row.blockchain,
    amountOf(row, answer.tokens),
    row.createDate,
  ]);
  const titles = ['id', 'state', 'type', 'blockchain', 'amount', 'created'];
  return [answer, rows.length === 0 ? 'There are no transactions.' : table([titles, ...rows])];
}

/** The amounts with the symbol of their token; several are those of NFTs. */
function amountOf({ amounts = [], tokenId }: Transaction, tokens: readonly Token[]): string {
  const { symbol = '' } = tokens.find(({ id }) => id === tokenId) ?? {};
  return `${amounts.join(',')} ${symbol}`.trim();
}

export async function showTransaction(
  { wallet }: WorldClient,
  id: string,
): Promise<[object, string]> {
  const [transaction] = (await wallet.transactions.list({ id })).transactions;
  if (transaction !== undefined) return [transaction, JSON.stringify(transaction, null, 2)];
  throw new CliError(`There is no transaction '${id}'; reprise tx list prints the newest.`);
}

export async function steerTransaction(
  { wallet }: WorldClient,
  id: string,
  action: SteeringAction,
  steering: Steering,
): Promise<[object, string]> {
  const transaction = await wallet.transactions.steer(id, action, steering);
  return [{ transaction }, `${action} ${id}: its state is ${transaction.state}.`];
}
