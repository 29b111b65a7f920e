// The speech service's entry in the list of services.

import { z } from 'zod';
import { speech } from '../../../core/index.ts';
import type { FixtureSection, ServiceModule } from '../module.ts';
import { hasSpeechKey } from './authorization.ts';
import { audioFormAt } from './channels.ts';
import {
  changedSpeechSettings,
  speechKeysDefault,
  speechSettings,
  speechSettingsIn,
  storedSpeechSettings,
} from './config.ts';
import { speechFacts } from './facts.ts';
import { speechDocument } from './openapi.ts';
import { speechSecretNames } from './redaction.ts';
import { createSpeechService } from './service.ts';

/** Worlds begin without sessions. */
const fixture: FixtureSection<Record<string, never>> = {
  schema: z.strictObject({}),
  stored: (section) => section,
  commands: () => [],
};

export const speechModule: ServiceModule = {
  name: 'speech',
  create: createSpeechService,
  settings: speechSettings,
  initial: {},
  changed: (before, change) =>
    changedSpeechSettings(speechSettingsIn(before), speechSettingsIn(change)),
  stored: (config) => storedSpeechSettings(speechSettingsIn(config)),
  shown: (config) => speechSettingsIn(config),
  admits({ headers }, config) {
    const { speechKeys = speechKeysDefault } = speechSettingsIn(config);
    return hasSpeechKey(headers, speechKeys);
  },
  /** Worlds without sessions are shown as before there were any: recordings have such answers. */
  counts({ speech: state }) {
    const counts = speech.countsView(state);
    return counts['sessions'] === 0 ? {} : counts;
  },
  fixture,
  document: speechDocument,
  controlRoutes: [],
  audioAt: audioFormAt,
  secrets: speechSecretNames,
  facts: speechFacts,
};
