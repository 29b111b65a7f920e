// The settings of a world that differ from those of the recorded one: possible causes of other answers.

import { isRecord, parsed } from '../../recording/format/json-values.ts';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { differingFields } from '../../recording/differences/fields.ts';
import type { FieldDifference, ItemRef } from '../../recording/differences/difference.ts';
import { valueText } from '../../recording/differences/text.ts';
import { services } from '../../services/index.ts';
import { shownConfig } from '../../world-config.ts';
import type { LiveHistory } from './live-history.ts';

/** The most settings among the causes of one difference. */
const settingsMax = 5;
/** Settings that decide whether a client is let in. */
const ofCredentials = /^(?:\w+Keys|entitySecret|calendar\.(?:users|mode))(?:\.|$)/;
/** The source of ids, which are compared by their places. */
const uncompared = 'ids';

interface NamedSetting {
  readonly path: string;
  readonly cause: ItemRef;
}

export class NamedSettings {
  readonly #settings: readonly NamedSetting[];

  constructor(recorded: AnyRecording, { settings: { start, end } }: LiveHistory) {
    const own = new Set(changedBy(recorded));
    const changed = differingFields(start, end).filter(({ path }) => !own.has(memberOf(path)));
    const later = new Set(changed.map(({ path }) => path));
    const before = differingFields(initialSettings(recorded), start, areSettingsEqual);
    this.#settings = [
      ...changed.map((field) => named(field, 'PATCH config:')),
      ...before
        .filter(({ path }) => !later.has(path))
        .map((field) => named(field, 'the setting (PATCH config)')),
    ].filter(({ path }) => memberOf(path) !== uncompared);
  }

  /** The settings that an answer, frame or webhook of a channel may depend on. `status`: of the answer. */
  of({ channel }: ItemRef, status?: number): readonly ItemRef[] {
    const [name = ''] = channel.split('#', 1);
    const isRefused = status === 401 || status === 403;
    const members = services.find((service) => service.name === name)?.settings;
    return this.#settings
      .filter(({ path }) => members === undefined || Object.hasOwn(members, memberOf(path)))
      .filter(({ path }) => isRefused || !ofCredentials.test(path))
      .slice(0, settingsMax)
      .map(({ cause }) => cause);
  }
}

/** Recordings have no keys. */
function areSettingsEqual(recorded: string, now: string): boolean {
  return recorded === now || recorded.startsWith('[redacted:');
}

function named({ path, left, right }: FieldDifference, act: string): NamedSetting {
  const title = `${act} ${path} ${valueText(right)} in place of ${valueText(left)}`;
  return { path, cause: { n: undefined, channel: 'operator', title } };
}

/** Of a world, as far as its recording says; of another service those of a new world. */
function initialSettings({ header }: AnyRecording): object {
  if (header.source !== 'world') return shownConfig({ ids: 'ordinal', config: {} });
  const { ids, ...config } = header.config as { readonly ids: 'ordinal' };
  return shownConfig({ ids, config });
}

/** The members of the configuration that the operator of the recorded world has changed: it happens again. */
function changedBy({ entries }: AnyRecording): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'control' || !entry.url.endsWith('/config')) return [];
    const change = parsed(entry.text ?? '');
    return isRecord(change) ? Object.keys(change) : [];
  });
}

function memberOf(path: string): string {
  return path.split('.', 1).join();
}
