// The time zone of texts, in the address.

import type { JSX } from 'preact';
import { address, go } from '../model/address.ts';

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, all) => all.indexOf(zone) === index,
);

export function ZoneChoice(): JSX.Element {
  const { zone = 'UTC' } = address.value;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const listed = zones.includes(zone) ? zones : [zone, ...zones];
  return (
    <label class="zone-choice">
      <span class="dim">Zone</span>{' '}
      <select
        value={zone}
        onChange={(event) => {
          const { value } = event.currentTarget;
          go({ zone: value === 'UTC' ? null : value });
        }}
      >
        {listed.map((name) => (
          <option key={name} value={name}>
            {name === own ? `${name} (yours)` : name}
          </option>
        ))}
      </select>
    </label>
  );
}
