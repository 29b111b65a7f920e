// Rules of all records: what they have, what never changes, and whose ids they have.

import { finding, valueText, type ServiceRule } from '../../kernel/rule.ts';
import type {
  RecordShown,
  ShownMembers,
  WalletObservation,
  WalletRecordKind,
} from './observations.ts';
import { secondOf, textOf } from './shown-values.ts';

const resources = 'spec/wallet.md, Resources and their fields';

const dated = ['createDate', 'updateDate'];
const required: Readonly<Record<WalletRecordKind, readonly string[]>> = {
  walletSet: ['id', 'custodyType', ...dated],
  wallet: [
    'id',
    'address',
    'blockchain',
    'custodyType',
    'state',
    'walletSetId',
    'accountType',
    ...dated,
  ],
  transaction: ['id', 'blockchain', 'state', 'transactionType', ...dated],
  token: ['id', 'blockchain', 'isNative', ...dated],
  subscription: [],
};

/** Records have the members that the spec requires, some of them depending on others. */
export const requiredMembers: ServiceRule<WalletObservation> = {
  name: 'required-members',
  spec: `${resources}; reference/wallet.md 7, Record fields by state`,
  start: () => undefined,
  observe(_, observation) {
    if (!isWhole(observation) || observation.of === 'subscription') return [];
    const { n, of, id, members } = observation;
    const missing = requiredOf(of, members).filter((name) => members[name] === undefined);
    return [
      finding(missing.length === 0, n, () => [`${of} ${id} with ${missing.join(', ')}`, 'none']),
    ];
  },
};

function requiredOf(of: WalletRecordKind, { custodyType, accountType }: ShownMembers) {
  const names = [...required[of]];
  if (of === 'walletSet' && custodyType === 'ENDUSER') names.push('userId');
  if (of === 'wallet' && accountType === 'SCA') names.push('scaCore');
  return names;
}

/** No record was changed before it was made. */
export const recordDates: ServiceRule<WalletObservation> = {
  name: 'record-dates',
  spec: `${resources}, CreateDate, UpdateDate`,
  start: () => undefined,
  observe(_, observation) {
    if (!isWhole(observation)) return [];
    const { n, of, id, members } = observation;
    const { createDate, updateDate } = members;
    if (createDate === undefined || updateDate === undefined) return [];
    const [created, updated] = [secondOf(createDate), secondOf(updateDate)];
    const isKept = created !== undefined && updated !== undefined && created <= updated;
    return [
      finding(isKept, n, () => [
        `${of} ${id} with an updateDate from its createDate ${valueText(createDate)} on, both in UTC`,
        valueText(updateDate),
      ]),
    ];
  },
};

const fixed: Readonly<Record<WalletRecordKind, readonly string[]>> = {
  walletSet: ['custodyType', 'createDate'],
  wallet: ['address', 'blockchain', 'custodyType', 'walletSetId', 'accountType', 'createDate'],
  transaction: [
    'blockchain',
    'walletId',
    'sourceAddress',
    'destinationAddress',
    'transactionType',
    'tokenId',
    'contractAddress',
    'amounts',
    'operation',
    'createDate',
  ],
  token: ['blockchain', 'tokenAddress', 'standard', 'decimals', 'isNative'],
  subscription: ['createDate'],
};

/** What a record is never changes. The case of letters does not count, nor what one answer leaves out. */
export const fixedMembers: ServiceRule<WalletObservation, Map<string, FirstShown>> = {
  name: 'fixed-members',
  spec: `${resources}, Id, Address, CreateDate`,
  /** Grows with the records of a recording. */
  start: () => new Map(),
  observe(first, observation) {
    if (!isWhole(observation)) return [];
    const { n, of, id, members } = observation;
    const place = `${of} ${id}`;
    const before = first.get(place);
    const shown = fixed[of].flatMap((name) => {
      const text = fixedText(members[name]);
      return text === undefined ? [] : [[name, text] as const];
    });
    if (before === undefined) {
      first.set(place, { n, members: new Map(shown) });
      return [];
    }
    const changed = shown.find(([name, text]) => (before.members.get(name) ?? text) !== text);
    for (const [name, text] of shown) {
      if (!before.members.has(name)) before.members.set(name, text);
    }
    return [
      finding(changed === undefined, n, () => {
        const [name = '', text = ''] = changed ?? [];
        const then = before.members.get(name);
        return [`${name} ${then} of ${place}, as entry ${before.n} shows it`, text];
      }),
    ];
  },
};

interface FirstShown {
  readonly n: number;
  readonly members: Map<string, string>;
}

function fixedText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return valueText(value).toLowerCase();
}

/**
 * An id is that of one record, and a record that was made just now has one that was never seen. Webhooks may be earlier than the
 * answer that they follow from, so what was first seen after the request does not count.
 */
export const uniqueIds: ServiceRule<
  WalletObservation,
  Map<string, Pick<RecordShown, 'n' | 'of'>>
> = {
  name: 'unique-ids',
  spec: `${resources}, Id`,
  /** Grows with the records of a recording. */
  start: () => new Map(),
  observe(first, observation) {
    if (observation.kind !== 'record') return [];
    const { n, of, id, since, isNew } = observation;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, { n, of });
      return ['kept'];
    }
    const isKept = before.of === of && !(isNew && before.n < since);
    return [
      finding(isKept, n, () => [
        isNew ? `an id for the new ${of} that no other record has` : `the id of one ${of}`,
        `${id}, that of a ${before.of} in entry ${before.n}`,
      ]),
    ];
  },
};

/** No two wallets of a blockchain share an address. */
export const uniqueAddresses: ServiceRule<
  WalletObservation,
  Map<string, { id: string; n: number }>
> = {
  name: 'unique-addresses',
  spec: `${resources}, Address; reference/wallet.md 4, createWallet`,
  /** Grows with the wallets of a recording. */
  start: () => new Map(),
  observe(owners, observation) {
    if (!isWhole(observation) || observation.of !== 'wallet') return [];
    const { n, id, members } = observation;
    const [blockchain, address] = [textOf(members['blockchain']), textOf(members['address'])];
    if (blockchain === undefined || address === undefined) return [];
    const place = `${blockchain} ${/^0x/i.test(address) ? address.toLowerCase() : address}`;
    const owner = owners.get(place);
    if (owner === undefined) owners.set(place, { id, n });
    return [
      finding((owner?.id ?? id) === id, n, () => [
        `an address of wallet ${id} on ${blockchain} of its own`,
        `${address}, that of wallet ${owner?.id} in entry ${owner?.n}`,
      ]),
    ];
  },
};

/** A derived wallet is on the blockchain that was asked for, and has the address of the other one, if that was seen. */
export const derivedWallets: ServiceRule<WalletObservation, Map<string, string>> = {
  name: 'derived-wallets',
  spec: 'spec/wallet.md, Endpoints, Wallets, deriveWallet and deriveWalletByAddress',
  /** The addresses of wallets: grows with them. */
  start: () => new Map(),
  observe(addresses, observation) {
    if (isWhole(observation) && observation.of === 'wallet') {
      const address = textOf(observation.members['address']);
      if (address !== undefined) addresses.set(observation.id, address.toLowerCase());
    }
    if (observation.kind !== 'derived') return [];
    const { n, source, blockchain, members } = observation;
    const found = [textOf(members['blockchain']), textOf(members['address'])?.toLowerCase()];
    const address = 'id' in source ? addresses.get(source.id) : source.address.toLowerCase();
    const wanted = [blockchain, address ?? found[1]];
    return [
      finding(found.join() === wanted.join(), n, () => [
        `a wallet on ${wanted.join(' with the address ')}`,
        found.join(' with the address '),
      ]),
    ];
  },
};

function isWhole(observation: WalletObservation): observation is RecordShown {
  return observation.kind === 'record' && observation.isWhole;
}
