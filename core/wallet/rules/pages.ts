// Rules of lists and their pages.

import { finding, valueText, type RuleFinding, type ServiceRule } from '../../kernel/rule.ts';
import type { ShownMembers, WalletObservation, WalletPageShown } from './observations.ts';
import { secondOf, textOf } from './shown-values.ts';

const pagination = 'reference/wallet.md 2, Pagination';
const sizeDefault = 10;
const sizeMax = 50;

/** A page has no more items than asked for, 10 by default, 50 at most. */
export const pageSizes: ServiceRule<WalletObservation> = {
  name: 'page-sizes',
  spec: `spec/wallet.md, Limits, Pagination; ${pagination}, pageSize`,
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'page') return [];
    const { n, items, list, pageSize = sizeDefault } = observation;
    const max = Math.min(pageSize, sizeMax);
    return [
      finding(items.length <= max, n, () => [`${max} ${list} at most`, String(items.length)]),
    ];
  },
};

/** A list has links, and those to its neighbours begin behind its last and before its first item. */
export const pageLinks: ServiceRule<WalletObservation> = {
  name: 'page-links',
  spec: `spec/wallet.md, Endpoints; ${pagination}, Link header`,
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'page') return [];
    const { n, links, items, list } = observation;
    if (links === undefined) return [{ n, expected: `links of the ${list}`, found: 'none' }];
    if (!orderedLists.has(list)) return ['kept'];
    return [
      ...linkFinding(n, 'next', links['next']?.pageAfter, items.at(-1)),
      ...linkFinding(n, 'prev', links['prev']?.pageBefore, items[0]),
    ];
  },
};

function linkFinding(
  n: number,
  relation: string,
  cursor: string | undefined,
  item: ShownMembers | undefined,
): readonly RuleFinding[] {
  const id = textOf(item?.['id']);
  if (cursor === undefined || id === undefined) return ['kept'];
  return [finding(cursor === id, n, () => [`a link ${relation} from ${id} on`, `from ${cursor}`])];
}

/** Lists whose items have dates and ids of their own. */
const orderedLists: ReadonlySet<string> = new Set(['walletSets', 'wallets', 'transactions']);

/** Items are in the order of their dates, from the newest one unless asked otherwise. */
export const pageOrder: ServiceRule<WalletObservation> = {
  name: 'page-order',
  spec: `${pagination}, order`,
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'page' || !isOrdered(observation)) return [];
    const { n, items, order = 'DESC' } = observation;
    const isAscending = order === 'ASC';
    const findings: RuleFinding[] = [];
    for (const [index, item] of items.entries()) {
      const [before, date] = [items[index - 1]?.['createDate'], item['createDate']];
      const [former, here] = [secondOf(before), secondOf(date)];
      if (former === undefined || here === undefined) continue;
      const isKept = isAscending ? former <= here : former >= here;
      findings.push(
        finding(isKept, n, () => [
          `a createDate ${isAscending ? 'from' : 'up to'} ${valueText(before)} in place ${index + 1}, by the order ${order}`,
          valueText(date),
        ]),
      );
    }
    return findings;
  },
};

/** The list of balances takes no order. */
function isOrdered({ list, path }: WalletPageShown): boolean {
  return orderedLists.has(list) && !path.endsWith('/balances');
}

interface Walk {
  readonly ids: Set<string>;
  last: string | undefined;
}

/** No item is on two pages of a list, followed by its cursors. New items come before or behind all pages, so they change nothing. */
export const pagesDisjoint: ServiceRule<WalletObservation, Map<string, Walk>> = {
  name: 'pages-disjoint',
  spec: `${pagination}, pageAfter`,
  /** The last walk through each list: grows with the lists of a recording. */
  start: () => new Map(),
  observe(walks, observation) {
    if (observation.kind !== 'page' || !orderedLists.has(observation.list)) return [];
    const { n, path, filters, order = 'DESC', cursors, items } = observation;
    const place = JSON.stringify([path, Object.entries(filters).sort(byName), order]);
    const { pageAfter, pageBefore } = cursors;
    const ids = items.flatMap(({ id }) => textOf(id) ?? []);
    if (pageBefore !== undefined) return [];
    const walk = walks.get(place);
    const isNext = pageAfter !== undefined && walk?.last === pageAfter;
    if (walk === undefined || !isNext) {
      walks.set(place, { ids: new Set(ids), last: ids.at(-1) });
      return [
        finding(new Set(ids).size === ids.length, n, () => ['each item once', ids.join(', ')]),
      ];
    }
    const again = ids.filter((id) => walk.ids.has(id));
    for (const id of ids) walk.ids.add(id);
    walk.last = ids.at(-1);
    return [
      finding(again.length === 0, n, () => [
        'items that were not on the pages before',
        again.join(', '),
      ]),
    ];
  },
};

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : Number(one > other);
}

/** The member of an item that a filter compares. */
const filtered: Readonly<Record<string, string>> = {
  address: 'address',
  blockchain: 'blockchain',
  custodyType: 'custodyType',
  destinationAddress: 'destinationAddress',
  operation: 'operation',
  refId: 'refId',
  scaCore: 'scaCore',
  state: 'state',
  txHash: 'txHash',
  txType: 'transactionType',
  walletIds: 'walletId',
  walletSetId: 'walletSetId',
};

/** A list has only items that its filters select. Members that an item does not show are not judged. */
export const listFilters: ServiceRule<WalletObservation> = {
  name: 'list-filters',
  spec: 'spec/wallet.md, Endpoints; reference/wallet.md 4, Other wallet operations, and 6, listTransactions',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'page' || !orderedLists.has(observation.list)) return [];
    const { n, filters, items } = observation;
    return Object.entries(filters).flatMap(([name, wanted]) => {
      const member = filtered[name];
      if (member === undefined || wanted === '') return [];
      const allowed = new Set(wanted.toLowerCase().split(','));
      return items.flatMap((item): readonly RuleFinding[] => {
        const value = textOf(item[member]);
        if (value === undefined) return [];
        return [finding(allowed.has(value.toLowerCase()), n, () => [`${member} ${wanted}`, value])];
      });
    });
  },
};
