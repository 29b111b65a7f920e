// The speech service's entry in the list of services.

import { speech } from '../../../core/index.ts';
import { mergedSettings } from '../merged-settings.ts';
import type { SpeechKeys } from '../client-keys.ts';
import type { ServiceModule } from '../module.ts';
import { serviceRules } from '../service-rules.ts';
import { agentCalls } from './agent/calls.ts';
import { speechChannelsDocument } from './asyncapi/document.ts';
import { hasSpeechKey } from './authorization.ts';
import { speechCallbacks } from './callbacks.ts';
import { audioFormAt, heardEncodingAt, channelPaths } from './channels.ts';
import {
  speechKeysDefault,
  speechSettings,
  speechSettingsIn,
  storedSpeechSettings,
} from './config.ts';
import { speechFacts } from './facts.ts';
import { agentRoutes } from './control/agents.ts';
import { audioRoutes } from './control/audio.ts';
import { thoughtRoutes } from './control/thoughts.ts';
import { speechRoutes } from './control/routes.ts';
import { speechFixture } from './fixture/section.ts';
import { speechLives } from './lives.ts';
import { speechObserver } from './observations.ts';
import { speechDocument } from './openapi.ts';
import { publishedSpeechKey } from './keys.ts';
import { speechSecretNames } from './redaction.ts';
import { createSpeechService } from './service.ts';
import { SpeechStory } from './story.ts';

export const speechModule: ServiceModule = {
  name: 'speech',
  paths: {
    owned: ['speak', 'listen', 'agent', 'auth', 'read']
      .map((name) => `/v1/${name}/**`)
      .concat('/v2/listen/**'),
    channels: channelPaths,
  },
  create: createSpeechService,
  settings: speechSettings,
  initial: {},
  changed: (before, change) => mergedSettings(speechSettingsIn(before), speechSettingsIn(change)),
  stored: (config) => storedSpeechSettings(speechSettingsIn(config)),
  shown: (config) => speechSettingsIn(config),
  clientKeys(settings): SpeechKeys & Record<string, string> {
    const { speechKeys: [speechKey = ''] = speechKeysDefault } = speechSettingsIn(settings);
    return { speechKey };
  },
  publishedCredentials: () => `Token ${publishedSpeechKey}`,
  login: {
    key: 'speechKey',
    flag: '--speech-key',
    authorization: (key, recorded) => `${/^\w+/.exec(recorded)?.[0] ?? 'Token'} ${key}`,
  },
  admits({ headers }, config) {
    const { speechKeys = speechKeysDefault } = speechSettingsIn(config);
    return hasSpeechKey(headers, speechKeys);
  },
  /** Empty for worlds without sessions, as before the speech service existed: recordings have such responses. */
  counts({ speech: state }) {
    const counts = speech.countsView(state);
    return counts['sessions'] === 0 ? {} : counts;
  },
  fixture: speechFixture,
  document: speechDocument,
  channelsDocument: speechChannelsDocument,
  controlRoutes: [...speechRoutes, ...agentRoutes, ...thoughtRoutes, ...audioRoutes],
  audioAt: audioFormAt,
  encodingAt: heardEncodingAt,
  secrets: speechSecretNames,
  facts: speechFacts,
  lives: speechLives,
  story: () => new SpeechStory(),
  rules: serviceRules(speech.rules, speechObserver),
  webhooks: speechCallbacks,
  calls: agentCalls,
};
