// The state at the scrubber: each table.

import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PastMoment } from '../../../../../core/index.ts';
import type { ViewProps } from '../view.ts';

type Shown = Awaited<ReturnType<PastMoment['view']>>;

const rowsMax = 100;

export function StateView({ looked }: ViewProps): JSX.Element {
  const moment = looked.moment.value;
  const [shown, show] = useState<Shown | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void moment?.view({ limit: rowsMax }).then((view) => {
      if (isCurrent) show(view);
    });
    return () => {
      isCurrent = false;
    };
  }, [moment]);
  if (shown === undefined) return <p class="empty">Folding the state…</p>;
  const tables = Object.entries(shown.tables).filter(([, { count }]) => count > 0);
  return (
    <section aria-label="State">
      <p>
        Digest <code>{shown.digest}</code>
      </p>
      {tables.map(([name, { count, rows }]) => (
        <details key={name}>
          <summary>
            {name} ({count})
          </summary>
          <pre>{rows.map((row) => JSON.stringify(row)).join('\n')}</pre>
        </details>
      ))}
    </section>
  );
}
