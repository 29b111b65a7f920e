// Creates a world, empty or from a packaged fixture.

import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Client, NewWorld as NewWorldBody } from '../../../../client/index.ts';
import { go } from '../../model/address.ts';
import { commandLine } from '../../model/command-line.ts';
import { Action } from '../../widgets/action.tsx';
import { CopyText } from '../../widgets/copy-text.tsx';

interface NewWorldProps {
  readonly client: Client;
  readonly onCreated: () => Promise<void>;
}

const modes = ['frozen', 'real', 'skip'] as const;

export function NewWorld({ client, onCreated }: NewWorldProps): JSX.Element {
  const [name, setName] = useState('demo');
  const [fixture, setFixture] = useState('');
  const [seed, setSeed] = useState('');
  const [clock, setClock] = useState<(typeof modes)[number]>('frozen');
  const [fixtures, setFixtures] = useState<readonly string[]>([]);
  useEffect(() => {
    client.fixtures().then(
      (names) => setFixtures(names),
      () => undefined, // the form works without the list
    );
  }, [client]);
  const body: NewWorldBody = {
    name,
    clock,
    ...(seed === '' ? {} : { seed }),
    ...(fixture === '' ? {} : { fixture }),
  };
  const command = commandLine(
    'worlds',
    'create',
    name,
    '--clock',
    clock,
    ...(seed === '' ? [] : ['--seed', seed]),
    ...(fixture === '' ? [] : ['--fixture', fixture]),
  );
  return (
    <form
      class="new-world"
      aria-labelledby="new-world"
      onSubmit={(event) => event.preventDefault()}
    >
      <h2 id="new-world">New world</h2>
      <label>
        Name
        <input
          value={name}
          required
          maxLength={64}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        Fixture
        <select value={fixture} onChange={(event) => setFixture(event.currentTarget.value)}>
          <option value="">as the server was started</option>
          {fixtures.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Seed
        <input
          value={seed}
          placeholder="as the server was started"
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      <label>
        Clock
        <select
          value={clock}
          onChange={(event) => setClock(event.currentTarget.value as (typeof modes)[number])}
        >
          {modes.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </select>
      </label>
      <Action
        isOfForm
        command={command}
        run={async () => {
          await client.worlds.create(body);
          await onCreated();
          go({ world: name, view: 'timeline', at: null, id: null });
        }}
      >
        Create
      </Action>
      <CopyText text={command} label="the command that creates it" />
    </form>
  );
}
