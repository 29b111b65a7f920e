// One transaction at the scrubber: where it stands and why, its life, fees, queue, balances and webhooks, and how to steer it.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PastMoment, wallet } from '../../../../../core/index.ts';
import { printInZone, printSince } from '../../model/instants.ts';
import { address } from '../../model/address.ts';
import type { ViewProps } from '../view.ts';
import { Link } from '../../widgets/link.tsx';
import { Steering } from '../../widgets/steering.tsx';
import { useLoaded } from '../../widgets/use-loaded.ts';
import { actionsFor } from './actions.ts';
import { Attempts } from './attempts.tsx';
import { balanceChangesOf } from './balance-changes.ts';
import { Balances } from './balances.tsx';
import { deliveriesOf } from './deliveries.ts';
import { Fees } from './fee-chart.tsx';
import { feeHistoryOf } from './fees.ts';
import { lifeOf, until, type TransactionMoment } from './life.ts';
import { Life } from './life-diagram.tsx';
import { amountOf, destinationOf } from './list.ts';
import { SenderQueue } from './sender-queue.tsx';
import { StateLabel } from './state-label.tsx';
import { transactionEventsOf } from './transaction-events.ts';
import { Webhooks } from './webhooks.tsx';
import { whyOf } from './why.ts';

interface PageProps extends ViewProps {
  readonly id: string;
  readonly moment: PastMoment;
}

const noSteps: readonly TransactionMoment[] = [];

export function TransactionPage({ viewpoint, history, id, moment }: PageProps): JSX.Element {
  const position = history.position.value;
  const { epochMs } = history.record;
  const { changes, webhooks } = transactionEventsOf(history).of(id);
  const known = useMemo(() => ({ steps: noSteps }), [history, id]);
  const life = useLoaded(async () => {
    known.steps = await lifeOf(history.past, history.events, { id, changes }, known.steps);
    return { id, steps: known.steps };
  }, [history, id, position]);
  const steps = life.kind === 'loaded' && life.value.id === id ? life.value.steps : noSteps;
  const past = useMemo(() => until(steps, moment.position), [steps, moment]);
  const state = moment.states.wallet;
  const transaction = state.transactions.get(id);
  const details = useLoaded(async () => {
    const [first] = past;
    if (first === undefined || transaction === undefined) return undefined;
    const before = await history.past.at({ position: Math.max(0, first.position - 1) });
    return {
      balances: balanceChangesOf(before.states.wallet, state, transaction),
      fees: await feeHistoryOf(history.past, history.events, past, moment),
    };
  }, [past, moment]);

  if (transaction === undefined) return <Missing id={id} steps={steps} />;
  const shown = details.kind === 'loaded' ? details.value : undefined;
  return (
    <article class="transaction" aria-labelledby="transaction-title">
      <p class="crumbs">
        <Link to={{ id: null }}>All transactions</Link>
      </p>
      <div class="view-head">
        <h1 id="transaction-title">
          {amountOf(state, transaction)} <StateLabel state={transaction.state} />
        </h1>
        <p class="why">{whyOf(state, id, moment.nowMs)}</p>
        <Facts transaction={transaction} epochMs={epochMs} />
      </div>
      {life.kind === 'failed' ? <p class="bad">{life.message}</p> : null}
      <Life viewpoint={viewpoint} steps={steps} position={moment.position} epochMs={epochMs} />
      <Actions viewpoint={viewpoint} transaction={transaction} />
      {shown?.fees === undefined ? null : (
        <section class="panel" aria-labelledby="fees-title">
          <h2 id="fees-title">Max fee against base fee</h2>
          <p class="why">{whyOf(state, id, moment.nowMs)}</p>
          <Fees fees={shown.fees} />
        </section>
      )}
      <Attempts steps={past} epochMs={epochMs} />
      <SenderQueue state={state} transaction={transaction} />
      <Balances changes={shown?.balances ?? []} />
      <Webhooks
        deliveries={deliveriesOf(
          history.events,
          webhooks.filter((at) => at <= moment.position),
        )}
        epochMs={epochMs}
      />
    </article>
  );
}

function Facts(props: {
  readonly transaction: wallet.Transaction;
  readonly epochMs: number;
}): JSX.Element {
  const { transaction, epochMs } = props;
  const { id, blockchain, direction, source, createdMs, updatedMs } = transaction;
  const zone = address.value.zone;
  const instant = (atMs: number) => `${printSince(atMs, epochMs)}, ${printInZone(atMs, zone)}`;
  const facts: readonly (readonly [string, string])[] = [
    ['Id', id],
    ['Chain', blockchain],
    ['Direction', direction],
    ['From', source],
    ['To', destinationOf(transaction)],
    ['Created', `${instant(createdMs)} (virtual time)`],
    ['In this state since', instant(updatedMs)],
    ...('refId' in transaction && transaction.refId !== undefined
      ? [['Reference', transaction.refId] as const]
      : []),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions(props: {
  readonly viewpoint: ViewProps['viewpoint'];
  readonly transaction: wallet.Transaction;
}): JSX.Element | null {
  const { viewpoint, transaction } = props;
  if (viewpoint.source.server === undefined) return null;
  const actions = actionsFor(transaction);
  return (
    <section class="panel" aria-labelledby="steering-title">
      <h2 id="steering-title">Steering</h2>
      {actions.length === 0 ? (
        <p class="empty">
          {transaction.direction === 'INBOUND'
            ? 'An inbound transaction follows the outbound one that it belongs to.'
            : `Nothing can be done about a transaction that is ${transaction.state}.`}
        </p>
      ) : (
        <Steering viewpoint={viewpoint} actions={actions} label="Steer the transaction" />
      )}
    </section>
  );
}

function Missing({
  id,
  steps,
}: {
  readonly id: string;
  readonly steps: readonly TransactionMoment[];
}) {
  const [first] = steps;
  return (
    <section aria-label="Transaction">
      <p class="crumbs">
        <Link to={{ id: null }}>All transactions</Link>
      </p>
      {first === undefined ? (
        <p class="empty">This world has no transaction {id}.</p>
      ) : (
        <p class="empty">
          The transaction is not there yet at this moment.{' '}
          <Link to={{ at: first.position }}>Go to where it begins</Link>
        </p>
      )}
    </section>
  );
}
